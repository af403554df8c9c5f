//! What a turn does, in words, and the board as a drawing with points and stock.

use super::board::{Square, SquareSet};
use super::pieces::{self, Colour};
use super::{Position, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Deed, Side, Telling};
use crate::engine::{Board, Caption, Cell, Grid, Legend, Mark, Piece};

/// The words below the board.
const LEGEND: Legend = Legend {
    marks: &[(Mark::From, "moved from"), (Mark::To, "moved to"), (Mark::Entry, "entry")],
    sizes: &[('P', "pawn"), ('D', "drone"), ('Q', "queen")],
};

impl Telling for Position {
    /// What the turn does, in the order of U4.
    fn deeds(&self, step: Step) -> Vec<Deed> {
        let bag = self.clone().play_and_bag(step);
        // What moves and what it lands on are those of the board after the placement.
        let mut start = self.clone();
        let placed = step.placement.map(|placement| {
            let piece = start.place(placement).name();
            Deed::Placed { piece, cell: placement.square.to_string() }
        });
        let Some(was) = start.lift(step.from) else { return Vec::new() };
        let [from, to] = step.ends();
        let moved = Deed::Moved { from, to: to.clone(), pieces: 1 };
        let capped = start.stack(step.to).next_back().map(|piece| Deed::Capped { cell: to.clone(), piece: piece.name() });
        let became = was.colour.next().map(|colour| {
            let piece = pieces::Piece { side: self.turn_of, colour, size: step.size };
            Deed::Became { cell: to, piece: piece.name(), was: was.name() }
        });
        let bagged = bag.map(|bag| Deed::Bagged {
            colour: bag.colour.look(self.turn_of).name.to_owned(),
            pieces: bag.pieces,
            cells: bag.squares.iter().map(|square| square.to_string()).collect(),
            points: bag.points,
        });
        placed.into_iter().chain([moved]).chain(capped).chain(became).chain(bagged).collect()
    }

    /// The board. Only empty entry points are marked, since nothing can enter elsewhere.
    fn draw(&self, last: &[Step]) -> Board {
        let ground = self.ground();
        let occupied = self.occupied();
        let entries = ground.entry_points(occupied).without(occupied);
        let left: SquareSet = last.iter().map(|step| step.from).collect();
        let arrived: SquareSet = last.iter().map(|step| step.to).collect();
        let marks = |square| {
            Mark::present([(Mark::From, left), (Mark::To, arrived), (Mark::Entry, entries)].map(|(mark, of)| (mark, of.contains(square))))
        };
        let cell =
            |square: Square| Cell { name: square.to_string(), pieces: self.stack(square).map(pyramid).collect(), marks: marks(square) };
        Board {
            grid: Grid::Squares { files: ground.rulebook.files, ranks: ground.rulebook.ranks },
            sides: Position::SIDES,
            cells: ground.board().iter().map(cell).collect(),
            captions: Side::BOTH.into_iter().flat_map(|side| captions(self, side)).collect(),
            legend: LEGEND,
        }
    }
}

fn pyramid(piece: pieces::Piece) -> Piece {
    Piece::Pyramid { side: piece.side.index(), colour: piece.look(), pips: piece.size.pips() }
}

/// A side's points and stock: `g=green PDQ, y=yellow PPDDQ`. The letters are those of the pieces on the board.
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
