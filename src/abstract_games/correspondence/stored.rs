//! Reads a stored game back: positions and moves from their notations.

use serde::{Deserialize, Serialize};

use super::{Ply, SeatedPosition};
use crate::abstract_games::{AbstractGame, Side};
use crate::engine::Seat;

/// The last turn that moved a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Last<S> {
    /// The position before it, in its notation.
    pub before: String,
    pub steps: Vec<S>,
}

/// A game as it is stored.
pub(super) struct StoredMatch<'a> {
    pub opening: &'a str,
    pub position: &'a str,
    /// The holder of the side that begins, and the holder of the other.
    pub holders: [Seat; 2],
    pub swap: bool,
    /// How many turns have been played.
    pub plies: u32,
}

/// The turn that led to a position, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredLast {
    before: String,
    steps: String,
}

impl StoredMatch<'_> {
    /// The position with its players.
    ///
    /// # Errors
    /// When a position does not read; the text says why.
    pub(super) fn read<G: AbstractGame>(&self, rulebook: &G::Rulebook) -> Result<SeatedPosition<G>, String> {
        let began = G::read(rulebook, self.opening)?.to_move().unwrap_or(Side::First);
        let position = G::read(rulebook, self.position)?;
        Ok(SeatedPosition { position, holders: self.holders, plies: self.plies, swap: self.swap, began })
    }
}

impl StoredLast {
    pub(super) fn of<S: Copy + std::fmt::Display>(last: &Last<S>) -> StoredLast {
        StoredLast { before: last.before.clone(), steps: Ply::Steps(last.steps.clone()).to_string() }
    }

    /// The steps, read in the position in which they were made; `None` for a swap.
    ///
    /// # Errors
    /// When the position does not read, or the steps are not legal in it; the text says why.
    pub(super) fn read<G: AbstractGame>(&self, rulebook: &G::Rulebook, holders: [Seat; 2]) -> Result<Option<Last<G::Step>>, String> {
        let before = SeatedPosition::<G> { position: G::read(rulebook, &self.before)?, holders, plies: 0, swap: false, began: Side::First };
        match before.read_ply(&self.steps).map_err(|error| error.to_string())? {
            Ply::Steps(steps) => Ok(Some(Last { before: self.before.clone(), steps })),
            Ply::Swap => Ok(None),
        }
    }
}
