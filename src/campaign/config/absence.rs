//! `absence` of `[policy]`: whether a game waits for players who are away.

use serde::{Deserialize, Serialize};

use crate::engine::Pace;

/// Whether a game waits for a player who has announced an absence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AbsencePolicy {
    /// No: deadlines stay, and no clock stops.
    No,
    /// Yes, as long as the player has days of absence left.
    Yes,
    /// The same, if the game master agrees each time.
    Gm,
}

impl AbsencePolicy {
    /// The policy of a file that names none.
    pub fn usual(pace: Pace) -> AbsencePolicy {
        match pace {
            Pace::Alternating => AbsencePolicy::Yes,
            Pace::Simultaneous => AbsencePolicy::No,
        }
    }
}
