//! Powers: the players, the neutrals and the pirates, who hold planets and fly fleets.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;

/// Who holds a planet or flies a fleet. In JSON it is the seat's number, 0 for neutral, 9 for pirates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub enum Power {
    /// Nobody: the natives.
    Neutral,
    /// A player.
    Seat(Seat),
    /// The pirates, in rules that have them.
    Pirates,
}

/// The number of the pirates among the powers, after the eight seats.
pub(super) const PIRATES: u8 = 9;

impl Power {
    /// The player's seat; `None` for a power that nobody plays.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Power::Seat(seat) => Some(seat),
            Power::Neutral | Power::Pirates => None,
        }
    }

    /// The power's name in reports; `player` returns the names of seats.
    pub fn name(self, player: impl FnOnce(Seat) -> Option<String>) -> String {
        match self {
            Power::Neutral => "neutral".to_owned(),
            Power::Pirates => "pirates".to_owned(),
            Power::Seat(seat) => player(seat).unwrap_or_default(),
        }
    }
}

impl From<u8> for Power {
    fn from(number: u8) -> Power {
        match number {
            0 => Power::Neutral,
            PIRATES => Power::Pirates,
            seat => Power::Seat(Seat(seat)),
        }
    }
}

impl From<Power> for u8 {
    fn from(power: Power) -> u8 {
        match power {
            Power::Neutral => 0,
            Power::Seat(seat) => seat.0,
            Power::Pirates => PIRATES,
        }
    }
}
