//! Forms with their colours, in units of the picture.

use crate::engine::Anchor;

/// The greatest coordinate, in units of the picture.
const FURTHEST: f64 = 1e6;

/// A form with its colours as `#rrggbb`. Without fill and edge it is invisible.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its shape and place.
    pub form: FigureForm,
    /// The colour inside; `None` for no fill.
    pub fill: Option<&'static str>,
    /// The line around it; `None` for no line.
    pub edge: Option<Edge>,
}

/// The line around a form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// Its colour as `#rrggbb`.
    pub colour: &'static str,
    /// Its thickness, in units of the picture.
    pub weight: f64,
    /// Whether corners and ends are round.
    pub is_round: bool,
    /// The length of each dash and of each gap; `None` for a solid line.
    pub dash: Option<f64>,
}

/// All forms of which pictures consist.
#[allow(missing_docs, reason = "places and sizes are what they are called, in units of the picture")]
#[derive(Debug, Clone, PartialEq)]
pub enum FigureForm {
    Circle {
        middle: (f64, f64),
        radius: f64,
    },
    Ellipse {
        middle: (f64, f64),
        radii: (f64, f64),
    },
    Line {
        from: (f64, f64),
        to: (f64, f64),
    },
    Polygon {
        corners: Vec<(f64, f64)>,
    },
    /// The side of a round slab from its upper to its lower edge, seen from above and in front.
    Wall {
        x: f64,
        upper: f64,
        lower: f64,
        radii: (f64, f64),
    },
    /// A line of text on the baseline `at`. Letters made fatter by `weight` serve as bold without a second font, or as a halo that keeps lines off a
    /// text. Text has no edge of its own.
    Text {
        at: (f64, f64),
        size: f64,
        anchor: Anchor,
        weight: f64,
        text: String,
    },
}

impl Figure {
    /// A form without fill and edge, which is still invisible.
    pub fn new(form: FigureForm) -> Figure {
        Figure { form, fill: None, edge: None }
    }

    /// A text; see [`FigureForm::Text`].
    pub fn text(at: (f64, f64), size: f64, anchor: Anchor, colour: &'static str, weight: f64, text: &str) -> Figure {
        Figure::new(FigureForm::Text { at, size, anchor, weight, text: text.to_owned() }).filled(colour)
    }

    /// The figure with this colour inside.
    pub fn filled(self, colour: &'static str) -> Figure {
        Figure { fill: Some(colour), ..self }
    }

    /// The figure with a solid line around it, with sharp corners.
    pub fn edged(self, colour: &'static str, weight: f64) -> Figure {
        Figure { edge: Some(Edge { colour, weight, is_round: false, dash: None }), ..self }
    }

    /// The figure with round corners and ends, if it has an edge.
    pub fn rounded(self) -> Figure {
        Figure { edge: self.edge.map(|edge| Edge { is_round: true, ..edge }), ..self }
    }

    /// The figure with a dashed edge, if it has an edge.
    pub fn dashed(self, dash: f64) -> Figure {
        Figure { edge: self.edge.map(|edge| Edge { dash: Some(dash), ..edge }), ..self }
    }
}

/// A coordinate that can be drawn: bounded, and 0 if it is not a number.
pub fn bounded(value: f64) -> f64 {
    if value.is_finite() { value.clamp(-FURTHEST, FURTHEST) } else { 0.0 }
}
