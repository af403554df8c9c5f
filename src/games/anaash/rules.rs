//! A2 to A4: where a stack may go, and what it does there.

use std::fmt;

use super::position::{Position, Stack};
use crate::abstract_games::{Side, Squares};

/// A whole stack by one square: `a4-a5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// Squares a side of the board on which `from` and `to` are counted.
    size: u8,
    pub(super) from: u8,
    pub(super) to: u8,
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];

/// All steps of the side to move.
pub fn steps(position: &Position) -> impl Iterator<Item = Step> {
    position.to_move.into_iter().flat_map(|side| steps_of(position, side))
}

fn steps_of(position: &Position, side: Side) -> impl Iterator<Item = Step> {
    let own = position.stacks().filter(move |(_, stack)| stack.side == side);
    let size = position.board.files;
    own.flat_map(move |(from, stack)| targets(position, from, stack).map(move |to| Step { size, from, to }))
}

/// A2: the squares to which `stack` may go from `from`.
fn targets(position: &Position, from: u8, stack: Stack) -> impl Iterator<Item = u8> {
    let near = ORTHOGONAL.map(|direction| position.board.step(from, direction));
    let alone = near.into_iter().flatten().all(|square| position.at(square).is_none());
    near.into_iter().flatten().filter(move |to| match position.at(*to) {
        Some(own) if own.side == stack.side => own.height >= stack.height, // A2.1
        Some(enemy) => enemy.height <= stack.height,                       // A2.2
        None => alone && comes_nearer(position, from, *to),                // A2.3
    })
}

/// A2.3: one step shortens the way to each stack by one at most, so that what is nearest then was among the nearest before.
fn comes_nearer(position: &Position, from: u8, to: u8) -> bool {
    let nearest =
        |square| position.stacks().filter(|(other, _)| *other != from).map(|(other, _)| distance(position.board, square, other)).min();
    nearest(to) < nearest(from)
}

/// The steps from square to square, along files and ranks.
pub fn distance(board: Squares, one: u8, other: u8) -> u8 {
    let ((file, rank), (other_file, other_rank)) = (board.place(one), board.place(other));
    file.abs_diff(other_file) + rank.abs_diff(other_rank)
}

/// Moves the stack and gives the turn to the enemy. A step from an empty square does nothing.
pub fn play(position: &mut Position, step: Step) {
    let (Some(moved), Some(side)) = (position.at(step.from), position.to_move) else { return };
    let Some(target) = position.stacks.get(usize::from(step.to)) else { return };
    let joined = target.filter(|there| there.side == moved.side).map_or(0, |there| there.height);
    // A2.1: heights add; A2.2: what is captured is gone.
    position.stacks[usize::from(step.to)] = Some(Stack { height: moved.height.saturating_add(joined), ..moved });
    position.stacks[usize::from(step.from)] = None;
    give_turn(position, side.other());
}

/// A3: gives the turn to this side, or to the other one if this cannot move; A4: to nobody if one has won.
pub fn give_turn(position: &mut Position, side: Side) {
    let can_move = |side: &Side| steps_of(position, *side).next().is_some();
    position.to_move = match position.winner() {
        Some(_) => None,
        None => [side, side.other()].into_iter().find(can_move),
    };
}

impl Step {
    pub(super) fn origin(self) -> String {
        self.name(self.from)
    }

    pub(super) fn name(self, square: u8) -> String {
        Squares { files: self.size, ranks: self.size }.name(square)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.name(self.from), self.name(self.to))
    }
}
