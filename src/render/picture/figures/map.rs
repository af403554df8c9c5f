//! A map as figures: discs, lines, and text that can be read on whatever lies below it.

use super::{Canvas, Figure, Form};
use crate::engine::{Map, Shape, Tone};
use crate::render::picture::palette;

/// Lays out a map.
pub(super) fn picture(title: &str, map: &Map) -> Canvas {
    let shapes = map.shapes.iter().enumerate();
    let figures = shapes.flat_map(|(index, shape)| figures(shape, map.shapes.get(..index).unwrap_or_default()));
    Canvas { title: title.to_owned(), width: map.width, height: map.height, figures: figures.collect() }
}

fn figures(shape: &Shape, below: &[Shape]) -> Vec<Figure> {
    match shape {
        Shape::Disc { x, y, radius, fill, ring } => vec![disc((*x, *y), *radius, *fill, *ring)],
        Shape::Line { from, to, tone, width, dashed } => vec![line(*from, *to, *tone, *width, *dashed)],
        Shape::Text { x, y, size, anchor, tone, bold, text } => {
            let disc = disc_under((*x, *y - size / 3.0), below).map(palette::colour);
            // Ink and paper mean "readable"; on a disc that depends on its colour.
            let is_plain = matches!(tone, Tone::Ink | Tone::Background);
            let colour = disc.filter(|_| is_plain).map_or_else(|| palette::colour(*tone), palette::ink_on);
            let halo = disc.is_none().then(|| Figure::text((*x, *y), *size, *anchor, palette::PAPER, size / 4.0, text));
            let letters = Figure::text((*x, *y), *size, *anchor, colour, if *bold { size / 22.0 } else { 0.0 }, text);
            halo.into_iter().chain([letters]).collect()
        }
    }
}

fn disc(middle: (f64, f64), radius: f64, fill: Tone, ring: Option<Tone>) -> Figure {
    let disc = Figure::new(Form::Circle { middle, radius }).filled(palette::colour(fill));
    match ring {
        Some(tone) => disc.edged(palette::colour(tone), (radius / 6.0).clamp(0.5, 4.0)),
        None => disc,
    }
}

fn line(from: (f64, f64), to: (f64, f64), tone: Tone, width: f64, dashed: bool) -> Figure {
    let line = Figure::new(Form::Line { from, to }).edged(palette::colour(tone), width).rounded();
    if dashed { line.dashed(width * 4.0) } else { line }
}

/// The fill of the topmost disc at a point.
fn disc_under((x, y): (f64, f64), below: &[Shape]) -> Option<Tone> {
    below.iter().rev().find_map(|shape| match shape {
        Shape::Disc { x: at_x, y: at_y, radius, fill, .. } if (at_x - x).hypot(at_y - y) < *radius => Some(*fill),
        _ => None,
    })
}
