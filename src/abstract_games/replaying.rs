//! Steps through an abstract game as its score records it: steps, and the swap of rule C6.

use super::{AbstractGame, Opened, Side};
use crate::engine::{Finished, IllegalStep, Steps};

/// How a swap is written in orders and in scores.
const SWAP: &str = "SWAP";

/// A position open for stepping, with what rule C6 must know of the moves so far.
///
/// A swap changes who holds the sides but nothing on the board, so here it only counts as a turn.
pub struct Replaying<G: AbstractGame> {
    opened: Opened<G>,
    /// Whether the scenario lets the second player take over the first move.
    swap: bool,
    /// The side that makes or made the first move; `None` if the game was over from the start.
    began: Option<Side>,
    /// How many turns were completed.
    turns: u32,
}

impl<G: AbstractGame> Replaying<G> {
    /// Opens a position before the first move. With `swap`, the second player's first move may be a swap.
    pub fn from(position: G, swap: bool) -> Replaying<G> {
        Replaying { began: position.to_move(), opened: Opened(position), swap, turns: 0 }
    }

    /// C6: whether this is the second player's first move, and may be a swap.
    fn may_swap(&self) -> bool {
        self.swap && self.turns == 1 && self.began.is_some_and(|side| self.opened.0.to_move() == Some(side.other()))
    }
}

impl<G: AbstractGame> Steps for Replaying<G> {
    fn to_move(&self) -> Option<&'static str> {
        self.opened.to_move()
    }

    fn position(&self) -> String {
        self.opened.position()
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = self.opened.legal();
        legal.extend(self.may_swap().then(|| SWAP.to_owned()));
        legal.sort_unstable();
        legal
    }

    fn play(&mut self, text: &str) -> Result<String, IllegalStep> {
        if text.eq_ignore_ascii_case(SWAP) {
            if !self.may_swap() {
                let expected = "a move: SWAP is only for the second player's first move, where the scenario has swap = true (C6)";
                return Err(IllegalStep::expecting(text, expected));
            }
            self.turns += 1;
            return Ok(SWAP.to_owned());
        }
        let played = self.opened.play(text)?;
        self.turns += u32::from(!self.opened.0.owes_step());
        Ok(played)
    }

    fn finish(&self) -> Option<Finished> {
        self.opened.finish()
    }

    fn perft(&self, depth: u32) -> u64 {
        self.opened.perft(depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.opened.divide(depth)
    }
}
