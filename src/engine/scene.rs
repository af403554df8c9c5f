//! What a game shows, as a drawing that text, SVG and PNG can render.

use serde::Serialize;

/// A picture of the position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scene {
    /// What the picture shows, for readers who cannot see it.
    pub title: String,
    /// What is drawn.
    pub drawing: Drawing,
}

/// What kind of picture it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "drawing", rename_all = "kebab-case")]
pub enum Drawing {
    /// Planets and the ships between them.
    Map(Map),
    /// A board with its pieces.
    Board(Board),
}

/// Shapes on a sheet of `width` by `height` units with its origin at the top left. A phone shows the sheet at the width of its screen, so
/// [`Map::PHONE`] units are about as many pixels.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Map {
    /// In units of the map, to the right.
    pub width: f64,
    /// In units of the map, downwards.
    pub height: f64,
    /// What is drawn; later shapes lie on top.
    pub shapes: Vec<Shape>,
    /// The spots that can be pointed at.
    pub spots: Vec<Spot>,
}

/// A disc of the map that stands for something.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spot {
    /// What it is called in orders, such as `20`.
    pub name: String,
    /// Its label for readers who cannot see the map: `Rivet (20), Ann`.
    pub label: String,
    /// The x coordinate of its middle, in units of the map.
    pub x: f64,
    /// The y coordinate of its middle, in units of the map.
    pub y: f64,
    /// Its radius, in units of the map.
    pub radius: f64,
}

/// One mark of a map.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "shape", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "coordinates and tones are what their names say, in units of the map")]
pub enum Shape {
    /// A seat's disc also has that seat's pattern, for readers who cannot see its colour.
    Disc {
        x: f64,
        y: f64,
        radius: f64,
        fill: Tone,
        ring: Option<Tone>,
        stripes: Option<Tone>,
    },
    Ring {
        x: f64,
        y: f64,
        radius: f64,
        tone: Tone,
        width: f64,
        dashed: bool,
    },
    Star {
        x: f64,
        y: f64,
        radius: f64,
        tone: Tone,
    },
    Line {
        from: (f64, f64),
        to: (f64, f64),
        tone: Tone,
        width: f64,
        dashed: bool,
    },
    /// An arrow that points to `to`.
    Arrow {
        from: (f64, f64),
        to: (f64, f64),
        tone: Tone,
        width: f64,
        dashed: bool,
    },
    Text {
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        tone: Tone,
        bold: bool,
        text: String,
    },
}

impl Map {
    /// The width of a map in pixels on a phone of 390, with a margin of 12 on either side.
    pub const PHONE: f64 = 366.0;
}

/// Which point of a text stands at its coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// The middle of the text lies there.
    Middle,
    /// The text ends there.
    End,
}

/// The meaning of a colour. The renderer chooses colours that colour-blind readers can tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// For what everything lies on.
    Background,
    /// For what is read first.
    Ink,
    /// For what is there for orientation.
    Faint,
    /// For what belongs to nobody.
    Neutral,
    /// For what the eye should find.
    Highlight,
    /// For the seat with this number, from 1.
    Seat(u8),
}

/// A board of cells with pieces on them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    /// How its cells lie.
    pub grid: Grid,
    /// The two sides; the side that began comes first.
    pub sides: [SideLook; 2],
    /// Every cell of the grid, by rows from the bottom, each row from the left.
    pub cells: Vec<Cell>,
    /// What stands beside the board, such as score, tax and stock.
    pub captions: Vec<Caption>,
    /// What the marks and pieces mean.
    pub legend: Legend,
}

/// The game's words for what is drawn. What has no words is drawn but not explained.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Legend {
    /// Each mark in use, with its meaning.
    pub marks: &'static [(Mark, &'static str)],
    /// The sizes of pyramids, each with its letter, the smallest first.
    pub sizes: &'static [(char, &'static str)],
}

/// How cells lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "grid", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "sizes are counts of cells")]
pub enum Grid {
    /// A hexagon of hexagons with `size` cells a side: rows a.. from the bottom, cells from 1 at the left of each row.
    Hexhex { size: u8 },
    /// Files from the left, ranks from the bottom.
    Squares { files: u8, ranks: u8 },
}

/// How a side is named and painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SideLook {
    /// `White`
    pub name: &'static str,
    /// `W`
    pub letter: char,
    /// The colour of its pieces.
    pub paint: Paint,
}

/// The colour of a side's pieces. Each also has its own shape or shade, for print without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paint {
    /// Light pieces with a dark edge.
    White,
    /// Dark pieces.
    Black,
    /// Red pieces.
    Red,
    /// Blue pieces.
    Blue,
    /// Pieces have their own colours; outlines tell the sides apart.
    ByPiece,
}

/// One cell of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// `e5`
    pub name: String,
    /// Its pieces, from bottom to top.
    pub pieces: Vec<Piece>,
    /// Its marks, each once, in ascending order.
    pub marks: Vec<Mark>,
}

/// What lies on a cell. `side` is an index into [`Board::sides`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "piece", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "a side is 0 or 1, a count and pips are what is drawn")]
pub enum Piece {
    /// A pile of `count` flat pieces of one side.
    Checkers { side: usize, count: u32 },
    /// A pyramid of 1 to 3 pips.
    Pyramid { side: usize, colour: PyramidColour, pips: u8 },
}

/// The colours of Looney Pyramids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PyramidColour {
    /// `green`
    pub name: &'static str,
    /// `g`
    pub letter: char,
}

/// What a cell is marked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The last move left this cell.
    From,
    /// The last move arrived here.
    To,
    /// The stack here must be moved on.
    Hostage,
    /// Pieces enter the board here.
    Entry,
    /// The middle of the board, from which distances count.
    Centre,
}

impl Mark {
    /// The marks that are there, in the order given.
    pub fn present(marks: impl IntoIterator<Item = (Mark, bool)>) -> Vec<Mark> {
        marks.into_iter().filter_map(|(mark, is_there)| is_there.then_some(mark)).collect()
    }
}

/// A line beside the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Caption {
    /// The side it is about, as an index into [`Board::sides`]; `None` for both.
    pub side: Option<usize>,
    /// `Stacks removed`
    pub label: String,
    /// `2`
    pub value: String,
}
