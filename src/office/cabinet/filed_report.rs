//! A report as it was filed: what the office reads again in its JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::engine::Seed;
use crate::store::StoredReport;

/// What stands in a filed report, under the names of [`crate::render::report::ReportModel`]. What an older version did not write is empty.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(in crate::office) struct FiledReport {
    /// What happened in a few words; may be empty.
    pub headline: String,
    /// Whether the reader's orders were missing at the deadline.
    pub no_move_received: bool,
    /// The reader's view of the position after the turn.
    pub view: Value,
    /// What the reader saw happen: a list by kind.
    pub events: Value,
    /// The form that went with it; null for those who had none.
    pub order_template: Option<String>,
    /// Where orders can be written by clicking; null for those who had no such link.
    pub composer_link: Option<String>,
    integrity: FiledIntegrity,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
struct FiledIntegrity {
    dice: Option<FiledDice>,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
struct FiledDice {
    seed: Option<Seed>,
}

impl FiledReport {
    /// Reads a report that was filed; one that does not read is empty.
    pub(in crate::office) fn of(report: &StoredReport) -> FiledReport {
        serde_json::from_str(&report.json).unwrap_or_default()
    }

    /// The same of a report whose JSON is open already.
    pub(in crate::office) fn in_json(report: &Value) -> FiledReport {
        FiledReport::deserialize(report).unwrap_or_default()
    }

    /// From which its dice followed; `None` for the opening.
    pub(in crate::office) fn seed(&self) -> Option<Seed> {
        self.integrity.dice.as_ref()?.seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;

    fn filed(json: &str) -> FiledReport {
        FiledReport::of(&StoredReport { turn: 3, seat: Some(Seat(1)), text: String::new(), html: String::new(), json: json.to_owned() })
    }

    #[test]
    fn what_is_not_there_is_empty() {
        let seed = Seed([7; 32]);
        let json = serde_json::json!({ "headline": "Ann leads", "no_move_received": true, "integrity": { "dice": { "seed": seed } } });
        let report = filed(&json.to_string());
        assert_eq!((report.headline.as_str(), report.no_move_received, report.seed()), ("Ann leads", true, Some(seed)));
        assert_eq!((report.order_template, report.composer_link), (None, None));
        assert_eq!(filed(r#"{ "integrity": { "dice": null } }"#), FiledReport::default(), "the opening");
        assert_eq!(filed("no JSON"), FiledReport::default());
    }
}
