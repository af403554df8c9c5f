//! Times in which email could not be fetched, remembered from run to run by the host.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::campaign::config::IntakeConfig;
use crate::campaign::suspense::MailGap;
use crate::office::cabinet::error::DeskError;
use crate::office::{Host, World};
use crate::store::{Seals, Store};

/// The fact of the host's database that holds them.
const GAPS: &str = "mail gaps";

/// How long a gap is remembered after its end: longer than it can concern any turn.
const REMEMBERED: TimeDelta = TimeDelta::days(60);

/// The gaps of all places where email comes in.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gaps(Vec<Gap>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Gap {
    /// Of a campaign's own intake; null for the host's, which concerns all campaigns.
    intake: Option<IntakeConfig>,
    #[serde(flatten)]
    time: MailGap,
}

/// Where a run has looked for emails: in the host's intake, and in those of campaigns.
pub(crate) struct IntakeLook<'a> {
    /// What it could not list; `None` is the host's.
    pub unlisted: &'a [Option<IntakeConfig>],
    /// The intakes of campaigns that it has looked into; `None` if it has looked into all.
    pub only: Option<&'a [IntakeConfig]>,
}

impl IntakeLook<'_> {
    fn has_listed(&self, intake: &Option<IntakeConfig>) -> bool {
        let was_looked_into = intake.as_ref().is_none_or(|intake| self.only.is_none_or(|only| only.contains(intake)));
        was_looked_into && !self.unlisted.contains(intake)
    }
}

impl Gaps {
    /// What is known after a run has looked for emails. It is written down if it has changed. `own_database` is the host's, open for reading,
    /// if it can be.
    ///
    /// # Errors
    /// When the host's database refuses.
    pub(crate) fn after_looking(
        host: &Host,
        own_database: Option<&mut Store>,
        look: &IntakeLook<'_>,
        world: &World<'_>,
    ) -> Result<Gaps, DeskError> {
        let Some(own_database) = own_database else { return Ok(Gaps::default()) };
        let known = Gaps(own_database.look()?.fact_in_json(GAPS)?.unwrap_or_default());
        let gaps = known.clone().after(look, world.now);
        if gaps.0 != known.0 {
            let mut store = Store::open(&host.own_database(), Seals::default())?;
            let ledger = store.begin()?;
            ledger.set_fact_in_json(GAPS, &gaps.0)?;
            ledger.commit()?;
        }
        Ok(gaps)
    }

    /// The gaps that concern a campaign with this intake.
    pub(crate) fn of(&self, intake: &IntakeConfig) -> Vec<MailGap> {
        let concerns = |gap: &&Gap| gap.intake.as_ref().is_none_or(|own| own == intake);
        self.0.iter().filter(concerns).map(|gap| gap.time).collect()
    }

    fn after(self, look: &IntakeLook<'_>, now: DateTime<Utc>) -> Gaps {
        let mut gaps = self.0;
        for gap in gaps.iter_mut().filter(|gap| gap.time.until.is_none() && look.has_listed(&gap.intake)) {
            gap.time.until = Some(now);
        }
        for intake in look.unlisted {
            if !gaps.iter().any(|gap| gap.time.until.is_none() && gap.intake == *intake) {
                gaps.push(Gap { intake: intake.clone(), time: MailGap { since: now, until: None } });
            }
        }
        gaps.retain(|gap| gap.time.until.is_none_or(|until| now.signed_duration_since(until) < REMEMBERED));
        Gaps(gaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_lasts_from_the_first_run_that_cannot_look_to_the_first_that_can() {
        let at = |hour: i64| DateTime::<Utc>::UNIX_EPOCH + TimeDelta::hours(hour);
        let own = IntakeConfig { pipe: true, ..IntakeConfig::default() };
        let after = |gaps: Gaps, unlisted: &[Option<IntakeConfig>], hour| gaps.after(&IntakeLook { unlisted, only: None }, at(hour));
        let gaps = after(after(after(Gaps::default(), &[None], 1), &[None, Some(own.clone())], 2), &[Some(own.clone())], 3);
        assert_eq!(gaps.of(&IntakeConfig::default()), [MailGap { since: at(1), until: Some(at(3)) }]);
        assert_eq!(gaps.of(&own).last(), Some(&MailGap { since: at(2), until: None }));
        let host_alone = IntakeLook { unlisted: &[], only: Some(&[]) };
        assert_eq!(gaps.clone().after(&host_alone, at(4)).of(&own).last(), Some(&MailGap { since: at(2), until: None }));
        let gaps = after(after(gaps, &[], 4), &[None], 24 * 60 + 3);
        assert_eq!(gaps.0.len(), 2, "the first is forgotten: {gaps:?}");
    }
}
