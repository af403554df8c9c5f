//! Boards as text and as pictures.

use std::path::Path;

use ashpost::engine::{Board, Caption, Cell, Drawing, Grid, Mark, Piece, PyramidColour, Scene, Viewer};
use ashpost::render::picture::diagram::{self, Alphabet};
use ashpost::render::picture::{png, svg};

use super::{assert_fits, assert_well_formed, boards, example, golden};

const ALPHABETS: [Alphabet; 2] = [Alphabet::Unicode, Alphabet::Ascii];

fn texts(scene: &Scene) -> [String; 2] {
    ALPHABETS.map(|alphabet| diagram::text(scene, alphabet))
}

#[test]
fn every_board_is_drawn_as_text_within_the_page() {
    for (name, scene) in boards::all() {
        let drawn = texts(&scene);
        golden(&format!("boards/{name}.txt"), &drawn.join("\n"));
        drawn.iter().for_each(|text| assert_fits(&name, text));
        assert!(!drawn[1].lines().any(|line| line.starts_with('>')), "{name} has a line that looks quoted");
        assert!(drawn[1].is_ascii(), "{name} has other signs than ASCII");
    }
}

#[test]
fn every_board_is_drawn_as_svg_and_png() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("boards");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, scene) in boards::all() {
        let drawing = svg::render(&scene);
        golden(&format!("boards/{name}.svg"), &drawing);
        assert_well_formed(&name, &drawing);
        assert!(drawing.contains("aria-label=\"Ash &amp; &lt;Embers&gt;, after turn 9\""));
        let png = png::render(&scene).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), &png).unwrap();
        assert!(png.len() < 400_000, "{name}: {} bytes are too many for a mail", png.len());
    }
}

#[test]
fn a_map_has_no_text() {
    assert_eq!(texts(&example::star_map(Viewer::Public)), ["", ""]);
}

/// A board of one hexagon ring to put things on.
fn small(change: impl Fn(&mut Board)) -> Scene {
    let mut scene = boards::all().into_iter().next().unwrap().1;
    let Drawing::Board(board) = &mut scene.drawing else { panic!("not a board") };
    change(board);
    scene
}

#[test]
fn only_marks_that_are_seen_are_explained() {
    let explained = |marks: &[Mark], occupied: bool| {
        let scene = small(|board| {
            board.cells.iter_mut().for_each(|cell| cell.marks.clear());
            board.cells[3].marks = marks.to_vec();
            board.cells[3].pieces = if occupied { vec![Piece::Checkers { side: 0, count: 2 }] } else { Vec::new() };
        });
        let text = diagram::text(&scene, Alphabet::Ascii);
        text.lines().skip(5).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(explained(&[], false), "");
    assert_eq!(explained(&[Mark::From, Mark::Centre], false), "Marks: < moved from | + centre");
    assert_eq!(explained(&[Mark::Entry, Mark::Centre], true), "");
    assert_eq!(explained(&[Mark::Entry], false), "Marks: * entry");
    // U7.1: a step out and back arrives where it left.
    assert_eq!(explained(&[Mark::From, Mark::To], true), "Marks: > moved to");
    assert_eq!(explained(&[Mark::From, Mark::Hostage], true), "Marks: ! hostage");
}

#[test]
fn what_captions_say_stays_in_its_place() {
    let wild = "</svg>\n\u{1b}[31m \u{7}аҺааш \"&\" 星 ".repeat(12);
    let scene =
        small(|board| board.captions = [Some(0), None].map(|side| Caption { side, label: "Stock".into(), value: wild.clone() }).to_vec());
    let drawing = svg::render(&scene);
    assert_well_formed("wild", &drawing);
    assert!(drawing.contains("&lt;/svg&gt;") && png::render(&scene).is_ok());
    let drawn = texts(&scene);
    drawn.iter().for_each(|text| assert_fits("wild", text));
    assert!(drawn.iter().all(|text| text.chars().all(|letter| letter == '\n' || !letter.is_control())));
    assert!(drawn[1].is_ascii() && drawn[1].contains("?????"), "{}", drawn[1]);
}

/// A board is drawn by a game, but a drawing that makes no sense must not end the program either.
#[test]
fn boards_that_cannot_be_do_no_harm() {
    let grids = [
        Grid::Hexhex { size: 0 },
        Grid::Hexhex { size: 1 },
        Grid::Hexhex { size: 255 },
        Grid::Squares { files: 0, ranks: 9 },
        Grid::Squares { files: 255, ranks: 255 },
        Grid::Squares { files: 26, ranks: 2 },
    ];
    let colour = PyramidColour { name: "mauve", letter: 'é' };
    let pieces = [
        Piece::Checkers { side: 9, count: u32::MAX },
        Piece::Pyramid { side: 7, colour, pips: 200 },
        Piece::Checkers { side: 1, count: u32::MAX },
        Piece::Checkers { side: 0, count: 0 },
    ];
    let names = ["a1", "", "é", "zz99999999", "1"];
    for grid in grids {
        for cells in [0_usize, 1, 2, 7, 60, 300] {
            let scene = small(|board| {
                let cell = |index: usize| Cell {
                    name: names[index % names.len()].into(),
                    pieces: pieces.iter().cycle().skip(index).take(index % 40).copied().collect(),
                    marks: vec![Mark::From, Mark::To, Mark::Hostage, Mark::Entry, Mark::Centre],
                };
                (board.grid, board.cells) = (grid, (0..cells).map(cell).collect());
            });
            let drawn = texts(&scene);
            drawn.iter().for_each(|text| assert_fits("impossible", text));
            assert!(drawn[1].is_ascii());
            let drawing = svg::render(&scene);
            assert_well_formed("impossible", &drawing);
            assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
        }
    }
}

#[test]
fn a_board_with_no_room_for_its_cells_is_told_in_words() {
    let scene = small(|board| {
        let cell = |name: String| Cell { name, pieces: Vec::new(), marks: Vec::new() };
        (board.grid, board.cells) = (Grid::Squares { files: 40, ranks: 1 }, (1..=40).map(|number| cell(format!("a{number}"))).collect());
        board.cells[30].pieces = vec![Piece::Checkers { side: 1, count: 7 }];
    });
    assert_eq!(diagram::text(&scene, Alphabet::Ascii), "Bottom to top: a31=B7\n\nW White | B Black\n");
}
