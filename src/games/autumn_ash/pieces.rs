//! U1, U2: pyramids in three sizes, and in five colours for each side.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::abstract_games::{PieceName, Side};
use crate::engine::PyramidColour;

/// A pyramid on the board or in stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    pub side: Side,
    pub colour: Colour,
    pub size: Size,
}

/// U1: the sizes, by ascending pips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    Pawn,
    Drone,
    Queen,
}

/// One of a side's colours, from the first, in which pieces enter, to the last, in which they cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(u8);

/// U2: the colours of Rainbow, then of Xeno.
const LOOKS: [[PyramidColour; Colour::COUNT]; 2] = [
    [look("green", 'g'), look("yellow", 'y'), look("red", 'r'), look("blue", 'b'), look("black", 'k')],
    [look("clear", 'c'), look("white", 'w'), look("orange", 'o'), look("cyan", 'n'), look("purple", 'p')],
];

const fn look(name: &'static str, letter: char) -> PyramidColour {
    PyramidColour { name, letter }
}

impl Piece {
    pub fn look(self) -> PyramidColour {
        self.colour.look(self.side)
    }

    /// The piece with this colour letter and size letter, in upper or lower case.
    pub fn of_letters(colour: char, size: char) -> Option<Piece> {
        let size = Size::ALL.into_iter().find(|known| known.letter() == size.to_ascii_uppercase())?;
        let all = Side::BOTH.into_iter().flat_map(|side| Colour::all().map(move |colour| Piece { side, colour, size }));
        all.into_iter().find(|piece| piece.look().letter == colour.to_ascii_lowercase())
    }

    pub fn name(self) -> PieceName {
        PieceName { name: format!("{} {}", self.look().name, self.size.name()), notation: self.to_string() }
    }
}

/// `yQ`
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.look().letter, self.size.letter())
    }
}

impl Size {
    pub const ALL: [Size; 3] = [Size::Pawn, Size::Drone, Size::Queen];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn pips(self) -> u8 {
        match self {
            Size::Pawn => 1,
            Size::Drone => 2,
            Size::Queen => 3,
        }
    }

    pub fn letter(self) -> char {
        match self {
            Size::Pawn => 'P',
            Size::Drone => 'D',
            Size::Queen => 'Q',
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Size::Pawn => "pawn",
            Size::Drone => "drone",
            Size::Queen => "queen",
        }
    }
}

impl Colour {
    pub const COUNT: usize = 5;
    pub const FIRST: Colour = Colour(0);

    pub fn all() -> impl Iterator<Item = Colour> {
        (0..Colour::COUNT as u8).map(Colour)
    }

    /// U4: the next colour of a piece; `None` for the last colour (U5).
    pub fn next(self) -> Option<Colour> {
        Some(Colour(self.0 + 1)).filter(|colour| colour.index() < Colour::COUNT)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn look(self, side: Side) -> PyramidColour {
        LOOKS[side.index()][self.index()]
    }
}
