//! Which steps there are (X2, X3, X5), and which of them must be made (X6).

use super::Position;
use super::flanking::{Prospects, Surface};
use super::pile::Stack;
use crate::abstract_games::{Hexhex, LegalSteps};

/// So many pieces from a cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// 0 for a 0-stack, all of them for a whole stack.
    pub(super) pieces: u16,
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) board: &'static Hexhex,
}

impl Step {
    /// X2.4: by how much the pieces come further from the centre.
    pub(super) fn growth(self) -> u8 {
        self.board.distance(self.to).saturating_sub(self.board.distance(self.from))
    }
}

impl LegalSteps for Position {
    type Step = Step;

    fn steps(&self) -> impl Iterator<Item = Step> {
        let surface = self.surface();
        let prospects = surface.prospects(self.to_move);
        let mut steps = Vec::new();
        let mut obliged = false;
        self.possible_steps(&surface).for_each(|step| {
            let flanks = self.flanks(&surface, &prospects, step);
            // X6: the first step that flanks rules out those before it.
            if flanks && !obliged {
                steps.clear();
                obliged = true;
            }
            if flanks == obliged {
                steps.push(step);
            }
        });
        steps.into_iter()
    }

    fn count_steps(&self) -> u64 {
        let surface = self.surface();
        let prospects = surface.prospects(self.to_move);
        let count = |(all, flanking), step| (all + 1, flanking + u64::from(self.flanks(&surface, &prospects, step)));
        match self.possible_steps(&surface).fold((0, 0), count) {
            (all, 0) => all,
            // X6
            (_, flanking) => flanking,
        }
    }
}

impl Position {
    /// X7: whether there is a legal step at all; X6 leaves one where there are any.
    pub(super) fn can_step(&self) -> bool {
        self.possible_steps(&self.surface()).next().is_some()
    }

    /// Every step that X2 gives the side to move, flanking or not.
    fn possible_steps(&self, surface: &Surface) -> impl Iterator<Item = Step> {
        let of_portion = move |from, pieces, size| {
            let steps = surface.within_reach(from).map(move |to| Step { pieces, from, to, board: self.board });
            // X2.1 and X2.2 lead outward, X2.3 anywhere.
            steps.filter(move |step| pieces < size || step.growth() > 0)
        };
        self.origins().flat_map(move |from| {
            let size = self.pile(from).height();
            // A 0-stack moves nothing; any other moves its top piece at least.
            (size.min(1)..=size).flat_map(move |pieces| of_portion(from, pieces, size))
        })
    }

    /// X4: whether a step takes a hostage.
    fn flanks(&self, surface: &Surface, prospects: &Prospects, step: Step) -> bool {
        let owner = match surface.stack(step.from) {
            Some(stack) if step.growth() == 0 => stack.owner,
            // X2.4: what grows has the mover's colour on top.
            _ => self.to_move,
        };
        let arrived = Stack { owner, size: step.pieces + u16::from(step.growth()) };
        owner == self.to_move && prospects.allow(step.to, arrived.size) && {
            let left = self.pile(step.from).stack_without(step.pieces);
            surface.with(step.from, left).flanked(step.to, arrived).next().is_some()
        }
    }

    /// The cells that the side to move may make a step from.
    fn origins(&self) -> impl Iterator<Item = u8> {
        self.board.cells().filter(|cell| match self.pile(*cell).stack() {
            // X5: while a step is owed, from the hostages only.
            _ if !self.hostages.is_empty() => self.hostages.contains(cell),
            // X3: anybody's 0-stacks, and stacks of one's own.
            stack => stack.is_none_or(|stack| stack.owner == self.to_move),
        })
    }
}
