//! The board as a drawing, with points and stock beside it.

use super::AutumnAsh;
use super::pieces::{self, Colour};
use super::position::Position;
use super::square::{Square, SquareSet};
use super::step::Step;
use crate::abstract_games::{AbstractGame, Side};
use crate::engine::{Board, Caption, Cell, Grid, Mark, Piece};

/// Marked as entry points are the empty ones: elsewhere nothing can enter.
pub fn draw(position: &Position, last: &[Step]) -> Board {
    let ground = position.ground();
    let occupied = position.occupied();
    let entries = ground.entry_points(occupied).without(occupied);
    let left: SquareSet = last.iter().map(|step| step.from).collect();
    let arrived: SquareSet = last.iter().map(|step| step.to).collect();
    let marks_of = |square| {
        Mark::present([(Mark::From, left), (Mark::To, arrived), (Mark::Entry, entries)].map(|(mark, of)| (mark, of.contains(square))))
    };
    let cell =
        |square: Square| Cell { name: square.to_string(), pieces: position.stack(square).map(pyramid).collect(), marks: marks_of(square) };
    Board {
        grid: Grid::Squares { files: ground.rulebook.files, ranks: ground.rulebook.ranks },
        sides: AutumnAsh::SIDES,
        cells: ground.board().iter().map(cell).collect(),
        captions: Side::BOTH.into_iter().flat_map(|side| captions(position, side)).collect(),
    }
}

fn pyramid(piece: pieces::Piece) -> Piece {
    Piece::Pyramid { side: piece.side.index(), colour: piece.look(), pips: piece.size.pips() }
}

/// The points of a side, and what it has in stock: `g=green PDQ, y=yellow PPDDQ`. The letters are those of the pieces on the board.
fn captions(position: &Position, side: Side) -> [Caption; 2] {
    let stock = position.stock(side);
    let in_colour = |colour: Colour| {
        let letters: String = stock.sizes(colour).map(|size| size.letter().to_string().repeat(stock.of(colour, size).into())).collect();
        let look = colour.look(side);
        (!letters.is_empty()).then(|| format!("{}={} {letters}", look.letter, look.name))
    };
    let listed: Vec<String> = Colour::all().filter_map(in_colour).collect();
    let caption = |label: &str, value: String| Caption { side: Some(side.index()), label: label.to_owned(), value };
    [caption("Points", position.scores()[side.index()].to_string()), caption("In stock", listed.join(", "))]
}
