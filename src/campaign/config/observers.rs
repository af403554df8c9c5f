//! `[observers]`: whether people without a seat may follow a game by email.

use serde::{Deserialize, Serialize};

/// `[observers]`: who may read along without a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct ObserversConfig {
    /// OBSERVE enters everybody who confirms it.
    pub open: bool,
    /// They get the public report of a turn so many turns later; what is left, once the game is over.
    pub delay_turns: u32,
    /// How many of them there may be.
    pub most: u16,
}

impl Default for ObserversConfig {
    fn default() -> ObserversConfig {
        ObserversConfig { open: false, delay_turns: 1, most: 50 }
    }
}
