//! The two sides of a board.

use serde::{Deserialize, Serialize};

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side that begins.
    First,
    /// The side that answers.
    Second,
}

impl Side {
    /// Both, in the order in which they move.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the side that begins, 1 for the other.
    pub fn index(self) -> usize {
        usize::from(self == Side::Second)
    }
}
