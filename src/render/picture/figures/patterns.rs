//! What tells discs apart without colours: a pattern for each seat, above and below the number in the middle.

use super::figure::{Figure, FigureForm};

/// The patterns of the seats, seat 1 first; [`crate::render::picture::palette::SEATS`] has their colours. The darkest colour and one of the light
/// ones need no pattern.
const PATTERNS: [Pattern; 8] =
    [Pattern::Plain, Pattern::Circle, Pattern::Bars, Pattern::Dots, Pattern::Lines, Pattern::Hatched, Pattern::Ticks, Pattern::Plain];

/// Where patterns begin, in radii from the middle, since the number is inside.
const BAND: f64 = 0.56;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Plain,
    /// A line along the edge.
    Circle,
    /// A line above and one below.
    Lines,
    /// A dot above and one below.
    Dots,
    /// An upright line above and one below.
    Ticks,
    /// Three upright lines above and below.
    Bars,
    /// Slanting lines above and below.
    Hatched,
}

/// The pattern of a seat on a disc. With more than eight seats some share patterns, as they share colours.
pub(super) fn pattern(seat: u8, (x, y): (f64, f64), radius: f64, colour: &'static str) -> Vec<Figure> {
    let weight = (radius / 8.0).max(0.6);
    let line = |from: (f64, f64), to: (f64, f64)| {
        let place = |(right, down): (f64, f64)| (x + right * radius, y + down * radius);
        Figure::new(FigureForm::Line { from: place(from), to: place(to) }).edged(colour, weight)
    };
    let both = |draw: &dyn Fn(f64) -> Vec<Figure>| [-1.0, 1.0].into_iter().flat_map(draw).collect();
    match PATTERNS[usize::from(seat.saturating_sub(1)) % PATTERNS.len()] {
        Pattern::Plain => Vec::new(),
        Pattern::Circle => vec![Figure::new(FigureForm::Circle { middle: (x, y), radius: radius * 0.76 }).edged(colour, weight)],
        Pattern::Lines => both(&|side| vec![line((-0.76, side * 0.64), (0.76, side * 0.64))]),
        Pattern::Dots => both(&|side| {
            let middle = (x, y + side * radius * 0.73);
            vec![Figure::new(FigureForm::Circle { middle, radius: radius * 0.15 }).filled(colour)]
        }),
        Pattern::Ticks => both(&|side| vec![line((0.0, side * BAND), (0.0, side))]),
        Pattern::Bars => {
            both(&|side| [(-0.4, 0.9), (0.0, 1.0), (0.4, 0.9)].map(|(right, end)| line((right, side * BAND), (right, side * end))).to_vec())
        }
        Pattern::Hatched => both(&|side| {
            let slants = if side < 0.0 { [(-0.6, -0.36), (-0.2, 0.06), (0.2, 0.42)] } else { [(-0.42, -0.2), (-0.06, 0.2), (0.36, 0.6)] };
            slants.map(|(low, high)| if side < 0.0 { line((low, -BAND), (high, -0.9)) } else { line((low, 0.9), (high, BAND)) }).to_vec()
        }),
    }
}

/// Slanting stripes across the whole disc.
pub(super) fn striped((x, y): (f64, f64), radius: f64, colour: &'static str) -> Vec<Figure> {
    let stripe = |share: f64| {
        let off = share * radius;
        let half = (radius * radius - off * off).sqrt();
        // From the lower left to the upper right.
        let end = |along: f64| (x + (off + along) * 0.707, y + (off - along) * 0.707);
        Figure::new(FigureForm::Line { from: end(-half), to: end(half) }).edged(colour, radius * 0.24)
    };
    [-0.78, -0.26, 0.26, 0.78].into_iter().map(stripe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Tone;
    use crate::render::picture::palette;

    /// What a print without colour shows of a seat: how light it is, and its pattern.
    #[test]
    fn no_two_seats_look_alike_in_grey() {
        let grey = |seat: u8| {
            let [red, green, blue] = palette::channels(palette::colour(Tone::Seat(seat))).map(f64::from);
            0.3 * red + 0.59 * green + 0.11 * blue
        };
        for one in 1..=8 {
            for other in 1..one {
                let [first, second] = [one, other].map(|seat| PATTERNS[usize::from(seat) - 1]);
                assert!(first != second || (grey(one) - grey(other)).abs() > 90.0, "{one} and {other}");
            }
        }
    }

    #[test]
    fn no_pattern_leaves_its_disc() {
        for seat in 1..=9 {
            for figure in pattern(seat, (20.0, 20.0), 10.0, "#000000").into_iter().chain(striped((20.0, 20.0), 10.0, "#000000")) {
                let points = match figure.form {
                    FigureForm::Line { from, to } => vec![from, to],
                    FigureForm::Circle { middle, radius } => vec![(middle.0 + radius, middle.1), (middle.0, middle.1 + radius)],
                    other => panic!("{other:?}"),
                };
                assert!(points.iter().all(|(x, y)| (x - 20.0).hypot(y - 20.0) < 10.3), "seat {seat}: {points:?}");
            }
        }
    }
}
