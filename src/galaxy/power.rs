//! Who holds a planet or flies a fleet.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;

/// Who holds a planet or flies a fleet; in JSON the seat's number, 0 for neutral.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub enum Power {
    Neutral,
    Seat(Seat),
}

impl Power {
    pub fn seat(self) -> Option<Seat> {
        match self {
            Power::Neutral => None,
            Power::Seat(seat) => Some(seat),
        }
    }
}

impl From<u8> for Power {
    fn from(number: u8) -> Power {
        if number == 0 { Power::Neutral } else { Power::Seat(Seat(number)) }
    }
}

impl From<Power> for u8 {
    fn from(power: Power) -> u8 {
        power.seat().map_or(0, |seat| seat.0)
    }
}
