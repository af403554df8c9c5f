//! Pictures for emails, held by their size and by what they look like from afar: a hash that says, of each of 64 places, whether it is
//! darker than the place to its right. A change of one pixel passes, and another drawing does not.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use ashpost::engine::{Drawing, Scene, Viewer};
use ashpost::render::picture::png;

use super::{boards, example};

/// How many of the 64 places may differ.
const NEAR: u32 = 6;

#[derive(Debug, PartialEq)]
struct Look {
    width: u32,
    height: u32,
    hash: u64,
}

impl Look {
    fn of(scene: &Scene) -> Look {
        let bytes = png::render(scene).unwrap();
        let mut decoder = ::png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(::png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        let (width, height) = (frame.width as usize, frame.height as usize);
        let channels = frame.line_size / width;
        let mut light = [[0_u64; 9]; 8];
        for (row, line) in pixels.chunks(frame.line_size).take(height).enumerate() {
            for (column, pixel) in line.chunks(channels).enumerate() {
                light[row * 8 / height][column * 9 / width] += pixel[..3].iter().map(|part| u64::from(*part)).sum::<u64>();
            }
        }
        // Places of a row differ by a column of pixels in width, which must not decide.
        let mean = |row: usize, column: usize| {
            let span = |place: usize, of: usize, places: usize| ((place + 1) * of).div_ceil(places) - (place * of).div_ceil(places);
            light[row][column] * 64 / (span(row, height, 8) * span(column, width, 9)) as u64
        };
        let is_darker = (0..64).map(|place| mean(place / 8, place % 8) < mean(place / 8, place % 8 + 1));
        Look { width: frame.width, height: frame.height, hash: is_darker.fold(0, |hash, bit| hash << 1 | u64::from(bit)) }
    }

    fn read(line: &str) -> Option<(String, Look)> {
        let [name, width, "x", height, hash] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
        let look = Look { width: width.parse().ok()?, height: height.parse().ok()?, hash: u64::from_str_radix(hash, 16).ok()? };
        Some((name.to_owned(), look))
    }

    fn is_near(&self, other: &Look) -> bool {
        (self.width, self.height) == (other.width, other.height) && (self.hash ^ other.hash).count_ones() <= NEAR
    }
}

#[test]
fn pictures_keep_their_size_and_look() {
    let maps = [("star-map", Viewer::Seat(example::ANN)), ("star-map-public", Viewer::Public)];
    let maps = maps.map(|(name, viewer)| (name.to_owned(), example::star_map(viewer)));
    let found: Vec<(String, Look)> = boards::all().into_iter().chain(maps).map(|(name, scene)| (name, Look::of(&scene))).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/render/pictures.txt");
    if std::env::var_os("UPDATE").is_some() {
        let mut text = String::new();
        for (name, Look { width, height, hash }) in &found {
            writeln!(text, "{name:<32} {width} x {height} {hash:016x}").unwrap();
        }
        std::fs::write(&path, text).unwrap();
    }
    let known: BTreeMap<String, Look> =
        std::fs::read_to_string(path).unwrap_or_default().lines().map(|line| Look::read(line).unwrap()).collect();
    assert_eq!(known.len(), found.len(), "UPDATE=1 rewrites the golden");
    for (name, look) in found {
        let before = known.get(&name).unwrap_or_else(|| panic!("{name} is new; UPDATE=1 adds it"));
        assert!(look.is_near(before), "{name} looks different: {look:x?}, before {before:x?}; look at it, then UPDATE=1");
    }
}

#[test]
fn another_drawing_is_not_near() {
    let (_, mut scene) = boards::all().into_iter().find(|(name, _)| name == "ashes").unwrap();
    let before = Look::of(&scene);
    let Drawing::Board(board) = &mut scene.drawing else { panic!("not a board") };
    // The picture at large does not show one piece; without all of them it is another one.
    board.cells.iter_mut().for_each(|cell| cell.pieces.clear());
    assert!(!Look::of(&scene).is_near(&before), "{:x?} {before:x?}", Look::of(&scene));
    let map = Look::of(&example::star_map(Viewer::Public));
    assert!(!map.is_near(&before) && map.is_near(&map));
}
