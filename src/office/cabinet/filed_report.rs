//! A filed report: what the office reads again from its JSON.

use serde::Deserialize;
use serde_json::Value;

use crate::campaign::token::Token;
use crate::engine::Seed;
use crate::store::{StoreError, StoredReport};

/// The content of a filed report, under the names of [`crate::render::report::ReportModel`]. Fields that an older version did not write are empty.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(in crate::office) struct FiledReport {
    /// What happened in a few words; may be empty.
    pub headline: String,
    /// Whether the reader's orders were missing at the deadline.
    pub no_move_received: bool,
    /// The reader's view of the position after the turn.
    pub view: Value,
    /// What the reader saw happen: a list for each kind of event.
    pub events: Value,
    /// The form that went with it; null for those who had none.
    pub order_template: Option<String>,
    /// Where orders can be written by clicking; null for those who had no such link.
    pub composer_link: Option<String>,
    /// The private page that it leads to. Only earlier versions filed one.
    pub private_page: Option<String>,
    pictures: Vec<FiledPicture>,
    /// What the host had to say.
    pub notices: Vec<String>,
    /// The turn that it asked for; null once the game was over.
    pub next: Option<FiledNext>,
    integrity: FiledIntegrity,
}

/// The turn that a report asked for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(in crate::office) struct FiledNext {
    /// The deadline as it was then, such as `2026-11-27 19:00 UTC`.
    pub deadline_utc: String,
    /// The time zone in which it tells the deadline.
    pub zone: String,
    how_to_send: FiledHowToSend,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
struct FiledPicture {
    link: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
struct FiledHowToSend {
    subject: String,
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
    /// Reads a report that was filed.
    ///
    /// # Errors
    /// When its JSON is not that of a report.
    pub(in crate::office) fn of(report: &StoredReport) -> Result<FiledReport, StoreError> {
        serde_json::from_str(&report.json).map_err(unreadable)
    }

    /// Reads a report whose JSON is parsed already.
    ///
    /// # Errors
    /// When it is not that of a report.
    pub(in crate::office) fn in_json(report: &Value) -> Result<FiledReport, StoreError> {
        FiledReport::deserialize(report).map_err(unreadable)
    }

    /// The token that its reader was to answer with, as it was written: read as a token, an `L` would become an `I`. `None` once the game was over.
    pub(in crate::office) fn token(&self) -> Option<&str> {
        let (_, token) = self.next.as_ref()?.how_to_send.subject.strip_suffix(']')?.rsplit_once(' ')?;
        Token::read(token).map(|_| token)
    }

    /// The page of the archive that its picture leads to; `None` where the host did not say where its pages are.
    pub(in crate::office) fn page_of_turn(&self) -> Option<&str> {
        self.pictures.iter().find_map(|picture| picture.link.as_deref())
    }

    /// The seed of its dice; `None` for the opening.
    pub(in crate::office) fn seed(&self) -> Option<Seed> {
        self.integrity.dice.as_ref()?.seed
    }
}

fn unreadable(why: serde_json::Error) -> StoreError {
    StoreError::Unreadable { what: "a report", why: why.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;

    fn filed(json: &str) -> Result<FiledReport, StoreError> {
        FiledReport::of(&StoredReport { turn: 3, seat: Some(Seat(1)), text: String::new(), html: String::new(), json: json.to_owned() })
    }

    #[test]
    fn what_is_not_there_is_empty() {
        let seed = Seed([7; 32]);
        let json = serde_json::json!({ "headline": "Ann leads", "no_move_received": true, "integrity": { "dice": { "seed": seed } } });
        let report = filed(&json.to_string()).unwrap();
        assert_eq!((report.headline.as_str(), report.no_move_received, report.seed()), ("Ann leads", true, Some(seed)));
        assert_eq!((report.order_template, report.composer_link), (None, None));
        assert_eq!(filed(r#"{ "integrity": { "dice": null } }"#).unwrap(), FiledReport::default(), "the opening");
    }

    #[test]
    fn the_token_is_found_as_it_was_written() {
        let asking = |subject: &str| filed(&serde_json::json!({ "next": { "how_to_send": { "subject": subject } } }).to_string()).unwrap();
        assert_eq!(asking("turn 1 [rim-3 2WWMAHG42B2XLNOF]").token(), Some("2WWMAHG42B2XLNOF"));
        assert_eq!(
            [asking("turn 1 [rim-3]"), asking(""), filed("{}").unwrap()].map(|report| report.token().map(str::to_owned)),
            [None, None, None]
        );
    }

    #[test]
    fn what_does_not_read_is_not_taken_for_empty() {
        for json in ["no JSON", r#"{ "no_move_received": "perhaps" }"#] {
            let said = filed(json).unwrap_err().to_string();
            assert!(said.starts_with("the database holds a report that cannot be read: "), "{said}");
        }
    }
}
