//! A scene laid out as figures on paper, which an SVG writes down and a PNG paints.

mod board;
mod canvas;
mod captions;
mod cells;
mod figure;
mod map;
mod patterns;
mod pieces;

pub use canvas::{Canvas, Lights, Touchable};
pub use figure::{Edge, Figure, FigureForm, bounded};

use crate::engine::{Drawing, Scene};

impl Canvas {
    /// Lays a scene out. What does not fit the grid of a board is left out.
    pub fn of(scene: &Scene) -> Canvas {
        match &scene.drawing {
            Drawing::Map(map) => map::picture(&scene.title, map),
            Drawing::Board(board) => board::picture(&scene.title, board),
        }
    }
}
