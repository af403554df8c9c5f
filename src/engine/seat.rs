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
