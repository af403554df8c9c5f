//! Seats, and the viewers for whom something is drawn or told.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A place at the table, numbered from 1 as in the rules. It outlives the person who holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

/// Seats in ascending order.
pub type SeatSet = BTreeSet<Seat>;

impl From<Seat> for u64 {
    fn from(seat: Seat) -> u64 {
        seat.0.into()
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// For whom a view is made. Nothing else decides what the view may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// The holder of a seat.
    Seat(Seat),
    /// Anybody: the archive shows this to strangers.
    Public,
    /// The game master, who may see everything once a turn is adjudicated.
    GameMaster,
}

impl Viewer {
    /// The seat of a player.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::GameMaster => None,
        }
    }
}

/// A field of a state that names players by the numbers of their seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatField {
    /// The name of the field.
    pub name: &'static str,
    /// Whether the keys of its maps are the seats. Otherwise they are its value, or the values of its lists and maps.
    pub by_key: bool,
    /// The numbers that stand for nobody who plays, with what they mean, such as 0 for neutral.
    pub others: &'static [(u8, &'static str)],
}

impl SeatField {
    /// A field whose values are seats.
    pub const fn values(name: &'static str, others: &'static [(u8, &'static str)]) -> SeatField {
        SeatField { name, by_key: false, others }
    }

    /// A field with maps whose keys are seats.
    pub const fn keys(name: &'static str, others: &'static [(u8, &'static str)]) -> SeatField {
        SeatField { name, by_key: true, others }
    }
}
