//! The position: what stands where, whose step it is, and which hostages are owed a step.

use super::flanking::Surface;
use super::pile::Pile;
use crate::abstract_games::{Hexhex, Side};

/// Who stands where on what board, and who has to make a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: &'static Hexhex,
    /// Cells that the board does not have stay empty.
    pub(super) piles: [Pile; Hexhex::MOST_CELLS],
    pub(super) to_move: Side,
    /// X5: the stacks of which `to_move` has to move one; in the order of their cells.
    pub(super) hostages: Vec<u8>,
}

impl Position {
    pub(super) fn pile(&self, cell: u8) -> &Pile {
        &self.piles[usize::from(cell)]
    }

    pub(super) fn surface(&self) -> Surface {
        Surface::new(self.board, self.piles.each_ref().map(Pile::stack))
    }

    /// X4: the hostages that the stack on `at` takes if it has just arrived there by a step of the side to move; in the order of their cells.
    pub(super) fn flanked_from(&self, at: u8) -> Vec<u8> {
        let arrived = self.pile(at).stack().filter(|stack| stack.owner == self.to_move);
        let mut flanked: Vec<u8> = arrived.map(|stack| self.surface().flanked(at, stack).collect()).unwrap_or_default();
        flanked.sort_unstable();
        flanked
    }

    /// No line of play brings more pieces onto the board than this.
    ///
    /// It counts the pieces, for each stack the steps that it can still go outward, and for each empty cell the board's
    /// radius. No step raises the sum: growth by g (X2.4) takes g from the steps outward, and what arrives on an empty
    /// cell takes its place from the radius.
    pub(super) fn most_pieces(&self) -> u32 {
        let radius = self.board.size() - 1;
        let of_cell = |cell| match self.pile(cell).height() {
            0 => u32::from(radius),
            height => u32::from(height) + u32::from(radius - self.board.distance(cell)),
        };
        self.board.cells().map(of_cell).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstract_games::{AbstractGame, LegalSteps, Play};
    use crate::engine::{Dice, Seed};
    use crate::games::ex_nihilo::{Rulebook, Step};

    #[test]
    fn no_step_raises_the_number_of_pieces_that_there_can_be() {
        for size in Hexhex::SIZES {
            let mut dice = Dice::new(Seed([7; 32])).stream(&format!("hexhex-{size}"));
            let mut position = Position::opening(&Rulebook { size }).unwrap();
            assert_eq!(position.most_pieces(), position.board.len() as u32 * u32::from(size - 1));
            assert!(position.most_pieces() < u32::from(Pile::HIGHEST));
            while let Some(step) = dice.choose(&position.steps().collect::<Vec<Step>>()) {
                let most = position.most_pieces();
                position.play(*step);
                assert!(position.most_pieces() <= most, "{step}");
            }
        }
    }
}
