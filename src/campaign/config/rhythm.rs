//! `[[schedule.also]]`: further deadlines besides those of the schedule.

use serde::{Deserialize, Serialize};

use super::review::Review;
use crate::campaign::DayOfWeek;
use crate::campaign::local::TimeOfDay;

/// A series of deadlines, for all turns or for some.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rhythm {
    /// Either every so many days, counted from the previous deadline …
    pub every_days: Option<u16>,
    /// … or on these days of the week.
    #[serde(default)]
    pub weekdays: Vec<DayOfWeek>,
    /// The local time; that of the schedule if absent.
    pub at: Option<TimeOfDay>,
    /// The first turn that it applies to; turn 1 if absent.
    pub from_turn: Option<u32>,
    /// The last turn that it applies to; no limit if absent.
    pub until_turn: Option<u32>,
}

impl Rhythm {
    /// Whether it applies to this turn.
    pub fn is_for(&self, turn: u32) -> bool {
        self.from_turn.is_none_or(|first| first <= turn) && self.until_turn.is_none_or(|last| turn <= last)
    }

    /// Checks that it is possible; `section` is its place in the file.
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

/// Checks that deadlines are either a number of days apart or on days of the week.
pub(super) fn check_days(every_days: Option<u16>, weekdays: &[DayOfWeek], section: &str, review: &mut Review<'_>) {
    let mut wrong = |key: &str, what: &str| review.wrong(&format!("{section}.{key}"), what);
    match (every_days, weekdays.is_empty()) {
        (None, true) => wrong("every_days", "write `every_days = 7` or `weekdays = [\"fri\"]`"),
        (Some(_), false) => wrong("weekdays", "write either `every_days` or `weekdays`, not both"),
        (Some(days), true) if !(1..=365).contains(&days) => wrong("every_days", &format!("{days} is not from 1 to 365 days")),
        _ => {}
    }
}
