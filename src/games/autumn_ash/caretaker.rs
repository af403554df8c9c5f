//! The aims of the caretaker: points (U8), and pieces of one colour that can still be bagged together.

use super::Position;
use super::pieces::Colour;
use crate::abstract_games::{Caretaking, Side};

/// How many pairs of a colour a point is worth.
const POINT: i32 = 6;

impl Caretaking for Position {
    /// Each pair of pieces of one colour is a step towards three in a line.
    fn worth(&self, side: Side) -> i32 {
        let mut counts = [[0_i32; Colour::COUNT]; 2];
        self.pieces().iter().for_each(|standing| counts[standing.piece.side.index()][standing.piece.colour.index()] += 1);
        let worth = |side: Side| {
            let pairs: i32 = counts[side.index()].iter().map(|count| count * (count - 1) / 2).sum();
            POINT * i32::try_from(self.scores()[side.index()]).unwrap_or(i32::MAX / POINT / 4) + pairs
        };
        worth(side) - worth(side.other())
    }
}
