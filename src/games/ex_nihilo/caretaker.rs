//! The aims of the caretaker: to own more and higher stacks than the opponent, since a side without a step has lost (X7).

use super::Position;
use crate::abstract_games::{Caretaking, Side};

/// How many pieces a stack is worth.
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
