//! A map as figures: discs, lines, and text that can be read on anything below it.

use super::canvas::{Canvas, Lights, Touchable};
use super::figure::{Figure, FigureForm};
use super::patterns::{pattern, striped};
use crate::engine::{Anchor, Map, Shape, Spot, Tone};
use crate::render::picture::palette;

/// The length of an arrow's head, and its width on either side, in widths of its line.
const HEAD: (f64, f64) = (5.5, 2.6);
/// The corners of a star of radius 1, from the top to the right.
const STAR: [(f64, f64); 10] = [
    (0.0, -1.0),
    (0.247, -0.34),
    (0.951, -0.309),
    (0.4, 0.13),
    (0.588, 0.809),
    (0.0, 0.42),
    (-0.588, 0.809),
    (-0.4, 0.13),
    (-0.951, -0.309),
    (-0.247, -0.34),
];

/// Lays out a map, on a sheet with a border that sets it off.
pub(super) fn picture(title: &str, map: &Map) -> Canvas {
    let shapes = map.shapes.iter().enumerate();
    let figures = shapes.flat_map(|(index, shape)| figures(shape, map.shapes.get(..index).unwrap_or_default()));
    let figures = std::iter::once(border(map)).chain(figures).collect();
    Canvas {
        title: title.to_owned(),
        width: map.width,
        height: map.height,
        lights: Lights::DayAndNight,
        figures,
        places: map.spots.iter().map(touchable).collect(),
    }
}

/// An eight-cornered outline a little larger than the disc, for fingers.
fn touchable(spot: &Spot) -> Touchable {
    const CORNERS: [(f64, f64); 8] =
        [(0.0, -1.0), (0.71, -0.71), (1.0, 0.0), (0.71, 0.71), (0.0, 1.0), (-0.71, 0.71), (-1.0, 0.0), (-0.71, -0.71)];
    let reach = spot.radius * 1.4;
    Touchable {
        name: spot.name.clone(),
        label: spot.label.clone(),
        corners: CORNERS.iter().map(|(x, y)| (spot.x + x * reach, spot.y + y * reach)).collect(),
    }
}

fn border(map: &Map) -> Figure {
    let (right, bottom) = (map.width - 0.5, map.height - 0.5);
    let corners = vec![(0.5, 0.5), (right, 0.5), (right, bottom), (0.5, bottom)];
    Figure::new(FigureForm::Polygon { corners }).edged(palette::colour(Tone::Faint), 1.0)
}

fn figures(shape: &Shape, below: &[Shape]) -> Vec<Figure> {
    match shape {
        Shape::Disc { x, y, radius, fill, ring, stripes } => disc((*x, *y), *radius, (*fill, *stripes), *ring),
        Shape::Ring { x, y, radius, tone, width, dashed } => {
            let ring = Figure::new(FigureForm::Circle { middle: (*x, *y), radius: *radius }).edged(palette::colour(*tone), *width);
            vec![if *dashed { ring.dashed(width * 1.8) } else { ring }]
        }
        Shape::Star { x, y, radius, tone } => vec![star((*x, *y), *radius, *tone)],
        Shape::Line { from, to, tone, width, dashed } => vec![line(*from, *to, *tone, *width, *dashed)],
        Shape::Arrow { from, to, tone, width, dashed } => arrow(*from, *to, *tone, *width, *dashed),
        Shape::Text { x, y, size, anchor, tone, bold, text } => {
            let disc = disc_under((*x, *y - size / 3.0), below);
            let (halo, colour) = match disc {
                // Ink and paper mean "readable", which on a disc depends on its colour.
                Some((fill, has_lines)) if matches!(tone, Tone::Ink | Tone::Background) => {
                    (has_lines.then(|| palette::colour(fill)), palette::ink_on_disc(fill))
                }
                Some((fill, has_lines)) => (has_lines.then(|| palette::colour(fill)), palette::colour(*tone)),
                None => (None, palette::colour(*tone)),
            };
            words((*x, *y), *size, *anchor, (halo, colour), *bold, text)
        }
    }
}

fn words(
    at: (f64, f64),
    size: f64,
    anchor: Anchor,
    (halo, colour): (Option<&'static str>, &'static str),
    bold: bool,
    text: &str,
) -> Vec<Figure> {
    let halo = halo.map(|halo| Figure::text(at, size, anchor, halo, size / 4.0, text));
    let letters = Figure::text(at, size, anchor, colour, if bold { size / 22.0 } else { 0.0 }, text);
    halo.into_iter().chain([letters]).collect()
}

/// A disc, with its pattern for readers who cannot see its colour.
fn disc(middle: (f64, f64), radius: f64, (fill, stripes): (Tone, Option<Tone>), ring: Option<Tone>) -> Vec<Figure> {
    let form = FigureForm::Circle { middle, radius };
    let body = Figure::new(form.clone()).filled(palette::colour(fill));
    let lines = match (stripes, fill) {
        (Some(tone), _) => striped(middle, radius, palette::colour(tone)),
        (None, Tone::Seat(seat)) => pattern(seat, middle, radius, palette::ink_on_disc(fill)),
        _ => Vec::new(),
    };
    let ring = ring.map(|tone| Figure::new(form).edged(palette::colour(tone), (radius / 7.0).clamp(0.5, 4.0)));
    std::iter::once(body).chain(lines).chain(ring).collect()
}

fn star((x, y): (f64, f64), radius: f64, tone: Tone) -> Figure {
    let corners = STAR.iter().map(|(right, down)| (x + right * radius, y + down * radius)).collect();
    Figure::new(FigureForm::Polygon { corners }).filled(palette::colour(tone)).edged(palette::PAPER, 1.2).rounded()
}

fn line(from: (f64, f64), to: (f64, f64), tone: Tone, width: f64, dashed: bool) -> Figure {
    let line = Figure::new(FigureForm::Line { from, to }).edged(palette::colour(tone), width).rounded();
    if dashed { line.dashed(width * 3.0) } else { line }
}

/// An arrow, whose line ends where its head begins.
fn arrow(from: (f64, f64), to: (f64, f64), tone: Tone, width: f64, dashed: bool) -> Vec<Figure> {
    let (along, down) = (to.0 - from.0, to.1 - from.1);
    let length = (along * along + down * down).sqrt().max(1e-6);
    let (along, down) = (along / length, down / length);
    let (long, wide) = (HEAD.0 * width, HEAD.1 * width);
    let neck = (to.0 - along * long, to.1 - down * long);
    let corners = vec![to, (neck.0 - down * wide, neck.1 + along * wide), (neck.0 + down * wide, neck.1 - along * wide)];
    vec![line(from, neck, tone, width, dashed), Figure::new(FigureForm::Polygon { corners }).filled(palette::colour(tone))]
}

/// The fill of the topmost disc at a point, and whether it has lines on it.
fn disc_under((x, y): (f64, f64), below: &[Shape]) -> Option<(Tone, bool)> {
    below.iter().rev().find_map(|shape| match shape {
        Shape::Disc { x: at_x, y: at_y, radius, fill, stripes, .. } if ((at_x - x).powi(2) + (at_y - y).powi(2)).sqrt() < *radius => {
            Some((*fill, stripes.is_some() || matches!(fill, Tone::Seat(_))))
        }
        _ => None,
    })
}
