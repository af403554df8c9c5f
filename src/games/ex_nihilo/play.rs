//! What a step does (X2, X4, X5), and how the game ends (X7).

use super::{Position, Step};
use crate::abstract_games::{Finish, Play, Side};

impl Play for Position {
    fn to_move(&self) -> Option<Side> {
        self.can_step().then_some(self.to_move)
    }

    /// X5: a side that has taken hostages owes a step.
    fn owes_step(&self) -> bool {
        !self.hostages.is_empty()
    }

    /// Plays a step; one of another board changes nothing.
    fn play(&mut self, step: Step) {
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

    /// X7: there are no draws. A side without a step has lost, even one that owes a step.
    fn finish(&self) -> Option<Finish> {
        (!self.can_step()).then(|| Finish { winner: Some(self.to_move.other()), rule: "X7" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstract_games::{AbstractGame, LegalSteps};
    use crate::games::ex_nihilo::Rulebook;

    #[test]
    fn a_step_of_another_board_changes_nothing() {
        let opening = |size| Position::opening(&Rulebook { size }).unwrap();
        let mut position = opening(3);
        opening(6).steps().for_each(|step| position.play(step));
        assert_eq!(position, opening(3));
    }
}
