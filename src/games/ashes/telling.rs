//! What a step does, in words, and the board as a drawing.

use std::cmp::Ordering;

use super::{Portion, Position, Stack, Step};
use crate::abstract_games::{AbstractGame, AbstractStep, Deed, Side, Telling};
use crate::engine::{Board, Caption, Cell, Grid, Legend, Mark, Piece};

/// The words below the board.
const LEGEND: Legend = Legend { marks: &[(Mark::From, "moved from"), (Mark::To, "moved to"), (Mark::Centre, "centre")], sizes: &[] };

impl Telling for Position {
    /// What the step does, in the order of S7.
    fn deeds(&self, step: Step) -> Vec<Deed> {
        let mover = self.to_move;
        let [from, to] = step.ends();
        let arriving = self.arriving(step);
        let taxed = || {
            let by = self.tax_on(mover, step.to);
            (by > 0).then(|| Deed::Taxed { cell: to.clone(), by: by.into(), pieces: arriving.into() })
        };
        let (moved, changed) = match step.portion {
            Portion::Nothing => (Deed::Entered { from, to: to.clone(), pieces: self.growth(step.from, step.to).into() }, taxed()),
            Portion::Part(pieces) => {
                let left = self.size(step.from).saturating_sub(pieces).into();
                (Deed::Split { from, to: to.clone(), pieces: pieces.into(), left }, taxed())
            }
            Portion::Whole(size) => (Deed::Moved { from, to: to.clone(), pieces: size.into() }, resized(&to, size, arriving)),
        };
        let captured = self.stack(step.to).map(|stack| captured(&to, stack, mover));
        let dissolved = (arriving == 0).then_some(Deed::Dissolved { cell: to });
        [Some(moved), captured, changed, dissolved].into_iter().flatten().collect()
    }

    /// The board, with the stacks that each side has removed and its tax.
    fn draw(&self, last: &[Step]) -> Board {
        let cell = |cell| Cell { name: self.board.name(cell), pieces: pieces(self, cell), marks: marks(self, cell, last) };
        Board {
            grid: Grid::Hexhex { size: self.board.size() },
            sides: Position::SIDES,
            cells: self.board.cells().map(cell).collect(),
            captions: Side::BOTH.into_iter().flat_map(|side| captions(self, side)).collect(),
            legend: LEGEND,
        }
    }
}

/// S4: how a whole stack has grown or shrunk.
fn resized(cell: &str, was: u16, is: u16) -> Option<Deed> {
    let (cell, by, pieces) = (cell.to_owned(), is.abs_diff(was).into(), is.into());
    match is.cmp(&was) {
        Ordering::Greater => Some(Deed::Grew { cell, by, pieces }),
        Ordering::Equal => None,
        Ordering::Less => Some(Deed::Shrank { cell, by, pieces }),
    }
}

/// S6: a stack that was removed.
fn captured(cell: &str, stack: Stack, mover: Side) -> Deed {
    Deed::Captured {
        cell: cell.to_owned(),
        side: Position::look(stack.side).name.to_owned(),
        pieces: stack.size.into(),
        own: stack.side == mover,
    }
}

fn pieces(position: &Position, cell: u8) -> Vec<Piece> {
    position.stack(cell).map(|stack| Piece::Checkers { side: stack.side.index(), count: stack.size.into() }).into_iter().collect()
}

fn marks(position: &Position, cell: u8, last: &[Step]) -> Vec<Mark> {
    let marks = [
        (Mark::From, last.iter().any(|step| step.from == cell)),
        (Mark::To, last.iter().any(|step| step.to == cell)),
        (Mark::Centre, position.board.distance(cell) == 0),
    ];
    Mark::present(marks)
}

/// S1: the count of removed stacks is also the tax that a new stack on an empty cell would pay now.
fn captions(position: &Position, side: Side) -> [Caption; 2] {
    let removed = position.removed(side).to_string();
    ["Stacks removed", "Reproduction tax"].map(|label| Caption {
        side: Some(side.index()),
        label: label.to_owned(),
        value: removed.clone(),
    })
}
