//! The moves of a game as they can be written down and played again.

use std::collections::BTreeMap;

use super::Seat;

/// What a game whose moves alternate can write down of itself; all of it is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// The position that it began with, in the notation of the rules.
    pub opening: String,
    /// A move of each side a row: canonical notation, `-` for a side that was skipped, nothing for one that has not moved.
    pub rows: Vec<(String, String)>,
    /// By seat how many moves were made; a seat that has made none is there, too.
    pub made: BTreeMap<Seat, u32>,
    /// The same without those that were conditional moves, which their players had sent before they saw the position.
    pub sent: BTreeMap<Seat, u32>,
    /// All of them, in their order.
    pub played: Vec<PlayedMove>,
}

impl Moves {
    /// Whether each side has made a move, so that the game counts.
    pub fn all_have_moved(&self) -> bool {
        self.made.values().all(|made| *made > 0)
    }
}

/// A move, and the turn of the campaign in which it was played; a turn may have several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// The turn of the campaign.
    pub turn: u32,
    /// Whose move it is.
    pub seat: Seat,
    /// In canonical notation.
    pub text: String,
}
