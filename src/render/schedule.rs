//! When turns are due, in facts that a template puts into words.

use serde::{Deserialize, Serialize};

use crate::campaign::config::{CampaignConfig, ScheduleConfig};
use crate::engine::{AnyGame, Pace};
use crate::games;

/// When turns are due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleFacts {
    /// Whether moves alternate, so that each has its own days.
    pub by_moves: bool,
    pub every_days: Option<u16>,
    /// In full.
    pub weekdays: Vec<String>,
    pub at: String,
    pub zone: String,
    pub reserve_days: Option<u16>,
    /// There are further deadlines, or others for some turns.
    pub has_more: bool,
}

impl ScheduleFacts {
    pub fn of(config: &CampaignConfig) -> ScheduleFacts {
        ScheduleFacts::at_pace(&config.schedule, games::by_id(&config.game).map(AnyGame::pace))
    }

    /// The same of a schedule that is in no campaign's file.
    pub fn at_pace(schedule: &ScheduleConfig, pace: Option<Pace>) -> ScheduleFacts {
        let ScheduleConfig { every_days, weekdays, at, zone, reserve_days, also, .. } = schedule;
        ScheduleFacts {
            by_moves: pace == Some(Pace::Alternating),
            every_days: *every_days,
            weekdays: weekdays.iter().map(|day| format!("{:?}", day.weekday())).collect(),
            at: String::from(*at),
            zone: zone.to_string(),
            reserve_days: *reserve_days,
            has_more: !also.is_empty(),
        }
    }
}
