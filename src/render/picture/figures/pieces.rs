//! Stacks, piles and pyramids on a cell.

use super::cells::{CellPlace, HALF_CAPITAL};
use super::figure::{Figure, FigureForm};
use crate::engine::{Anchor, Board, Piece, PyramidColour};
use crate::render::picture::board::{self, Pile};
use crate::render::picture::palette::{self, Lacquer};

/// The most layers of one side's stack that are drawn; its number says the rest.
const MOST_LAYERS: u32 = 5;

/// A mixed pile of more pieces shows its runs of one colour rather than single pieces.
const MOST_SLABS: u32 = 6;

/// The thickness of a high pile, and of its thinnest run, in radii.
const THICKEST_PILE: f64 = 0.96;
const THINNEST_RUN: f64 = 0.1;

/// With more pyramids than this in a stack, their names are beside it, because too little of each pyramid shows.
const MOST_NAMED_INSIDE: usize = 3;

/// Smaller pyramids have lines as thick as if they had this radius.
const THINNEST_LINED: f64 = 30.0;

/// From the base of the lowest pyramid to the tip of the uppermost, in radii.
const STACK_HEIGHT: f64 = 1.6;

/// Draws what is on a cell.
pub(super) fn pile(board: &Board, place: CellPlace, pile: &Pile) -> Vec<Figure> {
    let pyramids: Vec<Pyramid> = pile.pieces.iter().filter_map(|piece| Pyramid::of(board, *piece)).collect();
    if pyramids.is_empty() { checkers(board, place, pile) } else { stack_of_pyramids(place, &pyramids) }
}

/// A slab of a stack: its thickness in radii, and its side's look.
struct Slab {
    depth: f64,
    lacquer: Lacquer,
}

/// A stack seen from above and in front: slabs on each other, with the height on the uppermost.
fn checkers(board: &Board, place: CellPlace, pile: &Pile) -> Vec<Figure> {
    let Some(top) = pile.top() else { return Vec::new() };
    // The taller the wall, the flatter the face appears.
    let (wide, tall) = (place.radius * 0.8, place.radius * if pile.is_mixed() { 0.44 } else { 0.62 });
    let lacquer = lacquer_of(board, top);
    let (mut figures, y) = stack(place, &slabs(board, pile), (wide, tall), &lacquer);
    let number = pile.height().to_string();
    let size = (tall * 1.36).min(wide * 2.3 / number.len() as f64);
    let at = (place.x, y + size * HALF_CAPITAL);
    figures.push(Figure::text(at, size, Anchor::Middle, palette::ink_on(lacquer.face), size / 22.0, &number));
    figures
}

/// A single checker without a number.
pub(super) fn checker_sample(board: &Board, place: CellPlace, side: usize) -> Vec<Figure> {
    let lacquer = palette::lacquer(board::look(board, side).paint);
    let slabs = [Slab { depth: 0.25, lacquer }];
    stack(place, &slabs, (place.radius * 0.95, place.radius * 0.7), &lacquer).0
}

/// Slabs on each other, and the y coordinate of the top face.
fn stack(place: CellPlace, slabs: &[Slab], size: (f64, f64), lacquer: &Lacquer) -> (Vec<Figure>, f64) {
    let depth = place.radius * slabs.iter().map(|slab| slab.depth).sum::<f64>();
    let mut figures = Vec::new();
    let mut y = place.y + depth / 2.0;
    for slab in slabs {
        let upper = y - place.radius * slab.depth;
        figures.push(wall(place.x, (upper, y), size, &slab.lacquer));
        y = upper;
    }
    figures.extend(face((place.x, y), size, lacquer));
    (figures, y)
}

/// From bottom to top: one side's stack in layers; a mixed pile in pieces or, if it is high, in runs of one colour.
fn slabs(board: &Board, pile: &Pile) -> Vec<Slab> {
    let slab = |piece: &Piece, depth: f64| Slab { depth, lacquer: lacquer_of(board, *piece) };
    let alike = |piece, times: u32, depth: f64| (0..times).map(move |_| slab(piece, depth));
    let (height, runs) = (pile.height(), pile.pieces.len() as f64);
    if !pile.is_mixed() {
        return pile.pieces.iter().flat_map(|piece| alike(piece, height.min(MOST_LAYERS), 0.1)).collect();
    }
    if height <= MOST_SLABS {
        return pile.pieces.iter().flat_map(|piece| alike(piece, board::height(*piece), 0.16)).collect();
    }
    // Even the shortest run is visible; the rest is shared out by height.
    let least = THINNEST_RUN.min(THICKEST_PILE / runs);
    let share = |piece: &Piece| f64::from(board::height(*piece)) / f64::from(height);
    pile.pieces.iter().map(|piece| slab(piece, least + (THICKEST_PILE - least * runs) * share(piece))).collect()
}

fn lacquer_of(board: &Board, piece: Piece) -> Lacquer {
    let (Piece::Checkers { side, .. } | Piece::Pyramid { side, .. }) = piece;
    palette::lacquer(board::look(board, side).paint)
}

/// The round wall of a slab, drawn whole, since what lies on it covers its top.
fn wall(x: f64, (upper, lower): (f64, f64), radii: (f64, f64), lacquer: &Lacquer) -> Figure {
    Figure::new(FigureForm::Wall { x, upper, lower, radii }).filled(lacquer.wall).edged(lacquer.edge, line_weight(radii.0))
}

fn face(middle: (f64, f64), (wide, tall): (f64, f64), lacquer: &Lacquer) -> Vec<Figure> {
    let ellipse = |share: f64| Figure::new(FigureForm::Ellipse { middle, radii: (wide * share, tall * share) });
    let face = ellipse(1.0).filled(lacquer.face).edged(lacquer.edge, line_weight(wide));
    let ring = lacquer.ring.map(|ring| ellipse(0.88).edged(ring, wide * 0.08));
    [face].into_iter().chain(ring).collect()
}

/// Lines of small pieces are thin, so that their colour stays visible.
fn line_weight(wide: f64) -> f64 {
    (wide * 0.05).clamp(0.6, 1.4)
}

/// A pyramid as drawn.
#[derive(Clone, Copy)]
struct Pyramid {
    side: usize,
    colour: PyramidColour,
    pips: u8,
    letter: char,
}

impl Pyramid {
    fn of(board: &Board, piece: Piece) -> Option<Pyramid> {
        match piece {
            Piece::Pyramid { side, colour, pips } => Some(Pyramid { side, colour, pips, letter: board::size_letter(board, pips) }),
            Piece::Checkers { .. } => None,
        }
    }

    fn name(self) -> String {
        format!("{}{}", self.colour.letter, self.letter)
    }

    /// The name just above the base. A halo keeps the edges of small pyramids off it.
    fn named_inside(self, (x, base): (f64, f64), size: f64) -> [Figure; 2] {
        let fill = palette::pyramid(self.colour.name);
        [(fill, size / 5.0), (palette::ink_on(fill), size / 22.0)]
            .map(|(colour, weight)| Figure::text((x, base - size * 0.3), size, Anchor::Middle, colour, weight, &self.name()))
    }

    /// Its base and height, in radii of the cell.
    fn size(self) -> (f64, f64) {
        match self.pips {
            0 | 1 => (1.04, 0.88),
            2 => (1.34, 1.2),
            _ => (1.64, 1.52),
        }
    }
}

/// Pyramids seen from the side, each above the one below it.
fn stack_of_pyramids(place: CellPlace, pyramids: &[Pyramid]) -> Vec<Figure> {
    let base = place.y + place.radius * 0.74;
    match pyramids {
        [only] => {
            let name = only.named_inside((place.x, base), place.radius * 0.44);
            pyramid((place.x, base), place.radius, *only).into_iter().chain(name).collect()
        }
        few if few.len() <= MOST_NAMED_INSIDE => {
            let step = place.radius * step(few, 1.0);
            let foot = |level: usize| (place.x, base - step * level as f64);
            let stack = few.iter().enumerate().flat_map(|(level, piece)| pyramid(foot(level), place.radius, *piece));
            let names = few.iter().enumerate().flat_map(|(level, piece)| piece.named_inside(foot(level), step * 0.8));
            stack.chain(names).collect()
        }
        many => {
            let (radius, step) = (place.radius * 0.6, place.radius * step(many, 0.6));
            let foot = |level: usize| (place.x - place.radius * 0.36, base - step * level as f64);
            let stack = many.iter().enumerate().flat_map(|(level, piece)| pyramid(foot(level), radius, *piece));
            let size = (step * 0.9).min(place.radius * 0.34);
            let name = |(level, piece): (usize, &Pyramid)| {
                let at = (place.x + place.radius * 0.26, foot(level).1);
                Figure::text(at, size, Anchor::Start, palette::INK, 0.0, &piece.name())
            };
            stack.chain(many.iter().enumerate().map(name)).collect()
        }
    }
}

/// How much of each pyramid shows below the next, in radii, when drawn at `scale`.
fn step(pyramids: &[Pyramid], scale: f64) -> f64 {
    let top_height = pyramids.last().map_or(0.0, |top| top.size().1 * scale);
    ((STACK_HEIGHT - top_height) / pyramids.len().saturating_sub(1).max(1) as f64).min(0.4)
}

fn pyramid(foot: (f64, f64), radius: f64, piece: Pyramid) -> Vec<Figure> {
    triangle(foot, radius, piece.size(), piece.side, palette::pyramid(piece.colour.name))
}

/// A pyramid without colour and name.
pub(super) fn pyramid_sample(place: CellPlace, side: usize) -> Vec<Figure> {
    triangle((place.x, place.y + place.radius * 0.85), place.radius, (1.8, 1.7), side, palette::PAPER)
}

/// A triangle. The sides differ in their outline: one plain line, or two with paper between them.
fn triangle((x, base): (f64, f64), radius: f64, (width, height): (f64, f64), side: usize, fill: &'static str) -> Vec<Figure> {
    let half = radius * width / 2.0;
    let corners = vec![(x - half, base), (x, base - radius * height), (x + half, base)];
    let outline = |(colour, weight): (&'static str, f64)| {
        let form = FigureForm::Polygon { corners: corners.clone() };
        Figure::new(form).filled(fill).edged(colour, radius.max(THINNEST_LINED) * weight).rounded()
    };
    match side {
        0 => vec![outline((palette::INK, 0.045))],
        _ => [(palette::INK, 0.19), (palette::PAPER, 0.11), (palette::INK, 0.025)].map(outline).into(),
    }
}
