//! What a step did, and the board as a drawing.

use super::{Anaash, Position, Step};
use crate::abstract_games::{AbstractGame, Deed, Side};
use crate::engine::{Board, Caption, Cell, Grid, Mark, Piece};

/// The move, and what it joined or captured.
pub fn deeds(before: &Position, step: Step) -> Vec<Deed> {
    let Some(moved) = before.at(step.from) else { return Vec::new() };
    let cell = step.name(step.to);
    let mut deeds = vec![Deed::Moved { from: step.origin(), to: cell.clone(), pieces: moved.height.into() }];
    match before.at(step.to) {
        Some(own) if own.side == moved.side => {
            deeds.push(Deed::Stacked { cell, pieces: u32::from(own.height) + u32::from(moved.height) });
        }
        Some(enemy) => {
            deeds.push(Deed::Captured { cell, side: Anaash::look(enemy.side).name.to_owned(), pieces: enemy.height.into(), own: false })
        }
        None => {}
    }
    deeds
}

/// The board with the squares that the last steps left and reached.
pub fn draw(position: &Position, last: &[Step]) -> Board {
    let board = position.board();
    let cells = board.squares().map(|square| {
        let marks = [(Mark::From, last.iter().any(|step| step.from == square)), (Mark::To, last.iter().any(|step| step.to == square))];
        let piece = position.at(square).map(|stack| Piece::Checkers { side: stack.side.index(), count: stack.height.into() });
        Cell { name: board.name(square), pieces: piece.into_iter().collect(), marks: Mark::present(marks) }
    });
    Board {
        grid: Grid::Squares { files: board.files, ranks: board.ranks },
        sides: Anaash::SIDES,
        cells: cells.collect(),
        captions: Side::BOTH.map(|side| checkers(position, side)).into(),
    }
}

fn checkers(position: &Position, side: Side) -> Caption {
    Caption { side: Some(side.index()), label: "Checkers".to_owned(), value: position.checkers(side).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstract_games::find_step;
    use crate::games::anaash::Rulebook;

    #[test]
    fn the_drawing_shows_stacks_marks_and_how_many_checkers_are_left() {
        let rulebook = Rulebook { size: 4 };
        let before = Anaash::read_position(&rulebook, ".,.,.,./.,.,.,./.,.,.,./R2,B1,.,R1 R").unwrap();
        let step = find_step::<Anaash>(&before, "a1-b1").unwrap();
        let mut after = before.clone();
        Anaash::play(&mut after, step);
        let board = draw(&after, &[step]);
        let cell =
            |name: &str| board.cells.iter().find(|cell| cell.name == name).map(|cell| (cell.pieces.as_slice(), cell.marks.as_slice()));
        assert_eq!(cell("a1"), Some((&[][..], &[Mark::From][..])));
        assert_eq!(cell("b1"), Some((&[Piece::Checkers { side: 0, count: 2 }][..], &[Mark::To][..])));
        assert_eq!(cell("d1"), Some((&[Piece::Checkers { side: 0, count: 1 }][..], &[][..])));
        assert_eq!(board.captions.iter().map(|caption| caption.value.as_str()).collect::<Vec<_>>(), ["3", "0"]);
    }
}
