//! Pictures that can be touched.

use serde::Serialize;

use crate::engine::Scene;
use crate::render::picture::figures::{Canvas, Touchable};
use crate::render::picture::svg;

/// A picture, with the places that moves or orders can name.
#[derive(Serialize)]
pub(super) struct ClickablePicture {
    svg: String,
    /// The width in units of the picture.
    width: f64,
    /// The height in units of the picture.
    height: f64,
    places: Vec<Touchable>,
}

/// Draws a scene.
pub(super) fn of(scene: &Scene) -> ClickablePicture {
    let mut canvas = Canvas::of(scene);
    let svg = svg::drawn(&canvas);
    // Hundredths are as much as is drawn.
    for (x, y) in canvas.places.iter_mut().flat_map(|place| &mut place.corners) {
        (*x, *y) = (rounded(*x), rounded(*y));
    }
    ClickablePicture { svg, width: canvas.width, height: canvas.height, places: canvas.places }
}

fn rounded(coordinate: f64) -> f64 {
    (coordinate * 100.0).round() / 100.0
}
