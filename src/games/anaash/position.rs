//! The position: the stacks on their squares, and the side to move.

use crate::abstract_games::{Side, Squares};

/// A stack of checkers of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack {
    /// Whose checkers they are.
    pub side: Side,
    /// From 1 to half the number of squares, which is all checkers of a side.
    pub height: u8,
}

/// A board and the side to move, with skipped sides already skipped. It is never empty, and no side has more checkers than it began with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Squares,
    pub(super) stacks: Vec<Option<Stack>>,
    /// `None` once a side has captured everything.
    pub(super) to_move: Option<Side>,
}

impl Position {
    /// The board's files and ranks.
    pub fn board(&self) -> Squares {
        self.board
    }

    /// The stack on a square, if it is on the board and occupied.
    pub fn at(&self, square: u8) -> Option<Stack> {
        self.stacks.get(usize::from(square)).copied().flatten()
    }

    /// All stacks with their squares, by ranks from the bottom, each from the left.
    pub fn stacks(&self) -> impl Iterator<Item = (u8, Stack)> {
        self.board.squares().zip(&self.stacks).filter_map(|(square, stack)| Some((square, (*stack)?)))
    }

    /// How many checkers a side has.
    pub fn checkers(&self, side: Side) -> usize {
        self.stacks().filter(|(_, stack)| stack.side == side).map(|(_, stack)| usize::from(stack.height)).sum()
    }
}
