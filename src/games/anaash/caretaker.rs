//! The aims of the caretaker: more checkers than the opponent, and taller stacks, since only these capture tall ones (A2.2).

use super::Position;
use crate::abstract_games::{Caretaking, Side};

/// How many steps of height a checker is worth.
const CHECKER: i32 = 8;

impl Caretaking for Position {
    fn worth(&self, side: Side) -> i32 {
        let worth = |side: Side| {
            let heights = || self.stacks().filter(|(_, stack)| stack.side == side).map(|(_, stack)| i32::from(stack.height));
            CHECKER * heights().sum::<i32>() + heights().max().unwrap_or(0)
        };
        worth(side) - worth(side.other())
    }
}
