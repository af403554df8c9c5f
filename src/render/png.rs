//! A scene as PNG, drawn with one font that the program carries: equal scenes give equal bytes.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use super::svg::{FONT_FAMILY, svg};
use crate::engine::Scene;

/// Wide enough for a mail on a screen with two dots a pixel.
pub const MAIL_WIDTH: u32 = 1456;

/// No picture is wider or higher.
const MOST_PIXELS: u32 = 4096;

const FONT: &[u8] = include_bytes!("../../templates/fonts/DejaVuSans.ttf");

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

/// A scene that cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    #[error("a picture of {width} by {height} units has no size that could be drawn")]
    Size { width: f64, height: f64 },
    #[error("the picture does not read as SVG: {0}")]
    Svg(#[from] usvg::Error),
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
}

/// Draws a scene `width` pixels wide (at most 4096; less, if it would be higher than that).
///
/// # Errors
/// When the scene has no area.
pub fn png(scene: &Scene, width: u32) -> Result<Vec<u8>, PngError> {
    let no_size = || PngError::Size { width: scene.width, height: scene.height };
    if !(scene.width > 0.0 && scene.height > 0.0) {
        return Err(no_size());
    }
    let options = usvg::Options { fontdb: FONTS.clone(), font_family: FONT_FAMILY.to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&svg(scene), &options)?;
    let most = MOST_PIXELS as f32;
    let scale = (width.min(MOST_PIXELS) as f32 / tree.size().width()).min(most / tree.size().height());
    let pixels = |units: f32| (units * scale).round().max(1.0) as u32;
    let mut canvas = Pixmap::new(pixels(tree.size().width()), pixels(tree.size().height())).ok_or_else(no_size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| PngError::Png(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Anchor, Shape, Tone};

    fn scene(width: f64, height: f64) -> Scene {
        let text = Shape::Text { x: 5.0, y: 9.0, size: 8.0, anchor: Anchor::Start, tone: Tone::Ink, bold: false, text: "Ω 19".into() };
        Scene { title: "Map".into(), width, height, shapes: vec![text] }
    }

    fn size(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        (number(16), number(20))
    }

    #[test]
    fn equal_scenes_give_equal_bytes() {
        assert_eq!(png(&scene(40.0, 20.0), 400).unwrap(), png(&scene(40.0, 20.0), 400).unwrap());
        assert_eq!(size(&png(&scene(40.0, 20.0), 400).unwrap()), (400, 200));
    }

    #[test]
    fn text_is_drawn_and_no_picture_is_too_large() {
        let mut blank = scene(40.0, 20.0);
        blank.shapes.clear();
        assert_ne!(png(&scene(40.0, 20.0), 400).unwrap(), png(&blank, 400).unwrap());
        assert_eq!(size(&png(&scene(1.0, 100.0), 4_000_000).unwrap()), (41, 4096));
    }

    #[test]
    fn a_scene_without_an_area_is_an_error() {
        for (width, height) in [(0.0, 5.0), (5.0, -1.0), (f64::NAN, 5.0)] {
            assert!(matches!(png(&scene(width, height), 100), Err(PngError::Size { .. })));
        }
    }
}
