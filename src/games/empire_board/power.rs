//! Who acts in the game, and how they stand to each other.

use serde::{Deserialize, Serialize};

use crate::engine::Seat;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    Hostile,
    Neutral,
    Allied,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelationBetween {
    pub low: Seat,
    pub high: Seat,
    pub relation: Relation,
}

/// Who holds a planet or flies a fleet; in JSON the seat's number, 0 for neutral, 9 for pirates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub enum Power {
    Neutral,
    Seat(Seat),
    Pirates,
}

impl Power {
    pub fn seat(self) -> Option<Seat> {
        match self {
            Power::Seat(seat) => Some(seat),
            Power::Neutral | Power::Pirates => None,
        }
    }
}

/// How pirates are numbered among the powers: behind the eight seats.
const PIRATES: u8 = 9;

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
