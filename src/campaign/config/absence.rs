//! `absence` of `[policy]`: whether a game waits for players who are away.

use serde::{Deserialize, Serialize};

use crate::engine::Pace;

/// Whether a game waits for a player who has announced an absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbsencePolicy {
    /// It does not: deadlines stay, and no clock stops.
    No,
    /// As long as the player has days of absence left.
    Yes,
    /// The same, if the game master agrees each time.
    Gm,
}

impl AbsencePolicy {
    /// What holds where the file says nothing.
    pub fn usual(pace: Pace) -> AbsencePolicy {
        match pace {
            Pace::Alternating => AbsencePolicy::Yes,
            Pace::Simultaneous => AbsencePolicy::No,
        }
    }
}
