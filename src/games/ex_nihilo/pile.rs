//! Ordered piles of pieces of both colours in a fixed space, and the rules' view of them.

use crate::abstract_games::Side;

/// X1: a stack as the rules see it: its owner and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stack {
    pub owner: Side,
    pub size: u16,
}

/// The pieces on a cell, from the bottom; without pieces it is the 0-stack of X1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Pile {
    height: u16,
    /// One bit for each piece, from the bottom; set if it is the second side's. Bits above the top are clear, so that equal piles are equal.
    second: [u64; Pile::HIGHEST as usize / 64],
}

impl Pile {
    /// The most pieces for which there is room.
    pub(super) const HIGHEST: u16 = 512;

    pub(super) fn height(&self) -> u16 {
        self.height
    }

    /// The piece with this many others below it.
    fn piece(&self, below: u16) -> Side {
        let word = self.second[usize::from(below / 64) % self.second.len()];
        if word >> (below % 64) & 1 == 1 { Side::Second } else { Side::First }
    }

    /// All pieces, from bottom to top.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Side> {
        (0..self.height).map(|below| self.piece(below))
    }

    /// The pile as the rules see it; `None` for a 0-stack.
    pub(super) fn stack(&self) -> Option<Stack> {
        self.stack_without(0)
    }

    /// The pile without its top `pieces`, as the rules see it.
    pub(super) fn stack_without(&self, pieces: u16) -> Option<Stack> {
        let size = self.height.saturating_sub(pieces);
        size.checked_sub(1).map(|top| Stack { owner: self.piece(top), size })
    }

    /// Puts a piece on top. A full pile would stay as it is, but [`super::Position`] rules this out.
    pub(super) fn put(&mut self, side: Side) {
        if self.height < Pile::HIGHEST {
            self.second[usize::from(self.height / 64)] |= (side.index() as u64) << (self.height % 64);
            self.height += 1;
        }
    }

    /// Takes off the top `pieces`, in order; all if there are fewer.
    pub(super) fn take(&mut self, pieces: u16) -> Pile {
        let left = self.height.saturating_sub(pieces);
        let (mut rest, mut taken) = (Pile::default(), Pile::default());
        for (below, side) in self.pieces().enumerate() {
            if below < usize::from(left) { rest.put(side) } else { taken.put(side) }
        }
        *self = rest;
        taken
    }
}
