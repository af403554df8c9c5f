//! The position: which stacks stand on which squares, and who is to move.

use crate::abstract_games::{Side, Squares};

/// A stack of checkers of one colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack {
    /// Whose checkers they are.
    pub side: Side,
    /// From 1 to half of the squares: all checkers of a side.
    pub height: u8,
}

/// A board with the side to move, passes made. Never empty, and no side has more checkers than it began with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Squares,
    pub(super) stacks: Vec<Option<Stack>>,
    /// `None` once a side has captured all.
    pub(super) to_move: Option<Side>,
}

impl Position {
    /// How many files and ranks the board has.
    pub fn board(&self) -> Squares {
        self.board
    }

    /// The stack on a square, if it is on the board and occupied.
    pub fn at(&self, square: u8) -> Option<Stack> {
        self.stacks.get(usize::from(square)).copied().flatten()
    }

    /// All stacks with their squares: ranks from the bottom, each from the left.
    pub fn stacks(&self) -> impl Iterator<Item = (u8, Stack)> {
        self.board.squares().zip(&self.stacks).filter_map(|(square, stack)| Some((square, (*stack)?)))
    }

    /// How many checkers a side has.
    pub fn checkers(&self, side: Side) -> usize {
        self.stacks().filter(|(_, stack)| stack.side == side).map(|(_, stack)| usize::from(stack.height)).sum()
    }
}
