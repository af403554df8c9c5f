//! Forms with their colours, in units of the picture.

use crate::engine::Anchor;

/// No coordinate lies further from the origin, in units of the picture.
const FURTHEST: f64 = 1e6;

/// A form with its colours as `#rrggbb`. Without fill and edge it is not seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Where it is, and of what shape.
    pub form: FigureForm,
    /// The colour inside; `None` leaves it clear.
    pub fill: Option<&'static str>,
    /// The line around it; `None` draws none.
    pub edge: Option<Edge>,
}

/// The line around a form.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// As `#rrggbb`.
    pub colour: &'static str,
    /// How thick the line is, in units of the picture.
    pub weight: f64,
    /// Whether corners and ends are round.
    pub is_round: bool,
    /// How long each dash and each gap between two dashes is.
    pub dash: Option<f64>,
}

/// All the forms that pictures are made of.
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
    /// The side of a round slab from its upper to its lower edge, seen from above and before.
    Wall {
        x: f64,
        upper: f64,
        lower: f64,
        radii: (f64, f64),
    },
    /// A line of text on the baseline `at`. Letters that are `weight` fatter are bold without a second font, or a halo that keeps lines off
    /// a text. Text has no edge besides.
    Text {
        at: (f64, f64),
        size: f64,
        anchor: Anchor,
        weight: f64,
        text: String,
    },
}

impl Figure {
    /// A form that nobody sees yet: without fill and edge.
    pub fn new(form: FigureForm) -> Figure {
        Figure { form, fill: None, edge: None }
    }

    /// A text without a halo: see [`FigureForm::Text`].
    pub fn text(at: (f64, f64), size: f64, anchor: Anchor, colour: &'static str, weight: f64, text: &str) -> Figure {
        Figure::new(FigureForm::Text { at, size, anchor, weight, text: text.to_owned() }).filled(colour)
    }

    /// With this colour inside.
    pub fn filled(self, colour: &'static str) -> Figure {
        Figure { fill: Some(colour), ..self }
    }

    /// With a line around it, of sharp corners and without gaps.
    pub fn edged(self, colour: &'static str, weight: f64) -> Figure {
        Figure { edge: Some(Edge { colour, weight, is_round: false, dash: None }), ..self }
    }

    /// With round corners and ends, if it has an edge.
    pub fn rounded(self) -> Figure {
        Figure { edge: self.edge.map(|edge| Edge { is_round: true, ..edge }), ..self }
    }

    /// With an edge in dashes, if it has an edge.
    pub fn dashed(self, dash: f64) -> Figure {
        Figure { edge: self.edge.map(|edge| Edge { dash: Some(dash), ..edge }), ..self }
    }
}

/// A coordinate that can be drawn: what is no number counts as 0.
pub fn bounded(value: f64) -> f64 {
    if value.is_finite() { value.clamp(-FURTHEST, FURTHEST) } else { 0.0 }
}
