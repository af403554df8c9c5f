//! What a step does, in words, and the board as a drawing.

use super::{Position, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Deed, Play, Side, Telling};
use crate::engine::{Board, Caption, Cell, Grid, Legend, Mark, Piece};

/// The words below the board.
const LEGEND: Legend = Legend {
    marks: &[(Mark::From, "moved from"), (Mark::To, "moved to"), (Mark::Hostage, "hostage"), (Mark::Centre, "centre")],
    sizes: &[],
};

impl Telling for Position {
    fn deeds(&self, step: Step) -> Vec<Deed> {
        let mut after = self.clone();
        after.play(step);
        let [from, to] = step.ends();
        let (size, growth) = (self.pile(step.from).height(), step.growth());
        let (pieces, left) = (u32::from(step.pieces), u32::from(size.saturating_sub(step.pieces)));
        let moved = match (pieces, left) {
            // X2.1: nothing moved, so only the growth is told.
            (0, _) => Deed::Entered { from, to: to.clone(), pieces: u32::from(growth) },
            (_, 0) => Deed::Moved { from, to: to.clone(), pieces },
            _ => Deed::Split { from, to: to.clone(), pieces, left },
        };
        let grew = Deed::Grew { cell: to, by: u32::from(growth), pieces: pieces + u32::from(growth) };
        let cells: Vec<String> = after.hostages.iter().map(|hostage| step.board.name(*hostage)).collect();
        let took = Deed::TookHostages { cells: cells.clone() };
        let happened = [(moved, true), (grew, pieces > 0 && growth > 0), (took, !cells.is_empty())];
        happened.into_iter().filter_map(|(deed, did)| did.then_some(deed)).collect()
    }

    /// The board, with the number of stacks that each side owns.
    fn draw(&self, last: &[Step]) -> Board {
        let cell = |cell| Cell { name: self.board.name(cell), pieces: pieces(self, cell), marks: marks(self, cell, last) };
        Board {
            grid: Grid::Hexhex { size: self.board.size() },
            sides: Position::SIDES,
            cells: self.board.cells().map(cell).collect(),
            captions: Side::BOTH.map(|side| stacks(self, side)).into(),
            legend: LEGEND,
        }
    }
}

fn stacks(position: &Position, side: Side) -> Caption {
    let owned = |cell: &u8| position.pile(*cell).stack().is_some_and(|stack| stack.owner == side);
    let count = position.board.cells().filter(owned).count();
    Caption { side: Some(side.index()), label: "Stacks".to_owned(), value: count.to_string() }
}

/// The pieces from bottom to top, with neighbours of one colour together.
fn pieces(position: &Position, cell: u8) -> Vec<Piece> {
    let pieces: Vec<Side> = position.pile(cell).pieces().collect();
    let runs = pieces.chunk_by(|lower, upper| lower == upper);
    runs.map(|run| Piece::Checkers { side: run[0].index(), count: run.len() as u32 }).collect()
}

fn marks(position: &Position, cell: u8, last: &[Step]) -> Vec<Mark> {
    let marks = [
        (Mark::From, last.iter().any(|step| step.from == cell)),
        (Mark::To, last.iter().any(|step| step.to == cell)),
        (Mark::Hostage, position.hostages.contains(&cell)),
        (Mark::Centre, position.board.distance(cell) == 0),
    ];
    Mark::present(marks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstract_games::{LegalSteps, Notation};
    use crate::games::ex_nihilo::Rulebook;

    #[test]
    fn stacks_are_drawn_from_the_bottom_with_what_the_last_steps_did() {
        let rulebook = Rulebook { size: 3 };
        let mut position = Position::read(&rulebook, "a1=BBWWB c2=B c3=W e1=WW | W").unwrap();
        let steps: Vec<Step> = position.steps().collect();
        position.play(steps[0]);
        let board = position.draw(&steps);
        let of = |name: &str| board.cells.iter().find(|cell| cell.name == name).unwrap();
        let checkers = |side, count| Piece::Checkers { side, count };
        assert_eq!(of("a1").pieces, [checkers(1, 2), checkers(0, 2), checkers(1, 1)]);
        assert_eq!((of("b1").pieces.len(), of("b1").marks.len()), (0, 0));
        let marks = ["e1", "c1", "c2", "c3"].map(|name| of(name).marks.clone());
        assert_eq!(marks, [[Mark::From], [Mark::To], [Mark::Hostage], [Mark::Centre]]);
        let captions: Vec<String> = board.captions.iter().map(|caption| format!("{} {}", caption.label, caption.value)).collect();
        assert_eq!(captions, ["Stacks 3", "Stacks 2"]);
        assert_eq!(board.grid, Grid::Hexhex { size: 3 });
    }
}
