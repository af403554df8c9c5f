//! A drawing, not a format: what a game shows, for text, SVG and PNG to render.

use serde::Serialize;

/// Shapes on a sheet of `width` by `height` units, the origin at the top left; later ones on top.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scene {
    /// What the picture shows, for readers who cannot see it.
    pub title: String,
    pub width: f64,
    pub height: f64,
    pub shapes: Vec<Shape>,
}

/// One mark of a drawing.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Shape {
    Disc { x: f64, y: f64, radius: f64, fill: Tone, ring: Option<Tone> },
    Line { from: (f64, f64), to: (f64, f64), tone: Tone, width: f64, dashed: bool },
    Text { x: f64, y: f64, size: f64, anchor: Anchor, tone: Tone, bold: bool, text: String },
}

/// Which point of a text stands at its coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// What a colour means; the renderer chooses one that the colour-blind can tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    Background,
    Ink,
    Faint,
    Neutral,
    Highlight,
    /// The colour of the seat with this number, from 1.
    Seat(u8),
}
