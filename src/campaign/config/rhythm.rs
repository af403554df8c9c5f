//! Further deadlines beside those of the schedule: `[[schedule.also]]`.

use serde::{Deserialize, Serialize};

use crate::campaign::local::{DayOfWeek, TimeOfDay};

/// A row of deadlines, for all turns or for some.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rhythm {
    /// Either every so many days, counted from the deadline before …
    pub every_days: Option<u16>,
    /// … or on these days of the week.
    #[serde(default)]
    pub weekdays: Vec<DayOfWeek>,
    /// Local time; that of the schedule if absent.
    pub at: Option<TimeOfDay>,
    /// The first turn that it is for; the first of all if absent.
    pub from_turn: Option<u32>,
    /// The last turn that it is for; all that come if absent.
    pub until_turn: Option<u32>,
}

impl Rhythm {
    /// Whether a turn may be due by it.
    pub fn is_for(&self, turn: u32) -> bool {
        self.from_turn.is_none_or(|first| first <= turn) && self.until_turn.is_none_or(|last| turn <= last)
    }

    /// What cannot be, with the key that says it.
    ///
    /// # Errors
    /// The first such thing.
    pub(super) fn check(&self) -> Result<(), (&'static str, String)> {
        check_days(self.every_days, &self.weekdays)?;
        match (self.from_turn, self.until_turn) {
            (Some(first), Some(last)) if first > last => {
                Err(("until_turn", format!("turn {last} is before turn {first}, the first that it is for")))
            }
            _ => Ok(()),
        }
    }
}

/// Whether deadlines are either so many days apart or on days of the week.
///
/// # Errors
/// What is wrong, with its key.
pub(super) fn check_days(every_days: Option<u16>, weekdays: &[DayOfWeek]) -> Result<(), (&'static str, String)> {
    match (every_days, weekdays.is_empty()) {
        (None, true) => Err(("every_days", "write `every_days = 7` or `weekdays = [\"fri\"]`".to_owned())),
        (Some(_), false) => Err(("weekdays", "write either `every_days` or `weekdays`, not both".to_owned())),
        (Some(days), true) if !(1..=365).contains(&days) => Err(("every_days", format!("{days} is not from 1 to 365 days"))),
        _ => Ok(()),
    }
}
