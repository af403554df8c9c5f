//! The moves of a game, as they can be written down and played again.

use std::collections::BTreeMap;

use super::Seat;

/// The record of a game whose moves alternate; all of it is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// The position that the game began with, in the notation of the rules.
    pub opening: String,
    /// One row for each move of both sides, in canonical notation; `-` for a skipped side, empty for a side that has not moved yet.
    pub rows: Vec<(String, String)>,
    /// The number of moves by seat; a seat without a move counts 0.
    pub made: BTreeMap<Seat, u32>,
    /// As `made`, without conditional moves, which their players had sent before they saw the position.
    pub sent: BTreeMap<Seat, u32>,
    /// All moves in order.
    pub played: Vec<PlayedMove>,
}

impl Moves {
    /// Whether each side has made a move; only then does the game count.
    pub fn all_have_moved(&self) -> bool {
        self.made.values().all(|made| *made > 0)
    }
}

/// A move, and the turn of the campaign in which it was played. One turn may have several moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// The turn of the campaign.
    pub turn: u32,
    /// Whose move it is.
    pub seat: Seat,
    /// In canonical notation.
    pub text: String,
}
