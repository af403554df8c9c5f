//! A board as figures: cells, coordinates, pieces, and captions below.

use super::canvas::{Canvas, Lights, Touchable};
use super::captions::{self, MARGIN, WIDTH};
use super::cells::{self, CellOutline, CellPlace, HALF_CAPITAL};
use super::figure::Figure;
use super::pieces;
use crate::engine::{Anchor, Board, Cell, Grid};
use crate::render::picture::board::{self, Pile};
use crate::render::picture::palette;

/// The space for coordinates on each side of the board.
const LABELS: f64 = 36.0;
const LABEL_SIZE: f64 = 17.0;

/// The radius of the largest cell and the height of the highest board, so that small boards do not fill the page.
const LARGEST_CELL: f64 = 46.0;
const HIGHEST_BOARD: f64 = 560.0;

/// The layout of a board.
struct BoardPlan<'a> {
    rows: Vec<Vec<(CellPlace, &'a Cell)>>,
    grid: Grid,
    bottom: f64,
}

/// Lays out a board, its captions and a legend. Leaves out what does not fit the grid.
pub(super) fn picture(title: &str, board: &Board) -> Canvas {
    let plan = BoardPlan::of(board);
    let mut figures = plan.coordinates();
    for (row, line) in plan.rows.iter().enumerate() {
        for (file, (place, cell)) in line.iter().enumerate() {
            figures.extend(cells::cell(*place, cell, plan.is_dark(file, row)));
        }
    }
    figures.extend(plan.names_between());
    for (place, cell) in plan.rows.iter().rev().flatten() {
        figures.extend(content(board, *place, cell));
    }
    let place = |(place, cell): &(CellPlace, &Cell)| Touchable {
        name: cell.name.clone(),
        label: board::aloud(board, &cell.name, &Pile::of(cell)),
        corners: place.corners(1.0),
    };
    let places = plan.rows.iter().rev().flatten().map(place).collect();
    let below = captions::below(board, plan.bottom);
    figures.extend(below.figures);
    Canvas { title: title.to_owned(), width: WIDTH, height: below.bottom + MARGIN, lights: Lights::Day, figures, places }
}

impl<'a> BoardPlan<'a> {
    fn of(board: &'a Board) -> BoardPlan<'a> {
        let rows = board::rows(board);
        let longest = rows.iter().map(|row| row.len()).max().unwrap_or(1) as f64;
        let outline = CellOutline::of(board.grid);
        // The distance from one row to the next, and from a row's middle to the edge of the board, in radii.
        let (rise, half) = match outline {
            CellOutline::Hexagon => (3_f64.sqrt(), 2.0 / 3_f64.sqrt()),
            CellOutline::Square => (2.0, 1.0),
        };
        let height_in_radii = rise * (rows.len().max(1) - 1) as f64 + 2.0 * half;
        let room = WIDTH - 2.0 * (MARGIN + LABELS);
        let radius = (room / longest / 2.0).min(HIGHEST_BOARD / height_in_radii).min(LARGEST_CELL);
        let top = MARGIN + if outline == CellOutline::Square { LABELS } else { 0.0 };
        let place_rows = rows.iter().enumerate().map(|(row, cells)| {
            let y = top + radius * (half + rise * (rows.len() - 1 - row) as f64);
            let left = WIDTH / 2.0 - radius * (cells.len() as f64 - 1.0);
            let place = |file: usize| CellPlace { x: left + 2.0 * radius * file as f64, y, radius, outline };
            cells.iter().enumerate().map(|(file, cell)| (place(file), cell)).collect()
        });
        let bottom = top + radius * height_in_radii + if outline == CellOutline::Square { LABELS } else { 0.0 };
        BoardPlan { grid: board.grid, bottom, rows: place_rows.collect() }
    }

    /// Whether a square is dark. The lower left one is, as on a chessboard; other grids have no dark cells.
    fn is_dark(&self, file: usize, row: usize) -> bool {
        matches!(self.grid, Grid::Squares { .. }) && (file + row).is_multiple_of(2)
    }

    /// On hexagons, names on the bare cells between the ends of a row, so that nobody has to count.
    fn names_between(&self) -> Vec<Figure> {
        let Grid::Hexhex { .. } = self.grid else { return Vec::new() };
        let inner = self.rows.iter().flat_map(|row| row.get(1..row.len() - 1).unwrap_or_default());
        inner.filter(|(_, cell)| cell.pieces.is_empty()).map(|(place, cell)| cells::name(*place, cell)).collect()
    }

    fn coordinates(&self) -> Vec<Figure> {
        match self.grid {
            Grid::Hexhex { .. } => self.ends_of_rows(|name| name),
            Grid::Squares { .. } => [self.ends_of_rows(|name| board::name_parts(name).1), self.files()].concat(),
        }
    }

    /// The names of the first and last cell of each row, or the part of them that `shown` returns.
    fn ends_of_rows(&self, shown: impl Fn(&str) -> &str) -> Vec<Figure> {
        let mut labels = Vec::new();
        for row in &self.rows {
            let ends = [(row.first(), -1.0, Anchor::End), (row.last(), 1.0, Anchor::Start)];
            for (end, direction, anchor) in ends {
                let Some((place, cell)) = end else { continue };
                let x = place.x + direction * (place.radius + LABELS / 4.0);
                labels.push(coordinate_label((x, place.y), anchor, shown(&cell.name)));
            }
        }
        labels
    }

    fn files(&self) -> Vec<Figure> {
        let mut labels = Vec::new();
        let (Some(lowest), Some(highest)) = (self.rows.first(), self.rows.last()) else { return labels };
        for (row, direction) in [(lowest, 1.0), (highest, -1.0)] {
            for (place, cell) in row {
                let y = place.y + direction * (place.radius + LABELS / 2.0);
                labels.push(coordinate_label((place.x, y), Anchor::Middle, board::name_parts(&cell.name).0));
            }
        }
        labels
    }
}

/// What is on a cell, and what just happened to it.
fn content(board: &Board, place: CellPlace, cell: &Cell) -> Vec<Figure> {
    let event = board::event_mark(cell).map(|mark| cells::event(place, mark)).unwrap_or_default();
    [pieces::pile(board, place, &Pile::of(cell)), event].concat()
}

fn coordinate_label((x, y): (f64, f64), anchor: Anchor, text: &str) -> Figure {
    Figure::text((x, y + LABEL_SIZE * HALF_CAPITAL), LABEL_SIZE, anchor, palette::INK, 0.0, text)
}
