//! The aims of the caretaker: more and bigger stacks than the opponent, and little tax to pay (S1, S6).

use super::Position;
use crate::abstract_games::{Caretaking, Side};

/// How many pieces a stack is worth.
const STACK: i32 = 6;

impl Caretaking for Position {
    /// A side with a high tax can hardly enter stacks, and a side without stacks has lost (S8).
    fn worth(&self, side: Side) -> i32 {
        let worth = |side: Side| {
            let own = self.stacks.iter().flatten().filter(|stack| stack.side == side);
            own.map(|stack| STACK + i32::from(stack.size)).sum::<i32>() - i32::from(self.removed(side))
        };
        worth(side) - worth(side.other())
    }
}
