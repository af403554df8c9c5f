//! The possible steps (X2, X3, X5), and which of them must be made (X6).

use super::Position;
use super::flanking::{Prospects, Surface};
use super::pile::Stack;
use crate::abstract_games::{Hexhex, LegalSteps};

/// The move of some pieces from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// How many pieces: 0 for a 0-stack, all of them for a whole stack.
    pub(super) pieces: u16,
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) board: &'static Hexhex,
}

impl Step {
    /// X2.4: how many steps farther from the centre the pieces get; 0 if they do not.
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
            // X6: the first flanking step rules out those before it.
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

    fn duty(&self, cell: &str) -> Option<&'static str> {
        let cell = self.board.cell(cell)?;
        if !self.hostages.is_empty() {
            return self.may_begin_on(cell).then_some("a step with a hostage must be made (X5)");
        }
        let could_step = self.possible_steps(&self.surface()).any(|step| step.from == cell);
        could_step.then_some("a step that flanks must be made (X6)")
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
    /// X7: whether there is any step. X6 always leaves one if there is.
    pub(super) fn can_step(&self) -> bool {
        self.possible_steps(&self.surface()).next().is_some()
    }

    /// Every step that X2 allows the side to move, flanking or not.
    fn possible_steps(&self, surface: &Surface) -> impl Iterator<Item = Step> {
        let of_portion = move |from, pieces, size| {
            let steps = surface.within_reach(from).map(move |to| Step { pieces, from, to, board: self.board });
            // X2.1 and X2.2 lead outward, X2.3 anywhere.
            steps.filter(move |step| pieces < size || step.growth() > 0)
        };
        self.origins().flat_map(move |from| {
            let size = self.pile(from).height();
            // From a 0-stack nothing moves; from any other stack at least the top piece does.
            (size.min(1)..=size).flat_map(move |pieces| of_portion(from, pieces, size))
        })
    }

    /// X4: whether a step takes a hostage.
    fn flanks(&self, surface: &Surface, prospects: &Prospects, step: Step) -> bool {
        let owner = match surface.stack(step.from) {
            Some(stack) if step.growth() == 0 => stack.owner,
            // X2.4: what has grown has the mover's colour on top.
            _ => self.to_move,
        };
        let arrived = Stack { owner, size: step.pieces + u16::from(step.growth()) };
        owner == self.to_move && prospects.allow(step.to, arrived.size) && {
            let left = self.pile(step.from).stack_without(step.pieces);
            surface.with(step.from, left).flanked(step.to, arrived).next().is_some()
        }
    }

    /// The cells from which the side to move may make a step.
    fn origins(&self) -> impl Iterator<Item = u8> {
        // X5: only from hostages, while a step is owed.
        let is_free = self.hostages.is_empty();
        self.board.cells().filter(move |cell| if is_free { self.may_begin_on(*cell) } else { self.hostages.contains(cell) })
    }

    /// X3: from anybody's 0-stacks and one's own stacks.
    fn may_begin_on(&self, cell: u8) -> bool {
        self.pile(cell).stack().is_none_or(|stack| stack.owner == self.to_move)
    }
}
