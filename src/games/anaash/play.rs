//! What a step does (A2), who is skipped (A3), and how the game ends (A4).

use super::{Position, Stack, Step};
use crate::abstract_games::{Finish, Play, Side};

impl Play for Position {
    fn to_move(&self) -> Option<Side> {
        self.to_move
    }

    /// Plays a step; one from an empty square does nothing.
    fn play(&mut self, step: Step) {
        let (Some(moved), Some(side)) = (self.at(step.from), self.to_move) else { return };
        let Some(target) = self.stacks.get(usize::from(step.to)) else { return };
        let joined = target.filter(|there| there.side == moved.side).map_or(0, |there| there.height);
        // A2.1: heights add. A2.2: captured checkers are gone.
        self.stacks[usize::from(step.to)] = Some(Stack { height: moved.height.saturating_add(joined), ..moved });
        self.stacks[usize::from(step.from)] = None;
        self.give_turn(side.other());
    }

    fn finish(&self) -> Option<Finish> {
        self.winner().map(|winner| Finish { winner: Some(winner), rule: "A4" })
    }
}

impl Position {
    /// A3: gives the turn to this side, or to the other if this one cannot move. A4: nobody moves once a side has won.
    pub(super) fn give_turn(&mut self, side: Side) {
        let can_move = |side: &Side| self.steps_of(*side).next().is_some();
        self.to_move = match self.winner() {
            Some(_) => None,
            None => [side, side.other()].into_iter().find(can_move),
        };
    }

    /// A4: the side whose enemy has no checker left.
    pub(super) fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.stacks().all(|(_, stack)| stack.side == *side))
    }
}
