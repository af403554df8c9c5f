//! The position: the stacks on their cells, how many stacks each side has removed, and the side to move.

use super::Tax;
use crate::abstract_games::{Hexhex, Side};

/// S1: pieces of one colour on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack {
    /// Whose pieces they are.
    pub side: Side,
    /// From 1 to [`Stack::LARGEST`].
    pub size: u16,
}

impl Stack {
    /// The largest stack. No game comes near it; it bounds how many splits must be listed.
    pub const LARGEST: u16 = 999;
}

/// The board with its stacks. Skipped sides are already skipped: the side to move can move, or somebody has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) board: &'static Hexhex,
    pub(super) tax: Tax,
    /// By cell; entries for cells that the board does not have stay empty.
    pub(super) stacks: [Option<Stack>; Hexhex::MOST_CELLS],
    /// S1: how many stacks each side has removed, including its own.
    pub(super) removed: [u16; 2],
    /// After the game, this is the opponent of the side that moved last.
    pub(super) to_move: Side,
    pub(super) winner: Option<Side>,
}

impl Position {
    /// S1: how many stacks a side has removed, including its own.
    pub fn removed(&self, side: Side) -> u16 {
        self.removed[side.index()]
    }

    /// All stacks with the names of their cells, by rows from the bottom, each from the left.
    pub fn stacks(&self) -> impl Iterator<Item = (String, Stack)> {
        self.board.cells().filter_map(|cell| Some((self.board.name(cell), self.stack(cell)?)))
    }

    pub(super) fn stack(&self, cell: u8) -> Option<Stack> {
        self.stacks[usize::from(cell)]
    }

    /// The size of the stack on a cell; 0 if it is empty.
    pub(super) fn size(&self, cell: u8) -> u16 {
        self.stack(cell).map_or(0, |stack| stack.size)
    }

    pub(super) fn has_stacks(&self, side: Side) -> bool {
        self.stacks.iter().flatten().any(|stack| stack.side == side)
    }

    /// S2: the empty cells along each ray, and the first occupied cell.
    pub(super) fn seen_from(&self, cell: u8) -> impl Iterator<Item = u8> {
        self.board.rays(cell).iter().flat_map(|ray| {
            let empty = ray.iter().take_while(|cell| self.stack(**cell).is_none()).count();
            ray.iter().copied().take(empty + 1)
        })
    }
}
