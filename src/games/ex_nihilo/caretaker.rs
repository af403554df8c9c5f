//! The aims of the caretaker: to own more stacks than the opponent, and the higher ones, because a side without a step has lost (X7).

use super::Position;
use crate::abstract_games::{Caretaking, Side};

/// A stack counts as much as so many pieces.
const STACK: i32 = 4;

impl Caretaking for Position {
    fn worth(&self, side: Side) -> i32 {
        let stacks = self.board.cells().filter_map(|cell| self.pile(cell).stack());
        let worth = stacks.map(|stack| {
            let worth = STACK + i32::from(stack.size);
            if stack.owner == side { worth } else { -worth }
        });
        worth.sum()
    }
}
