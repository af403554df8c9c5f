//! An SVG drawing as PNG, with one font that the program carries: equal drawings give equal bytes.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use super::svg::FONT_FAMILY;

/// Sharp enough on a screen with two dots a pixel, at the 700 that an email is wide.
pub const MAIL_WIDTH: u32 = 1092;

/// No picture is wider or higher.
const MOST_PIXELS: u32 = 4096;

const FONT: &[u8] = include_bytes!("../../../templates/fonts/DejaVuSans.ttf");

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FONT_FAMILY);
    Arc::new(fonts)
});

/// A drawing that cannot be made a PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    #[error("the drawing does not read as SVG: {0}")]
    Svg(#[from] usvg::Error),
    #[error("the drawing has a size that cannot be painted")]
    Size,
    #[error("the picture cannot be written: {0}")]
    Png(String),
}

/// Makes a drawing of [`super::svg::render`] a PNG of [`MAIL_WIDTH`] pixels.
///
/// # Errors
/// When the text is no SVG.
pub fn render(svg: &str) -> Result<Vec<u8>, PngError> {
    render_wide(svg, MAIL_WIDTH)
}

/// The same, `width` pixels wide: at most 4096, and less if it would be higher than that.
///
/// # Errors
/// When the text is no SVG.
pub fn render_wide(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let options = usvg::Options { fontdb: FONTS.clone(), font_family: FONT_FAMILY.to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)?;
    let most = MOST_PIXELS as f32;
    let scale = (width.min(MOST_PIXELS) as f32 / tree.size().width()).min(most / tree.size().height());
    let pixels = |units: f32| (units * scale).round().max(1.0) as u32;
    let mut canvas = Pixmap::new(pixels(tree.size().width()), pixels(tree.size().height())).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    encode(&canvas).map_err(|error| PngError::Png(error.to_string()))
}

/// A turn has a picture for every seat, so it must be quick. Flat colours repeat pixel by pixel, which deflate finds best
/// unfiltered: less than half the bytes of the filtered fast form in no more time. The colours of a pixel that is not
/// wholly covered are stored multiplied by its cover, which PNG does not want.
fn encode(canvas: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, canvas.width(), canvas.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    let pixels: Vec<u8> = canvas
        .pixels()
        .iter()
        .map(|pixel| pixel.demultiply())
        .flat_map(|colour| [colour.red(), colour.green(), colour.blue(), colour.alpha()])
        .collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Anchor, Drawing, Map, Scene, Shape, Tone};
    use crate::render::picture::svg;

    fn drawing(width: f64, height: f64, text: &str) -> String {
        let text = Shape::Text { x: 5.0, y: 9.0, size: 8.0, anchor: Anchor::Start, tone: Tone::Ink, bold: false, text: text.into() };
        svg::render(&Scene { title: "Map".into(), drawing: Drawing::Map(Map { width, height, shapes: vec![text] }) })
    }

    fn size(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        (number(16), number(20))
    }

    #[test]
    fn equal_drawings_give_equal_bytes() {
        let drawing = drawing(40.0, 20.0, "Ω 19");
        assert_eq!(render_wide(&drawing, 400).unwrap(), render_wide(&drawing, 400).unwrap());
        assert_eq!(size(&render(&drawing).unwrap()), (MAIL_WIDTH, MAIL_WIDTH / 2));
    }

    #[test]
    fn text_is_drawn_and_no_picture_is_too_large() {
        let pictures = ["Ω", "Ψ", ""].map(|text| render_wide(&drawing(40.0, 20.0, text), 400).unwrap());
        assert!(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
        assert_eq!(size(&render_wide(&drawing(1.0, 100.0, ""), 4_000_000).unwrap()), (41, 4096));
    }

    #[test]
    fn a_drawing_without_an_area_does_no_harm() {
        for (width, height) in [(0.0, 5.0), (5.0, -1.0), (f64::NAN, 5.0), (1e300, 1e-300)] {
            assert!(render_wide(&drawing(width, height, "x"), 50).is_ok_and(|png| size(&png).1 <= MOST_PIXELS));
        }
        assert!(matches!(render("<svg"), Err(PngError::Svg(_))));
    }
}
