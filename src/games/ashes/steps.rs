//! The legal steps (S2 to S5), and how many pieces arrive.

use std::ops::Range;

use super::{Position, Stack, Tax};
use crate::abstract_games::{Hexhex, LegalSteps, Play, Side};

/// The move of a 0-stack, a whole stack or part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) portion: Portion,
    pub(super) board: &'static Hexhex,
}

/// What starts from a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Portion {
    /// S3: a 0-stack.
    Nothing,
    /// S5: this many pieces, with others staying behind.
    Part(u16),
    /// S4: a stack of this size.
    Whole(u16),
}

impl Step {
    /// What starts, as it is before the move.
    pub fn portion(self) -> Portion {
        self.portion
    }
}

/// The steps from one cell to another.
struct Ways {
    from: u8,
    to: u8,
    /// The whole stack on `from`, or its 0-stack; `None` if it may not go.
    whole: Option<Portion>,
    /// The sizes of the parts that may go.
    parts: Range<u16>,
}

impl Ways {
    fn count(&self) -> usize {
        self.parts.len() + usize::from(self.whole.is_some())
    }

    fn steps(self, board: &'static Hexhex) -> impl Iterator<Item = Step> {
        let Ways { from, to, whole, parts } = self;
        whole.into_iter().chain(parts.map(Portion::Part)).map(move |portion| Step { from, to, portion, board })
    }
}

impl LegalSteps for Position {
    type Step = Step;

    fn steps(&self) -> impl Iterator<Item = Step> {
        self.to_move().into_iter().flat_map(|side| self.ways(side)).flat_map(|ways| ways.steps(self.board))
    }

    fn count_steps(&self) -> u64 {
        self.to_move().into_iter().flat_map(|side| self.ways(side)).map(|ways| ways.count() as u64).sum()
    }
}

impl Position {
    pub(super) fn can_step(&self, side: Side) -> bool {
        self.ways(side).any(|ways| ways.count() > 0)
    }

    /// S2: the ways from each cell that is empty or the side's own, to each cell seen from there.
    fn ways(&self, side: Side) -> impl Iterator<Item = Ways> {
        let origins = self.board.cells().filter(move |from| self.stack(*from).is_none_or(|stack| stack.side == side));
        origins.flat_map(move |from| self.seen_from(from).map(move |to| self.ways_between(side, from, to)))
    }

    fn ways_between(&self, side: Side, from: u8, to: u8) -> Ways {
        let removes = self.size(to);
        match self.size(from) {
            0 => {
                // S3
                let enters = removes == 0 && self.entering(side, from, to) > 0;
                Ways { from, to, whole: enters.then_some(Portion::Nothing), parts: 0..0 }
            }
            size => {
                // S2, S4: a stack removes nothing bigger than itself, whatever it grows to.
                let moves = removes <= size && self.moving(size, from, to).is_some();
                // S2, S5: a part must be at least as big as what it removes, and have a piece left after the tax.
                let least = removes.max(self.tax_on(side, to).saturating_add(1));
                Ways { from, to, whole: moves.then_some(Portion::Whole(size)), parts: least..size }
            }
        }
    }

    /// How many pieces a legal step brings to its target; 0 if they dissolve (S4).
    pub(super) fn arriving(&self, step: Step) -> u16 {
        match step.portion {
            Portion::Nothing => self.entering(self.to_move, step.from, step.to),
            Portion::Whole(size) => self.moving(size, step.from, step.to).unwrap_or(0),
            Portion::Part(pieces) => pieces.saturating_sub(self.tax_on(self.to_move, step.to)),
        }
    }

    /// S3: the size of a new stack: the growth less the tax.
    fn entering(&self, side: Side, from: u8, to: u8) -> u16 {
        self.growth(from, to).saturating_sub(self.tax_on(side, to))
    }

    /// S4: the size of a whole stack on arrival; `None` if it cannot go so far.
    fn moving(&self, size: u16, from: u8, to: u8) -> Option<u16> {
        match self.growth(from, to) {
            0 => size.checked_sub(1 + self.growth(to, from)),
            growth => Some((size + growth).min(Stack::LARGEST)),
        }
    }

    /// How many steps farther `to` is from the centre than `from`; 0 if it is not farther.
    pub(super) fn growth(&self, from: u8, to: u8) -> u16 {
        self.board.distance(to).saturating_sub(self.board.distance(from)).into()
    }

    /// S3, S5: the tax on a new stack of this side there; 0 on the side's own stack.
    pub(super) fn tax_on(&self, side: Side, to: u8) -> u16 {
        let removed = self.removed(side);
        match (self.stack(to), self.tax) {
            (Some(stack), _) if stack.side == side => 0,
            // S1: this move itself removes one.
            (Some(_), Tax::After) => removed.saturating_add(1),
            (Some(_), Tax::Before) | (None, _) => removed,
        }
    }
}
