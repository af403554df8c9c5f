//! Squares and sets of squares, on the largest board that there can be.

use std::fmt;

use crate::abstract_games::Squares;

/// The largest board. Squares are numbered alike on all boards, so that their names do not depend on one.
pub const LARGEST: Squares = Squares { files: 8, ranks: 8 };

/// The steps to the four neighbours.
pub const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A square of the largest board, in the order of rows from the bottom, each from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

/// A set of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet(u64);

impl Square {
    /// File and rank count from 0.
    pub fn at(file: u8, rank: u8) -> Option<Square> {
        LARGEST.at(file, rank).map(Square)
    }

    /// The square of that name, in either case.
    pub fn of_name(name: &str) -> Option<Square> {
        LARGEST.square(&name.to_lowercase()).map(Square)
    }

    /// The square one step away.
    pub fn step(self, direction: (i8, i8)) -> Option<Square> {
        LARGEST.step(self.0, direction).map(Square)
    }

    /// The squares that a straight line passes, nearest first.
    pub fn ray(self, direction: (i8, i8)) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(direction), move |square| square.step(direction))
    }
}

/// `B3`
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&LARGEST.name(self.0).to_uppercase())
    }
}

impl SquareSet {
    pub fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    pub fn with(mut self, square: Square) -> SquareSet {
        self.insert(square);
        self
    }

    pub fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    pub fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    pub fn is_within(self, other: SquareSet) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Rows from the bottom, each from the left.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let first_and_rest = |rest: u64| (rest != 0).then(|| (Square(rest.trailing_zeros() as u8), rest & (rest - 1)));
        std::iter::successors(first_and_rest(self.0), move |(_, rest)| first_and_rest(*rest)).map(|(square, _)| square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::default(), SquareSet::with)
    }
}
