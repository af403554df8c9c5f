//! When turns are due, as facts for templates.

use serde::{Deserialize, Serialize};

use crate::campaign::DayOfWeek;
use crate::campaign::config::{CampaignConfig, ScheduleConfig};
use crate::campaign::local::Zone;
use crate::campaign::schedule::Span;
use crate::engine::Pace;

/// When turns are due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleFacts {
    /// Whether moves alternate, so that each has its own days.
    pub by_moves: bool,
    /// Days from one turn to the next, or for each move; null if turns fall on days of the week, or if players have a bank.
    pub every_days: Option<u16>,
    /// The days of the week, in templates by their names in lower case, in full.
    pub weekdays: Vec<DayOfWeek>,
    /// The local time, such as `20:00`.
    pub at: String,
    /// The zone of that time, such as `Europe/Berlin`.
    pub zone: Zone,
    /// Days that each player may use beyond the deadlines in the whole game; null if there is no reserve.
    pub reserve_days: Option<u16>,
    /// Days in each player's bank at the start, instead of days for each move; null without banks.
    pub bank_days: Option<u16>,
    /// What each move adds to the bank; null for nothing.
    pub increment: Option<Span>,
    /// Whether there are further deadlines, or other deadlines for some turns.
    pub has_more: bool,
}

impl ScheduleFacts {
    /// A campaign's schedule, at the pace of its game.
    pub fn of(config: &CampaignConfig) -> ScheduleFacts {
        ScheduleFacts::at_pace(&config.schedule, Some(config.game.pace()))
    }

    /// A schedule that is not in a campaign's file, at this pace.
    pub fn at_pace(schedule: &ScheduleConfig, pace: Option<Pace>) -> ScheduleFacts {
        let ScheduleConfig { every_days, weekdays, at, zone, reserve_days, bank_days, also, .. } = schedule;
        ScheduleFacts {
            by_moves: pace == Some(Pace::Alternating),
            every_days: *every_days,
            weekdays: weekdays.iter().map(DayOfWeek::in_full).collect(),
            at: String::from(*at),
            zone: zone.clone(),
            reserve_days: *reserve_days,
            bank_days: *bank_days,
            increment: increment_of(schedule),
            has_more: !also.is_empty(),
        }
    }
}

/// What each move adds to its player's bank; `None` for nothing.
pub fn increment_of(schedule: &ScheduleConfig) -> Option<Span> {
    schedule.bank().map(|bank| bank.increment).filter(|increment| !increment.is_zero()).map(Span::from)
}
