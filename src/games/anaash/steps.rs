//! A2: where a stack may go.

use super::{Position, Stack};
use crate::abstract_games::{LegalSteps, Side, Squares};

/// The move of a whole stack by one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) board: Squares,
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

impl LegalSteps for Position {
    type Step = Step;

    fn steps(&self) -> impl Iterator<Item = Step> {
        self.to_move.into_iter().flat_map(|side| self.steps_of(side))
    }
}

impl Position {
    pub(super) fn steps_of(&self, side: Side) -> impl Iterator<Item = Step> {
        let own = self.stacks().filter(move |(_, stack)| stack.side == side);
        let board = self.board;
        own.flat_map(move |(from, stack)| self.targets(from, stack).map(move |to| Step { from, to, board }))
    }

    /// A2: the squares to which `stack` may go from `from`.
    fn targets(&self, from: u8, stack: Stack) -> impl Iterator<Item = u8> {
        let near = ORTHOGONAL.map(|direction| self.board.step(from, direction));
        let alone = near.into_iter().flatten().all(|square| self.at(square).is_none());
        near.into_iter().flatten().filter(move |to| match self.at(*to) {
            Some(own) if own.side == stack.side => own.height >= stack.height, // A2.1
            Some(enemy) => enemy.height <= stack.height,                       // A2.2
            None => alone && self.comes_nearer(from, *to),                     // A2.3
        })
    }

    /// A2.3: one step shortens the way to each stack by at most one, so the stack that is nearest afterwards was among the nearest before.
    fn comes_nearer(&self, from: u8, to: u8) -> bool {
        let others = || self.stacks().filter(|(other, _)| *other != from);
        let nearest = |square| others().map(|(other, _)| distance(self.board, square, other)).min();
        nearest(to) < nearest(from)
    }
}

/// The number of orthogonal steps between two squares.
fn distance(board: Squares, one: u8, other: u8) -> u8 {
    let ((file, rank), (other_file, other_rank)) = (board.place(one), board.place(other));
    file.abs_diff(other_file) + rank.abs_diff(other_rank)
}
