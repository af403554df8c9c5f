//! When turns are due, in facts that a template puts into words.

use serde::{Deserialize, Serialize};

use crate::campaign::config::{CampaignConfig, ScheduleConfig};
use crate::engine::Pace;
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
        let ScheduleConfig { every_days, weekdays, at, zone, reserve_days, also, .. } = &config.schedule;
        ScheduleFacts {
            by_moves: games::by_id(&config.game).is_some_and(|game| game.pace() == Pace::Alternating),
            every_days: *every_days,
            weekdays: weekdays.iter().map(|day| format!("{:?}", day.weekday())).collect(),
            at: String::from(*at),
            zone: zone.to_string(),
            reserve_days: *reserve_days,
            has_more: !also.is_empty(),
        }
    }
}
