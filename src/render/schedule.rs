//! When turns are due, in facts that a template puts into words.

use serde::{Deserialize, Serialize};

use crate::campaign::config::{CampaignConfig, ScheduleConfig};
use crate::campaign::local::Zone;
use crate::campaign::schedule::Span;
use crate::engine::Pace;

/// When turns are due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleFacts {
    /// Whether moves alternate, so that each has its own days.
    pub by_moves: bool,
    /// Days from one turn to the next, or for each move; null where turns fall on days of the week, or players have a bank.
    pub every_days: Option<u16>,
    /// In full.
    pub weekdays: Vec<String>,
    /// Local time, such as `20:00`.
    pub at: String,
    /// The zone of that time, such as `Europe/Berlin`.
    pub zone: Zone,
    /// What each player may use beyond the deadlines, in the whole game; null where there is no reserve.
    pub reserve_days: Option<u16>,
    /// What each player begins with, instead of days for each move.
    pub bank_days: Option<u16>,
    /// What each move adds; null if nothing.
    pub increment: Option<Span>,
    /// There are further deadlines, or others for some turns.
    pub has_more: bool,
}

impl ScheduleFacts {
    /// The schedule of a campaign, at the pace of its game.
    pub fn of(config: &CampaignConfig) -> ScheduleFacts {
        ScheduleFacts::at_pace(&config.schedule, Some(config.game.pace()))
    }

    /// The same of a schedule that is in no campaign's file.
    pub fn at_pace(schedule: &ScheduleConfig, pace: Option<Pace>) -> ScheduleFacts {
        let ScheduleConfig { every_days, weekdays, at, zone, reserve_days, bank_days, also, .. } = schedule;
        ScheduleFacts {
            by_moves: pace == Some(Pace::Alternating),
            every_days: *every_days,
            weekdays: weekdays.iter().map(|day| format!("{:?}", day.weekday())).collect(),
            at: String::from(*at),
            zone: zone.clone(),
            reserve_days: *reserve_days,
            bank_days: *bank_days,
            increment: increment_of(schedule),
            has_more: !also.is_empty(),
        }
    }
}

/// What each move adds to the bank of its player.
pub fn increment_of(schedule: &ScheduleConfig) -> Option<Span> {
    schedule.bank().map(|bank| bank.increment).filter(|increment| !increment.is_zero()).map(Span::from)
}
