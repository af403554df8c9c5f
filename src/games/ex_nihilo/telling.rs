//! What a step did, and how the board looks.

use super::{ExNihilo, Position, Step};
use crate::board::{BoardGame, Deed, Side};
use crate::engine::{Board, Caption, Cell, Grid, Mark, Piece};

/// What a step did, in the order in which it happened.
pub(super) fn deeds(before: &Position, step: Step, after: &Position) -> Vec<Deed> {
    let [from, to] = [step.from, step.to].map(|cell| step.board.name(cell));
    let (size, growth) = (before.pile(step.from).height(), step.growth());
    let (pieces, left) = (u32::from(step.pieces), u32::from(size.saturating_sub(step.pieces)));
    let moved = match (pieces, left) {
        // X2.1: nothing came along, so what grew is all there is to tell.
        (0, _) => Deed::Entered { cell: from, toward: to.clone(), pieces: u32::from(growth) },
        (_, 0) => Deed::Moved { from, to: to.clone(), pieces },
        _ => Deed::Split { from, to: to.clone(), pieces, left },
    };
    let grew = Deed::Grew { cell: to, by: u32::from(growth), pieces: pieces + u32::from(growth) };
    let cells: Vec<String> = after.hostages.iter().map(|hostage| step.board.name(*hostage)).collect();
    let took = Deed::TookHostages { cells: cells.clone() };
    let happened = [(moved, true), (grew, pieces > 0 && growth > 0), (took, !cells.is_empty())];
    happened.into_iter().filter_map(|(deed, did)| did.then_some(deed)).collect()
}

/// The board, with how many stacks each side owns.
pub(super) fn draw(position: &Position, last: &[Step]) -> Board {
    let owned = |side: Side| position.cells().filter(|cell| position.pile(*cell).stack().is_some_and(|stack| stack.owner == side)).count();
    let caption = |side: Side| Caption { side: Some(side.index()), label: "Stacks".to_owned(), value: owned(side).to_string() };
    let cell = |cell| Cell { name: position.board.name(cell), pieces: pieces(position, cell), marks: marks(position, cell, last) };
    Board {
        grid: Grid::Hexhex { size: position.board.size() },
        sides: ExNihilo::SIDES,
        cells: position.cells().map(cell).collect(),
        captions: Side::BOTH.map(caption).into(),
    }
}

/// Bottom to top, pieces of one colour together.
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
    marks.into_iter().filter_map(|(mark, is_there)| is_there.then_some(mark)).collect()
}
