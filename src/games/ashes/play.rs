//! What a step does, in the order of S7, and how the game ends.

use super::{Portion, Position, Stack, Step};
use crate::abstract_games::{Finish, Play, Side};

impl Play for Position {
    fn to_move(&self) -> Option<Side> {
        self.winner.is_none().then_some(self.to_move)
    }

    /// Plays a step; one of another board, or after the end, changes nothing.
    fn play(&mut self, step: Step) {
        if step.board != self.board || self.winner.is_some() {
            return;
        }
        let mover = self.to_move;
        // S1: the tax is known before anything is removed.
        let arriving = self.arriving(step);
        self.lift(step);
        self.remove(step.to, mover);
        self.put(step.to, Stack { side: mover, size: arriving });
        // S4: a stack that has spent itself counts as removed by its owner. Nothing else arrives with 0 pieces.
        if arriving == 0 {
            self.remove(step.to, mover);
        }
        self.give_turn(mover);
    }

    fn finish(&self) -> Option<Finish> {
        self.winner.map(|winner| Finish { winner: Some(winner), rule: "S8" })
    }
}

impl Position {
    /// S5: in a split the rest stays behind and pays nothing.
    fn lift(&mut self, step: Step) {
        let stack = &mut self.stacks[usize::from(step.from)];
        match step.portion {
            Portion::Nothing => {}
            Portion::Part(pieces) => *stack = stack.map(|stack| Stack { size: stack.size.saturating_sub(pieces), ..stack }),
            Portion::Whole(_) => *stack = None,
        }
    }

    pub(super) fn put(&mut self, cell: u8, stack: Stack) {
        self.stacks[usize::from(cell)] = Some(stack);
    }

    /// S6: removes any stack there, friend or foe, and counts it for `side`.
    fn remove(&mut self, cell: u8, side: Side) {
        if self.stacks[usize::from(cell)].take().is_some() {
            let removed = &mut self.removed[side.index()];
            *removed = removed.saturating_add(1);
        }
    }

    /// S7 to S9: after a move by `mover`, somebody has won, or the opponent moves or is skipped.
    pub(super) fn give_turn(&mut self, mover: Side) {
        let opponent = mover.other();
        // S7, S8: the opponent is tested first, so if both have lost, the mover wins.
        let loser = [opponent, mover].into_iter().find(|side| self.has_lost(*side));
        self.winner = loser.map(Side::other);
        // S9: if the opponent is skipped, the mover can go on. A player without stacks can enter one or has lost; and if both have stacks, a biggest
        // one on the board can always move to the next cell, outward or at the same distance.
        let passes = loser.is_none() && !self.can_step(opponent);
        self.to_move = if passes { mover } else { opponent };
    }

    /// S8: without stacks and unable to enter one. For a side without stacks every step enters one.
    fn has_lost(&self, side: Side) -> bool {
        !self.has_stacks(side) && !self.can_step(side)
    }
}
