//! A picture as PNG, with one font that the program carries. Equal scenes give equal bytes.

mod colours;
mod cover;
mod file;
mod letters;
mod outlines;
mod painter;
mod stamps;

use super::figures::Canvas;
use crate::engine::{Drawing, Map, Scene, Shape};

/// How a picture becomes a file.
struct Making {
    /// Its width in pixels.
    width: u32,
    /// How many colours it may have.
    colours: usize,
    /// The compression level, from 0 to 9.
    effort: u32,
}

/// A board, sharp at two dots a pixel up to a width of 546 pixels.
const BOARD: Making = Making { width: 1092, colours: 48, effort: 5 };

/// A map, sharp at two dots a pixel on a phone. It is mostly small type on paper, whose edges need few shades. With two pixels in a byte, little
/// effort makes it as small as much effort with one.
const MAP: Making = Making { width: 2 * Map::PHONE as u32, colours: file::COLOURS_OF_FOUR_BITS, effort: 2 };

/// A map with more letters and shapes than this gets fewer dots, so that an email with it stays small.
const CROWDED: usize = 600;
const CROWDED_MAP: Making = Making { width: 640, ..MAP };

/// The largest width and height.
const MOST_PIXELS: u32 = 4096;

/// Why a picture cannot become a PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// There is no memory for its pixels.
    #[error("there is no memory for the picture")]
    Memory,
    /// Its pixels cannot be packed.
    #[error("the picture cannot be packed: {0}")]
    Packing(#[from] std::io::Error),
}

/// A scene as PNG for an email: 1092 pixels wide for a board, 732 for a map, and 640 for a crowded map.
///
/// # Errors
/// When there is no memory for the picture, or its bytes cannot be packed.
pub fn render(scene: &Scene) -> Result<Vec<u8>, PngError> {
    make(scene, making(scene))
}

fn making(scene: &Scene) -> Making {
    match &scene.drawing {
        Drawing::Map(map) if letters_and_shapes(map) > CROWDED => CROWDED_MAP,
        Drawing::Map(_) => MAP,
        Drawing::Board(_) => BOARD,
    }
}

fn letters_and_shapes(map: &Map) -> usize {
    let letters = |shape: &Shape| if let Shape::Text { text, .. } = shape { text.chars().count() } else { 0 };
    map.shapes.iter().map(|shape| 1 + letters(shape)).sum()
}

fn make(scene: &Scene, making: Making) -> Result<Vec<u8>, PngError> {
    let picture = Canvas::of(scene);
    let sheet = painter::paint(&picture, making.width, MOST_PIXELS).ok_or(PngError::Memory)?;
    Ok(file::written(&sheet.reduced(making.colours), making.effort)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::{Anchor, Tone};
    use crate::render::picture::palette;

    fn drawing(width: f64, height: f64, text: &str) -> Scene {
        let text = Shape::Text { x: 5.0, y: 9.0, size: 8.0, anchor: Anchor::Start, tone: Tone::Ink, bold: false, text: text.into() };
        Scene { title: "Map".into(), drawing: Drawing::Map(Map { width, height, shapes: vec![text], spots: Vec::new() }) }
    }

    fn size(png: &[u8]) -> (u32, u32) {
        let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        (number(16), number(20))
    }

    fn render_wide(scene: &Scene, width: u32) -> Result<Vec<u8>, PngError> {
        make(scene, Making { width: width.min(MOST_PIXELS), ..making(scene) })
    }

    #[test]
    fn equal_scenes_give_equal_bytes() {
        let drawing = drawing(40.0, 20.0, "Ω 19");
        assert_eq!(render_wide(&drawing, 400).unwrap(), render_wide(&drawing, 400).unwrap());
        assert_eq!(size(&render(&drawing).unwrap()), (732, 366));
    }

    #[test]
    fn a_picture_is_the_same_whichever_stamps_exist() {
        let drawing = drawing(400.0, 20.0, "Barnard's Arrow [4] Ω 19");
        stamps::forget();
        let cold = render(&drawing).unwrap();
        assert!(render(&drawing).unwrap() == cold, "warm");
        let others: Vec<_> = (0..4)
            .map(|_| {
                std::thread::spawn({
                    let drawing = drawing.clone();
                    move || render(&drawing).unwrap()
                })
            })
            .collect();
        stamps::forget();
        assert!(others.into_iter().all(|thread| thread.join().unwrap() == cold), "by several threads");
    }

    #[test]
    fn what_is_painted_in_a_named_colour_reads_as_that_colour() {
        let disc = |number: u8| Shape::Disc {
            x: f64::from(number) * 10.0,
            y: 10.0,
            radius: 4.0,
            fill: Tone::Seat(number),
            ring: Some(Tone::Ink),
            stripes: None,
        };
        let map = Map { width: 90.0, height: 20.0, shapes: (1..=8).map(disc).collect(), spots: Vec::new() };
        let file = render_wide(&Scene { title: "Seats".into(), drawing: Drawing::Map(map) }, 900).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        let pixels = bytes.as_chunks::<3>().0;
        let colours = reader.info().palette.as_ref().unwrap().len() / 3;
        assert!(colours <= MAP.colours, "{colours} colours");
        for number in 1..=8 {
            let middle = pixels[100 * 900 + number * 100];
            assert_eq!(middle, palette::channels(palette::colour(Tone::Seat(number as u8))), "seat {number}");
        }
        assert_eq!(pixels[30 * 900 + 30], palette::channels(palette::PAPER));
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
    }

    /// Mostly numbers that a map may have, but also some that no map should have.
    fn length() -> impl Strategy<Value = f64> {
        prop_oneof![4 => -50.0..450.0, 2 => 0.0..6.0, 1 => prop::sample::select(vec![0.0, -0.0, 1e-9, 1e6, 1e300, f64::NAN, f64::NEG_INFINITY])]
    }

    fn shape() -> impl Strategy<Value = Shape> {
        let point = || (length(), length());
        let form = (point(), point(), length(), any::<bool>());
        let text = prop::sample::select(vec!["", "19", "Barnard's Arrow", "שלום"]);
        (0..6, form, text).prop_map(|(kind, ((x, y), to, width, dashed), text)| match kind {
            0 => Shape::Disc { x, y, radius: width, fill: Tone::Seat(6), ring: Some(Tone::Ink), stripes: dashed.then_some(Tone::Faint) },
            1 => Shape::Ring { x, y, radius: to.0, tone: Tone::Seat(2), width, dashed },
            2 => Shape::Star { x, y, radius: width, tone: Tone::Highlight },
            3 => Shape::Line { from: (x, y), to, tone: Tone::Faint, width, dashed },
            4 => Shape::Arrow { from: (x, y), to, tone: Tone::Seat(3), width, dashed },
            _ => Shape::Text { x, y, size: width, anchor: Anchor::Middle, tone: Tone::Ink, bold: dashed, text: text.into() },
        })
    }

    proptest! {
        /// The crate that rasterizes outlines counts in 32 bits, and a debug build panics if these overflow.
        #[test]
        fn no_shape_does_harm_wherever_it_lies_and_however_large_it_is(shapes in prop::collection::vec(shape(), 1..6)) {
            let map = Map { width: 400.0, height: 300.0, shapes, spots: Vec::new() };
            let picture = render_wide(&Scene { title: "Map".into(), drawing: Drawing::Map(map) }, 400);
            prop_assert!(picture.is_ok_and(|png| size(&png) == (400, 300)));
        }
    }
}
