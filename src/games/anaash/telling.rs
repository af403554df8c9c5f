//! What a step does, in words, and the board as a drawing.

use super::{Position, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Deed, Side, Telling};
use crate::engine::{Board, Caption, Cell, Grid, Legend, Mark, Piece};

/// The words below the board.
const LEGEND: Legend = Legend { marks: &[(Mark::From, "moved from"), (Mark::To, "moved to")], sizes: &[] };

impl Telling for Position {
    /// The move, and what it joins or captures.
    fn deeds(&self, step: Step) -> Vec<Deed> {
        let Some(moved) = self.at(step.from) else { return Vec::new() };
        let [from, cell] = step.ends();
        let mut deeds = vec![Deed::Moved { from, to: cell.clone(), pieces: moved.height.into() }];
        match self.at(step.to) {
            Some(own) if own.side == moved.side => {
                deeds.push(Deed::Stacked { cell, pieces: u32::from(own.height) + u32::from(moved.height) });
            }
            Some(enemy) => {
                let side = Position::look(enemy.side).name.to_owned();
                deeds.push(Deed::Captured { cell, side, pieces: enemy.height.into(), own: false });
            }
            None => {}
        }
        deeds
    }

    /// The board, marking the squares that the last steps left and reached.
    fn draw(&self, last: &[Step]) -> Board {
        let cell = |square| Cell { name: self.board.name(square), pieces: pieces(self, square), marks: marks(square, last) };
        Board {
            grid: Grid::Squares { files: self.board.files, ranks: self.board.ranks },
            sides: Position::SIDES,
            cells: self.board.squares().map(cell).collect(),
            captions: Side::BOTH.map(|side| checkers(self, side)).into(),
            legend: LEGEND,
        }
    }
}

fn pieces(position: &Position, square: u8) -> Vec<Piece> {
    position.at(square).map(|stack| Piece::Checkers { side: stack.side.index(), count: stack.height.into() }).into_iter().collect()
}

fn marks(square: u8, last: &[Step]) -> Vec<Mark> {
    Mark::present([(Mark::From, last.iter().any(|step| step.from == square)), (Mark::To, last.iter().any(|step| step.to == square))])
}

fn checkers(position: &Position, side: Side) -> Caption {
    Caption { side: Some(side.index()), label: "Checkers".to_owned(), value: position.checkers(side).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstract_games::{Notation, Play, find_step};
    use crate::games::anaash::Rulebook;

    #[test]
    fn the_drawing_shows_stacks_marks_and_how_many_checkers_are_left() {
        let rulebook = Rulebook { size: 4 };
        let before = Position::read(&rulebook, ".,.,.,./.,.,.,./.,.,.,./R2,B1,.,R1 R").unwrap();
        let step = find_step(&before, "a1-b1").unwrap();
        let mut after = before.clone();
        after.play(step);
        let board = after.draw(&[step]);
        let cell =
            |name: &str| board.cells.iter().find(|cell| cell.name == name).map(|cell| (cell.pieces.as_slice(), cell.marks.as_slice()));
        assert_eq!(cell("a1"), Some((&[][..], &[Mark::From][..])));
        assert_eq!(cell("b1"), Some((&[Piece::Checkers { side: 0, count: 2 }][..], &[Mark::To][..])));
        assert_eq!(cell("d1"), Some((&[Piece::Checkers { side: 0, count: 1 }][..], &[][..])));
        assert_eq!(board.captions.iter().map(|caption| caption.value.as_str()).collect::<Vec<_>>(), ["3", "0"]);
    }
}
