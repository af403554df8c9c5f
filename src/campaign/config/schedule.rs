//! When the turns of a campaign are due.

use serde::{Deserialize, Serialize};

use super::error::ConfigError;
use super::rhythm::{Rhythm, check_days};
use crate::campaign::local::{DayOfWeek, Days, TimeOfDay, Zone};
use crate::engine::{AnyGame, Pace};

/// When turns are due. Local times in a named zone; what was announced is never computed again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleConfig {
    /// Either a turn every so many days (where moves alternate: so many days for each move, from the report on) …
    pub every_days: Option<u16>,
    /// … or on these days of the week: `["tue", "fri"]`.
    #[serde(default)]
    pub weekdays: Vec<DayOfWeek>,
    /// Local time, `20:00`.
    pub at: TimeOfDay,
    /// A name of the time zone database, `Europe/Berlin`.
    pub zone: Zone,
    /// How long after the deadline the game waits for a missing sheet.
    #[serde(default)]
    pub grace_hours: u16,
    /// Where moves alternate: what each seat may use beyond its deadlines, in the whole game.
    pub reserve_days: Option<u16>,
    /// Where moves alternate, instead of days for each move: what each seat begins with for all its moves …
    pub bank_days: Option<u16>,
    /// … what each move adds to it …
    pub increment_hours: Option<u16>,
    /// … and what it holds at most; as much as in the beginning if absent.
    pub bank_limit_days: Option<u16>,
    /// A turn may be adjudicated early when every seat is READY.
    #[serde(default)]
    pub when_all_ready: bool,
    /// How long after the last READY, in which anybody may change their mind; never beyond the deadline.
    #[serde(default = "default_ready_pause_minutes")]
    pub ready_pause_minutes: u16,
    /// The shortest time from a report to the next deadline.
    #[serde(default = "default_minimum_hours")]
    pub minimum_hours: u16,
    /// How many hours before the deadline players are reminded who have not sent orders.
    #[serde(default)]
    pub reminder_hours: Vec<u16>,
    /// Days without a deadline: `["2026-12-24", "2026-12-27..2027-01-03"]`.
    #[serde(default)]
    pub holidays: Vec<Days>,
    /// Further deadlines, some of them for the first or the later turns alone: a turn is due at the first of all.
    #[serde(default)]
    pub also: Vec<Rhythm>,
}

impl ScheduleConfig {
    pub(super) fn check(&self, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        if self.bank_days.is_none() {
            check_days(self.every_days, &self.weekdays).map_err(|(key, what)| wrong(&format!("schedule.{key}"), what))?;
        }
        let mut rhythms = self.also.iter().enumerate();
        rhythms.try_for_each(|(at, rhythm)| rhythm.check().map_err(|(key, what)| wrong(&format!("schedule.also[{at}].{key}"), what)))
    }

    /// What the schedule says must fit the pace of the game.
    pub(super) fn check_pace(&self, game: &dyn AnyGame, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        let title = game.title();
        match (game.pace(), self.reserve_days) {
            (Pace::Simultaneous, Some(_)) => Err(wrong(
                "schedule.reserve_days",
                format!("in {title} all players move at once: only games whose moves alternate have a reserve"),
            )),
            (Pace::Simultaneous, None) if self.bank_days.is_some() => Err(wrong(
                "schedule.bank_days",
                format!("in {title} all players move at once: only games whose moves alternate have a bank"),
            )),
            (Pace::Alternating, _) if !self.weekdays.is_empty() => {
                let what =
                    format!("in {title} moves alternate: write `every_days = 3`, the days for each move, instead of days of the week");
                Err(wrong("schedule.weekdays", what))
            }
            (Pace::Alternating, _) if !self.also.is_empty() => Err(wrong(
                "schedule.also",
                format!("in {title} moves alternate, and each has its own days: there are no further deadlines"),
            )),
            (Pace::Alternating, Some(days)) if days > 365 => Err(wrong("schedule.reserve_days", format!("{days} is more than 365 days"))),
            _ => Ok(()),
        }
    }
}

fn default_minimum_hours() -> u16 {
    24
}

fn default_ready_pause_minutes() -> u16 {
    60
}
