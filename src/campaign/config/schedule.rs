//! When the turns of a campaign are due.

use serde::{Deserialize, Serialize};

use super::review::Review;
use super::rhythm::{Rhythm, check_days};
use crate::campaign::DayOfWeek;
use crate::campaign::local::{Days, TimeOfDay, Zone};
use crate::engine::{AnyGame, Pace};

/// When turns are due, in local times of a named zone. An announced deadline is never computed again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleConfig {
    /// Either a turn every so many days (where moves alternate: days for each move, from the report on) …
    pub every_days: Option<u16>,
    /// … or on these days of the week: `["tue", "fri"]`.
    #[serde(default)]
    pub weekdays: Vec<DayOfWeek>,
    /// The local time, `20:00`.
    pub at: TimeOfDay,
    /// A name from the time zone database, `Europe/Berlin`.
    pub zone: Zone,
    /// How long after the deadline the game waits for a missing sheet.
    #[serde(default)]
    pub grace_hours: u16,
    /// Where moves alternate: the time that each seat may use beyond its deadlines, in the whole game.
    pub reserve_days: Option<u16>,
    /// Where moves alternate, instead of days for each move: the days that each seat begins with for all its moves …
    pub bank_days: Option<u16>,
    /// … the hours that each move adds …
    pub increment_hours: Option<u16>,
    /// … and the most days that a bank may hold; as many as at the beginning if absent.
    pub bank_limit_days: Option<u16>,
    /// Whether a turn is played early once every seat is READY.
    #[serde(default)]
    pub when_all_ready: bool,
    /// How many minutes after the last READY players may change their minds; never beyond the deadline.
    #[serde(default = "default_ready_pause_minutes")]
    pub ready_pause_minutes: u16,
    /// The shortest time from a report to the next deadline, in hours.
    #[serde(default = "default_minimum_hours")]
    pub minimum_hours: u16,
    /// How many hours before the deadline players without orders are reminded.
    #[serde(default)]
    pub reminder_hours: Vec<u16>,
    /// Days without a deadline: `["2026-12-24", "2026-12-27..2027-01-03"]`.
    #[serde(default)]
    pub holidays: Vec<Days>,
    /// Further deadlines, perhaps only for some turns: a turn is due at the earliest of all.
    #[serde(default)]
    pub also: Vec<Rhythm>,
}

impl ScheduleConfig {
    /// Checks that it is possible; `section` is its place in the file.
    pub(super) fn check(&self, section: &str, review: &mut Review<'_>) {
        if self.bank_days.is_none() {
            check_days(self.every_days, &self.weekdays, section, review);
        }
        for (at, rhythm) in self.also.iter().enumerate() {
            rhythm.check(&format!("{section}.also[{at}]"), review);
        }
    }

    /// Checks that it fits the pace of the game.
    pub(super) fn check_pace(&self, game: &dyn AnyGame, section: &str, review: &mut Review<'_>) {
        let title = game.title();
        let mut wrong = |key: &str, what: String| review.wrong(&format!("{section}.{key}"), what);
        match game.pace() {
            Pace::Simultaneous => {
                let keys = [("reserve_days", "a reserve", self.reserve_days), ("bank_days", "a bank", self.bank_days)];
                for (key, name, _) in keys.into_iter().filter(|(.., days)| days.is_some()) {
                    wrong(key, format!("in {title} all players move at once: only games whose moves alternate have {name}"));
                }
            }
            Pace::Alternating => {
                if !self.weekdays.is_empty() {
                    let instead = "write `every_days = 3`, the days for each move, instead of days of the week";
                    wrong("weekdays", format!("in {title} moves alternate: {instead}"));
                }
                if !self.also.is_empty() {
                    wrong("also", format!("in {title} moves alternate, and each has its own days: there are no further deadlines"));
                }
                if let Some(days) = self.reserve_days.filter(|days| *days > 365) {
                    wrong("reserve_days", format!("{days} is more than 365 days"));
                }
            }
        }
    }
}

fn default_minimum_hours() -> u16 {
    24
}

fn default_ready_pause_minutes() -> u16 {
    60
}
