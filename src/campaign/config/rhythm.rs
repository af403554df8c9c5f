//! Further deadlines beside those of the schedule: `[[schedule.also]]`.

use serde::{Deserialize, Serialize};

use super::review::Review;
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

    /// What it says must be possible; `section` is where it stands.
    pub(super) fn check(&self, section: &str, review: &mut Review<'_>) {
        check_days(self.every_days, &self.weekdays, section, review);
        if let (Some(first), Some(last)) = (self.from_turn, self.until_turn)
            && first > last
        {
            let what = format!("turn {last} is before turn {first}, the first that it is for");
            review.wrong(&format!("{section}.until_turn"), what);
        }
    }
}

/// Deadlines are either so many days apart or on days of the week.
pub(super) fn check_days(every_days: Option<u16>, weekdays: &[DayOfWeek], section: &str, review: &mut Review<'_>) {
    let mut wrong = |key: &str, what: &str| review.wrong(&format!("{section}.{key}"), what);
    match (every_days, weekdays.is_empty()) {
        (None, true) => wrong("every_days", "write `every_days = 7` or `weekdays = [\"fri\"]`"),
        (Some(_), false) => wrong("weekdays", "write either `every_days` or `weekdays`, not both"),
        (Some(days), true) if !(1..=365).contains(&days) => wrong("every_days", &format!("{days} is not from 1 to 365 days")),
        _ => {}
    }
}
