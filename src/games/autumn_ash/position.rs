//! The position: the stacks on the board, the points, and whose turn it is. The stock follows from the supply (U2).

use std::sync::Arc;

use super::board::{Ground, Square, SquareSet};
use super::pieces::{Colour, Piece, Size};
use crate::abstract_games::Side;

/// A position and its rules. The rules ensure that no side has more pieces on the board than its supply, and that all pieces fit the frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    ground: Arc<Ground>,
    /// By square, and on one square from bottom to top.
    pieces: Vec<Standing>,
    pub(super) scores: [u32; 2],
    /// Whose turn it is, or would be if the game were not over.
    pub(super) turn_of: Side,
}

/// A piece on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub square: Square,
    pub piece: Piece,
}

/// How many pieces of each colour and size a side has in stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock([[u8; Size::ALL.len()]; Colour::COUNT]);

impl Position {
    /// A position with an empty board, Rainbow to move.
    pub fn empty(ground: Arc<Ground>) -> Position {
        Position { ground, pieces: Vec::new(), scores: [0, 0], turn_of: Side::First }
    }

    /// The board with its rulebook.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The points of both sides.
    pub fn scores(&self) -> [u32; 2] {
        self.scores
    }

    /// All pieces by square, and on one square from bottom to top.
    pub fn pieces(&self) -> &[Standing] {
        &self.pieces
    }

    /// The pieces on a square, from bottom to top.
    pub fn stack(&self, square: Square) -> impl DoubleEndedIterator<Item = Piece> {
        let bottom = self.pieces.partition_point(|standing| standing.square < square);
        self.pieces[bottom..self.end_of(square)].iter().map(|standing| standing.piece)
    }

    /// The top piece of every stack.
    pub fn tops(&self) -> impl Iterator<Item = Standing> {
        self.pieces.chunk_by(|one, other| one.square == other.square).filter_map(|stack| stack.last().copied())
    }

    /// The top pieces after the top piece of one square has been lifted.
    pub fn tops_but(&self, lifted: Square) -> impl Iterator<Item = Standing> {
        let rest = move |stack: &[Standing]| stack.iter().rev().nth(usize::from(stack.first()?.square == lifted)).copied();
        self.pieces.chunk_by(|one, other| one.square == other.square).filter_map(rest)
    }

    /// The squares with at least one piece.
    pub fn occupied(&self) -> SquareSet {
        self.pieces.iter().map(|standing| standing.square).collect()
    }

    /// U2: the supply of a side less what it has on the board.
    pub fn stock(&self, side: Side) -> Stock {
        let mut stock = Stock([[0; Size::ALL.len()]; Colour::COUNT]);
        for colour in Colour::all() {
            stock.0[colour.index()] = [self.ground.rulebook.supply(colour); Size::ALL.len()];
        }
        for Standing { piece, .. } in self.pieces.iter().filter(|standing| standing.piece.side == side) {
            let number = &mut stock.0[piece.colour.index()][piece.size.index()];
            *number = number.saturating_sub(1);
        }
        stock
    }

    /// Puts a piece on top of a square.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.pieces.insert(self.end_of(square), Standing { square, piece });
    }

    /// Removes and returns the top piece of a square.
    pub(super) fn lift(&mut self, square: Square) -> Option<Piece> {
        let top = self.end_of(square).checked_sub(1).filter(|top| self.pieces[*top].square == square)?;
        Some(self.pieces.remove(top).piece)
    }

    /// Removes the pieces for which `goes` is true; pieces above them drop.
    pub(super) fn take(&mut self, mut goes: impl FnMut(&Standing) -> bool) {
        self.pieces.retain(|standing| !goes(standing));
    }

    /// The index in the list at which the next piece on this square belongs.
    fn end_of(&self, square: Square) -> usize {
        self.pieces.partition_point(|standing| standing.square <= square)
    }
}

impl Stock {
    pub fn of(self, colour: Colour, size: Size) -> u8 {
        self.0[colour.index()][size.index()]
    }

    /// The sizes in which a colour is in stock.
    pub fn sizes(self, colour: Colour) -> impl Iterator<Item = Size> {
        Size::ALL.into_iter().filter(move |size| self.of(colour, *size) > 0)
    }
}
