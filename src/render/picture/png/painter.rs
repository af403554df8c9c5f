//! Figures as pixels: every letter and every form is a stamp with a place and a colour.

use super::colours::Pixels;
use super::letters;
use super::outlines::{Outline, parts};
use super::stamps::{Cut, OutlineStroke};
use crate::engine::Anchor;
use crate::render::picture::figures::{Canvas, Figure, FigureForm, bounded};
use crate::render::picture::palette;

/// From this size on, letters are placed on whole pixels along the line. The difference is invisible, and the file gets smaller.
const LARGE_TYPE: f64 = 20.0;

/// The largest font size in pixels.
const LARGEST_TYPE: f64 = 256.0;

/// A sheet, with the number of pixels for a unit of the picture.
struct Painter {
    sheet: Pixels,
    scale: f64,
}

/// Paints a picture `width` pixels wide, or narrower if it would be higher than `most`. A size that is not positive counts as 1. `None` if there is
/// no memory for it.
pub(super) fn paint(picture: &Canvas, width: u32, most: u32) -> Option<Pixels> {
    let [wide, tall] = [picture.width, picture.height].map(bounded).map(|size| if size > 0.0 { size } else { 1.0 });
    let scale = (f64::from(width) / wide).min(f64::from(most) / tall);
    let pixels = |units: f64| (units * scale).round().max(1.0) as u32;
    let mut painter = Painter { sheet: Pixels::new(pixels(wide), pixels(tall), &picture.colours())?, scale };
    for figure in &picture.figures {
        painter.figure(figure);
    }
    Some(painter.sheet)
}

impl Painter {
    fn figure(&mut self, figure: &Figure) {
        let (at, outline) = match &figure.form {
            FigureForm::Circle { middle, radius } => (*middle, self.ellipse((*radius, *radius))),
            FigureForm::Ellipse { middle, radii } => (*middle, self.ellipse(*radii)),
            FigureForm::Line { from, to } => (*from, self.corners(*from, &[*to], false)),
            FigureForm::Polygon { corners } => {
                let Some((first, others)) = corners.split_first() else { return };
                (*first, self.corners(*first, others, true))
            }
            FigureForm::Wall { x, upper, lower, radii } => {
                let [depth, wide, tall] = [lower - upper, radii.0, radii.1].map(|units| self.parts(units));
                ((*x, *upper), Outline::Wall { depth, radii: (wide, tall) })
            }
            FigureForm::Text { at, size, anchor, weight, text } => return self.text((*at, *anchor), (*size, *weight), figure.fill, text),
        };
        let at = (self.pixels(at.0), self.pixels(at.1));
        if let Some(fill) = figure.fill {
            let cut = Cut { outline: outline.clone(), is_filled: true, line: None };
            cut.press(&mut self.sheet, at, palette::channels(fill));
        }
        if let Some(edge) = figure.edge {
            let dash = edge.dash.map(|dash| self.parts(dash));
            let line = OutlineStroke { weight: self.parts(edge.weight), is_round: edge.is_round, dash };
            let cut = Cut { outline, is_filled: false, line: Some(line) };
            cut.press(&mut self.sheet, at, palette::channels(edge.colour));
        }
    }

    /// Baselines are on whole pixels, so that letters are sharp and need few stamps.
    fn text(&mut self, (at, anchor): ((f64, f64), Anchor), (size, weight): (f64, f64), colour: Option<&str>, text: &str) {
        let Some(colour) = colour else { return };
        let [x, baseline] = [at.0, at.1].map(|units| self.pixels(units));
        let [size, weight] = [size, weight].map(|units| self.pixels(units).clamp(0.0, LARGEST_TYPE));
        let line = (weight > 0.0).then(|| OutlineStroke { weight: parts(weight), is_round: true, dash: None });
        for (letter, along) in letters::line(text, anchor, size) {
            let cut = Cut { outline: Outline::Letter { letter, size: parts(size) }, is_filled: true, line };
            let at = if size < LARGE_TYPE { x + along } else { (x + along).round() };
            cut.press(&mut self.sheet, (at, baseline.round()), palette::channels(colour));
        }
    }

    fn ellipse(&self, radii: (f64, f64)) -> Outline {
        Outline::Ellipse { radii: (self.parts(radii.0), self.parts(radii.1)) }
    }

    fn corners(&self, first: (f64, f64), others: &[(f64, f64)], is_closed: bool) -> Outline {
        let others = others.iter().map(|(x, y)| (self.parts(x - first.0), self.parts(y - first.1)));
        Outline::Corners { others: others.collect(), is_closed }
    }

    fn pixels(&self, units: f64) -> f64 {
        bounded(units) * self.scale
    }

    fn parts(&self, units: f64) -> i32 {
        parts(self.pixels(units))
    }
}
