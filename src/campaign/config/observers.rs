//! `[observers]`: whether people without a seat may follow a game by email.

use serde::{Deserialize, Serialize};

/// `[observers]`: who may follow the game without a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct ObserversConfig {
    /// Whether OBSERVE enters everybody who confirms it.
    pub open: bool,
    /// How many turns later they get the public report of a turn; once the game is over, they get the rest.
    pub delay_turns: u32,
    /// The most observers.
    pub most: u16,
}

impl Default for ObserversConfig {
    fn default() -> ObserversConfig {
        ObserversConfig { open: false, delay_turns: 1, most: 50 }
    }
}
