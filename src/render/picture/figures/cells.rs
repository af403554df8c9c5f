//! Hexagons and squares: where the cells of a board are, what they look like, and how marks show on them.

use super::figure::{Figure, FigureForm};
use crate::engine::{Anchor, Cell, Grid, Mark};
use crate::render::picture::{board, palette};

/// Half the height of a capital letter or digit, as a share of the font size.
pub(super) const HALF_CAPITAL: f64 = 0.365;

/// The weight of lines of cells and signs.
const LINE: f64 = 1.5;

/// The outline of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellOutline {
    /// A hexagon that stands on a corner.
    Hexagon,
    Square,
}

/// A cell on the sheet: its middle, and the radius of its inner circle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CellPlace {
    pub x: f64,
    pub y: f64,
    pub radius: f64,
    pub outline: CellOutline,
}

impl CellOutline {
    pub(super) fn of(grid: Grid) -> CellOutline {
        match grid {
            Grid::Hexhex { .. } => CellOutline::Hexagon,
            Grid::Squares { .. } => CellOutline::Square,
        }
    }

    /// The corners of a cell with an inner circle of radius 1.
    fn corners(self) -> &'static [(f64, f64)] {
        // A hexagon around a circle of radius 1 has sides of 2 / √3.
        const SIDE: f64 = 1.154_700_538_379_251_5;
        const HEXAGON: [(f64, f64); 6] =
            [(0.0, -SIDE), (1.0, -SIDE / 2.0), (1.0, SIDE / 2.0), (0.0, SIDE), (-1.0, SIDE / 2.0), (-1.0, -SIDE / 2.0)];
        const SQUARE: [(f64, f64); 4] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        match self {
            CellOutline::Hexagon => &HEXAGON,
            CellOutline::Square => &SQUARE,
        }
    }
}

impl CellPlace {
    /// The corners of its outline at `share` of its size.
    pub(super) fn corners(self, share: f64) -> Vec<(f64, f64)> {
        let reach = self.radius * share;
        self.outline.corners().iter().map(|(x, y)| (self.x + x * reach, self.y + y * reach)).collect()
    }

    fn polygon(self, share: f64) -> Figure {
        Figure::new(FigureForm::Polygon { corners: self.corners(share) })
    }

    /// A circle with `share` of the inner radius.
    fn ring(self, share: f64) -> Figure {
        Figure::new(FigureForm::Circle { middle: (self.x, self.y), radius: self.radius * share })
    }

    /// A line of this weight along the outline, entirely inside the cell.
    fn frame(self, colour: &'static str, weight: f64) -> Figure {
        let share = 1.0 - (weight / 2.0 + 1.0) / self.radius;
        self.polygon(share).edged(colour, weight)
    }
}

/// The bare cell, with the marks of the last move and of the board. `is_dark` is for the dark squares of a chequered board.
pub(super) fn ground(place: CellPlace, event: Option<Mark>, site: Option<Mark>, is_dark: bool) -> Vec<Figure> {
    let fill = match (event, site) {
        (Some(Mark::From | Mark::To), _) => palette::CELL_MOVED,
        (_, Some(Mark::Centre)) => palette::CELL_CENTRE,
        _ if is_dark => palette::CELL_DARK,
        _ => palette::CELL,
    };
    let sign = match site {
        Some(Mark::Entry) => Some(place.polygon(0.74)),
        Some(Mark::Centre) => Some(place.ring(0.74)),
        _ => None,
    };
    let cell = place.polygon(1.0).filled(fill).edged(palette::CELL_EDGE, LINE);
    [cell].into_iter().chain(sign.map(|sign| sign.edged(palette::CELL_SIGN, LINE))).collect()
}

/// The mark of the last move, or of a stack that must move on.
pub(super) fn event(place: CellPlace, mark: Mark) -> Vec<Figure> {
    let weight = (place.radius * 0.1).clamp(2.0, 4.0);
    match mark {
        Mark::From => vec![place.frame(palette::MOVED, weight).dashed(place.radius * 0.22)],
        Mark::To => vec![place.frame(palette::MOVED, weight)],
        Mark::Hostage => [vec![place.frame(palette::INK, weight)], badge(place)].concat(),
        Mark::Entry | Mark::Centre => Vec::new(),
    }
}

/// An exclamation mark at the upper right of a cell.
fn badge(place: CellPlace) -> Vec<Figure> {
    let size = (place.radius * 0.3).max(6.0);
    let (x, y) = match place.outline {
        CellOutline::Hexagon => (place.x + place.radius * 0.62, place.y - place.radius * 0.62),
        CellOutline::Square => (place.x + place.radius * 0.68, place.y - place.radius * 0.68),
    };
    let disc = Figure::new(FigureForm::Circle { middle: (x, y), radius: size }).filled(palette::INK).edged(palette::PAPER, LINE);
    vec![disc, Figure::text((x, y + size * 0.6), size * 1.6, Anchor::Middle, palette::PAPER, size / 12.0, "!")]
}

/// The name of a bare cell, so that nobody has to count.
pub(super) fn name(place: CellPlace, cell: &Cell) -> Figure {
    let size = place.radius * 0.44;
    Figure::text((place.x, place.y + size * HALF_CAPITAL), size, Anchor::Middle, palette::CELL_SIGN, 0.0, &cell.name)
}

/// What is drawn of a cell before its pieces.
pub(super) fn cell(place: CellPlace, cell: &Cell, is_dark: bool) -> Vec<Figure> {
    ground(place, board::event_mark(cell), board::ground_mark(cell), is_dark)
}
