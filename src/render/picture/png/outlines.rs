//! The outlines of all forms, in lengths that can be compared.

use zeno::{Command, PathBuilder};

use super::letters::Glyph;

/// Lengths are whole numbers of 1/64 pixel, so that equal outlines compare as equal.
const PARTS: f64 = 64.0;

/// The greatest length in pixels. What reaches farther than any picture looks as if it ended there.
const LONGEST: f64 = 4096.0;

/// The length of the handles of a curve that draws a quarter of a circle of radius 1.
const QUARTER: f32 = 0.552_284_8;

/// A letter or a form around its own origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outline {
    Letter {
        letter: Glyph,
        size: i32,
    },
    /// An ellipse around its middle.
    Ellipse {
        radii: (i32, i32),
    },
    /// A wall from the middle of its upper edge, `depth` downwards.
    Wall {
        depth: i32,
        radii: (i32, i32),
    },
    /// Lines from the origin to all these corners, and back if closed.
    Corners {
        others: Vec<(i32, i32)>,
        is_closed: bool,
    },
}

/// A length in parts of a pixel.
pub(super) fn parts(pixels: f64) -> i32 {
    (pixels.clamp(-LONGEST, LONGEST) * PARTS).round() as i32
}

/// A length in pixels.
pub(super) fn length(parts: i32) -> f32 {
    parts as f32 / PARTS as f32
}

impl Outline {
    /// The path in pixels; empty for a blank.
    pub(super) fn path(&self) -> Vec<Command> {
        let mut path = Vec::new();
        match self {
            Outline::Letter { letter, size } => return letter.outline(length(*size)),
            Outline::Ellipse { radii } => {
                path.add_ellipse((0.0, 0.0), length(radii.0), length(radii.1));
            }
            Outline::Wall { depth, radii } => {
                let [depth, wide, tall] = [*depth, radii.0, radii.1].map(length);
                path.move_to((-wide, 0.0)).line_to((-wide, depth));
                half_ellipse(&mut path, depth, (wide, tall));
                path.line_to((wide, 0.0));
                half_ellipse(&mut path, 0.0, (-wide, -tall));
                path.close();
            }
            Outline::Corners { others, is_closed } => {
                path.move_to((0.0, 0.0));
                for (x, y) in others {
                    path.line_to((length(*x), length(*y)));
                }
                if *is_closed {
                    path.close();
                }
            }
        }
        path
    }

    /// How much memory it takes besides its own size, in bytes.
    pub(super) fn bytes(&self) -> usize {
        if let Outline::Corners { others, .. } = self { size_of_val(others.as_slice()) } else { 0 }
    }
}

/// The lower half around (0, `y`), from left to right; with negative radii the upper half, from right to left.
fn half_ellipse(path: &mut Vec<Command>, y: f32, (wide, tall): (f32, f32)) {
    let (wide_handle, tall_handle) = (wide * QUARTER, tall * QUARTER);
    path.curve_to((-wide, y + tall_handle), (-wide_handle, y + tall), (0.0, y + tall));
    path.curve_to((wide_handle, y + tall), (wide, y + tall_handle), (wide, y));
}
