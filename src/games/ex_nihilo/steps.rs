//! The steps: which there are (X2, X3, X5), which must be made (X6), and what they do.

use std::fmt;

use super::Position;
use super::pile::Stack;
use crate::board::Hexhex;

/// So many pieces from a cell to another, written `2:e5-e6`.
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

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}-{}", self.pieces, self.board.name(self.from), self.board.name(self.to))
    }
}

impl Position {
    /// Appends the legal steps.
    pub(super) fn legal_steps(&self, into: &mut Vec<Step>) {
        let first = into.len();
        let mut obliged = false;
        self.for_each_step(|step, flanks| {
            // X6: the first step that flanks rules out those before it that do not.
            if flanks && !obliged {
                into.truncate(first);
                obliged = true;
            }
            if flanks == obliged {
                into.push(step);
            }
        });
    }

    /// How many legal steps there are.
    pub(super) fn count_legal_steps(&self) -> u64 {
        let (mut all, mut flanking) = (0, 0);
        self.for_each_step(|_, flanks| {
            all += 1;
            flanking += u64::from(flanks);
        });
        // X6
        if flanking > 0 { flanking } else { all }
    }

    /// X7: whether there is a legal step at all. X6 never takes the last one.
    pub(super) fn can_step(&self) -> bool {
        self.count_legal_steps() > 0
    }

    /// Every step of X2 that the side to move has, and whether it flanks.
    fn for_each_step(&self, mut each: impl FnMut(Step, bool)) {
        let mut surface = self.surface();
        for from in self.origins() {
            let pile = self.pile(from);
            let size = pile.height();
            let owner = pile.stack().map_or(self.to_move, |stack| stack.owner);
            // A 0-stack moves nothing; any other moves at least its top piece.
            for pieces in size.min(1)..=size {
                surface.show(from, pile.stack_without(pieces));
                for to in surface.within_reach(from) {
                    let step = Step { pieces, from, to, board: self.board };
                    let growth = step.growth();
                    // X2.1 and X2.2 lead outward, X2.3 anywhere.
                    if growth > 0 || pieces < size {
                        // X2.4: what grows has the mover's colour on top.
                        let owner = if growth > 0 { self.to_move } else { owner };
                        let arrived = Stack { owner, size: pieces + u16::from(growth) };
                        each(step, owner == self.to_move && surface.flanked(to, arrived).next().is_some());
                    }
                }
            }
            surface.show(from, pile.stack());
        }
    }

    /// The cells that the side to move may make a step from.
    fn origins(&self) -> impl Iterator<Item = u8> {
        self.cells().filter(|cell| match self.pile(*cell).stack() {
            // X5: while a step is owed, from the hostages only.
            _ if !self.hostages.is_empty() => self.hostages.contains(cell),
            // X3: anybody's 0-stacks, and stacks of one's own.
            stack => stack.is_none_or(|stack| stack.owner == self.to_move),
        })
    }

    /// Makes a legal step. One of another board changes nothing, and an illegal one makes a wrong position.
    pub(super) fn play(&mut self, step: Step) {
        if step.board != self.board {
            return;
        }
        // X2
        let mut moved = self.piles[usize::from(step.from)].take(step.pieces);
        // X2.4
        for _ in 0..step.growth() {
            moved.put(self.to_move);
        }
        self.piles[usize::from(step.to)] = moved;
        // X4, X5
        self.hostages = self.flanked_from(step.to);
        if self.hostages.is_empty() {
            self.to_move = self.to_move.other();
        }
    }
}
