//! Lays a scene out as figures on paper, which SVG writes down and PNG paints.

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
    /// Lays a scene out. Leaves out what does not fit the grid of a board.
    pub fn of(scene: &Scene) -> Canvas {
        match &scene.drawing {
            Drawing::Map(map) => map::picture(&scene.title, map),
            Drawing::Board(board) => board::picture(&scene.title, board),
        }
    }
}
