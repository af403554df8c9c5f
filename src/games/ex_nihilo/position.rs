//! The position: the piles on their cells, whose step it is, and which hostages it must choose from.

use super::flanking::Surface;
use super::pile::Pile;
use crate::abstract_games::{Hexhex, Side};

/// The board with its piles, and the side to make a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) board: &'static Hexhex,
    /// By cell; entries for cells that the board does not have stay empty.
    pub(super) piles: [Pile; Hexhex::MOST_CELLS],
    pub(super) to_move: Side,
    /// X5: the stacks of which `to_move` must move one, in the order of their cells.
    pub(super) hostages: Vec<u8>,
}

impl Position {
    pub(super) fn pile(&self, cell: u8) -> &Pile {
        &self.piles[usize::from(cell)]
    }

    pub(super) fn surface(&self) -> Surface {
        Surface::new(self.board, self.piles.each_ref().map(Pile::stack))
    }

    /// X4: the hostages of the stack on `at`, if the side to move has just brought it there; in the order of their cells.
    pub(super) fn flanked_from(&self, at: u8) -> Vec<u8> {
        let arrived = self.pile(at).stack().filter(|stack| stack.owner == self.to_move);
        let mut flanked: Vec<u8> = arrived.map(|stack| self.surface().flanked(at, stack).collect()).unwrap_or_default();
        flanked.sort_unstable();
        flanked
    }

    /// The most pieces that any line of play brings onto the board.
    ///
    /// It is the number of pieces, plus the steps that each stack can still go outward, plus the board's radius for each empty cell. No step raises
    /// this sum: growth by g (X2.4) uses up g steps outward, and what arrives on an empty cell uses up that cell's radius.
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
