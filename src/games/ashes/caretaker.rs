//! The aims of the caretaker: more stacks than the opponent, bigger ones, and little tax to pay (S1, S6).

use super::Position;
use crate::abstract_games::{Caretaking, Side};

/// A stack counts as much as so many pieces.
const STACK: i32 = 6;

impl Caretaking for Position {
    /// A side whose tax is high can hardly enter stacks, and one without stacks has lost (S8).
    fn worth(&self, side: Side) -> i32 {
        let worth = |side: Side| {
            let own = self.stacks.iter().flatten().filter(|stack| stack.side == side);
            own.map(|stack| STACK + i32::from(stack.size)).sum::<i32>() - i32::from(self.removed(side))
        };
        worth(side) - worth(side.other())
    }
}
