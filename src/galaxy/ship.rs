//! The two kinds of ship.

use serde::{Deserialize, Serialize};

/// A kind of ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ship {
    /// `FI`
    Fighter,
    /// `TR`, which carries cargo.
    Transporter,
}

impl Ship {
    /// Both, fighters first.
    pub const ALL: [Ship; 2] = [Ship::Fighter, Ship::Transporter];

    /// The abbreviation that SEND uses.
    pub fn code(self) -> &'static str {
        self.pick("FI", "TR")
    }

    /// The one of two values that is for this kind.
    pub fn pick<T>(self, fighters: T, transporters: T) -> T {
        match self {
            Ship::Fighter => fighters,
            Ship::Transporter => transporters,
        }
    }
}
