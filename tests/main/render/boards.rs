//! Boards of all kinds, set up by hand as the games would draw them.

use ashpost::abstract_games::{Hexhex, Squares};
use ashpost::engine::{Board, Caption, Cell, Drawing, Grid, Legend, Mark, Paint, Piece, PyramidColour, Scene, SideLook};

const WHITE_BLACK: [SideLook; 2] =
    [SideLook { name: "White", letter: 'W', paint: Paint::White }, SideLook { name: "Black", letter: 'B', paint: Paint::Black }];
const RED_BLUE: [SideLook; 2] =
    [SideLook { name: "Red", letter: 'R', paint: Paint::Red }, SideLook { name: "Blue", letter: 'B', paint: Paint::Blue }];
const RAINBOW_XENO: [SideLook; 2] =
    [SideLook { name: "Rainbow", letter: 'R', paint: Paint::ByPiece }, SideLook { name: "Xeno", letter: 'X', paint: Paint::ByPiece }];

/// U2: the first five are Rainbow's, the others Xeno's.
const COLOURS: [(&str, char); 10] = [
    ("green", 'g'),
    ("yellow", 'y'),
    ("red", 'r'),
    ("blue", 'b'),
    ("black", 'k'),
    ("clear", 'c'),
    ("white", 'w'),
    ("orange", 'o'),
    ("cyan", 'n'),
    ("purple", 'p'),
];

/// Every board with a name for its goldens.
pub(super) fn all() -> Vec<(String, Scene)> {
    let empties = (2..=6).map(|size| (format!("hexhex-{size}"), empty_hexhex(size)));
    let others = [
        ("ashes", ashes()),
        ("ex-nihilo", ex_nihilo()),
        ("ex-nihilo-high", ex_nihilo_high()),
        ("anaash-opening", anaash_opening(8)),
        ("anaash", anaash_played()),
        ("anaash-16", anaash_large()),
        ("autumn-ash", autumn_ash()),
        ("autumn-ash-opening", autumn_ash_opening()),
        ("autumn-ash-unsettled", autumn_ash_unsettled()),
    ];
    empties.chain(others.map(|(name, scene)| (name.to_owned(), scene))).collect()
}

/// X1: with the centre marked.
fn empty_hexhex(size: u8) -> Scene {
    let centre = format!("{}{size}", char::from(b'a' + size - 1));
    scene(hexhex(size), "", &[(Mark::Centre, &centre)])
}

/// A split onto an enemy stack, and the tax that it cost.
fn ashes() -> Scene {
    let pieces = "a1=W1 c3=B2 d4=W4 e6=B12 e7=W1 f5=B3 g2=W2 g3=W9 h5=B1 i1=W25";
    let mut board = scene(hexhex(5), pieces, &[(Mark::Centre, "e5"), (Mark::From, "g3"), (Mark::To, "g2")]);
    captions(
        &mut board,
        &[(Some(0), "Stacks removed", "2"), (Some(0), "Tax", "2"), (Some(1), "Stacks removed", "0"), (Some(1), "Tax", "0")],
    );
    board
}

/// Mixed piles, one of them just moved, and two hostages that must be moved on.
fn ex_nihilo() -> Scene {
    let pieces = "b1=W1 a3=W1/B2 c3=W2/B1/W1 c5=B3 d4=W4 e6=B2/W10 f2=W1/B1/W1/B1/W1/B1 g4=W1/B1 g5=B1/W3 h3=B4";
    let marks = [(Mark::Centre, "e5"), (Mark::From, "c1"), (Mark::To, "c3"), (Mark::Hostage, "a3"), (Mark::Hostage, "g4")];
    scene(hexhex(5), pieces, &marks)
}

/// X2.4 on the largest board: piles that have grown very high.
fn ex_nihilo_high() -> Scene {
    let pieces = "a1=W40/B60/W13 f6=W1/B1/W1/B1/W1/B1/W1/B1/W1/B1/W1/B1/W1/B1 f11=B101 k6=B12/W3 f1=W9/B1 k1=B1";
    scene(hexhex(6), pieces, &[(Mark::Centre, "f6"), (Mark::From, "f5"), (Mark::To, "f6")])
}

/// A1: one checker on every square.
fn anaash_opening(size: u8) -> Scene {
    let mut board = scene(squares(size, size, RED_BLUE), "", &[]);
    let Drawing::Board(drawn) = &mut board.drawing else { return board };
    for (index, cell) in drawn.cells.iter_mut().enumerate() {
        let side = (index / usize::from(size) + index) % 2;
        cell.pieces = vec![Piece::Checkers { side, count: 1 }];
    }
    let half = drawn.cells.len() / 2;
    captions(&mut board, &[(Some(0), "Checkers", &half.to_string()), (Some(1), "Checkers", &half.to_string())]);
    board
}

/// Stacks that are higher than the columns of a line allow.
fn anaash_large() -> Scene {
    let mut board = anaash_opening(16);
    let Drawing::Board(drawn) = &mut board.drawing else { return board };
    for (name, side, count) in [("a1", 0, 100), ("h8", 1, 12), ("i8", 0, 28), ("p16", 1, 116)] {
        cell(drawn, name).pieces = vec![Piece::Checkers { side, count }];
    }
    cell(drawn, "h8").marks = vec![Mark::To];
    cell(drawn, "p16").marks = vec![Mark::From];
    board
}

fn anaash_played() -> Scene {
    let mut board = scene(squares(6, 6, RED_BLUE), "c6=R2 f5=R1 b4=B4 e1=R1 a1=B11 d3=R6", &[(Mark::From, "b5"), (Mark::To, "b4")]);
    captions(&mut board, &[(Some(0), "Checkers", "10"), (Some(1), "Checkers", "15"), (None, "To move", "Red <&>")]);
    board
}

const CORNERS: [(Mark, &str); 4] = [(Mark::Entry, "A1"), (Mark::Entry, "E1"), (Mark::Entry, "A6"), (Mark::Entry, "E6")];

fn autumn_ash() -> Scene {
    let marks = [CORNERS.as_slice(), &[(Mark::From, "A3"), (Mark::To, "B3")]].concat();
    let pieces = "A1=yQ B3=pQ C3=nQ D3=rQ/nD/rP B4=nP B5=nP D1=rD E3=cD A5=wQ/kP D5=bQ/oD/rP/pP/gP C6=oP";
    let mut board = scene(squares(5, 6, RAINBOW_XENO), pieces, &marks);
    captions(
        &mut board,
        &[
            (Some(0), "Points", "8"),
            (Some(0), "Stock", "gP gD gQ yPP yDD yQ rPP rDD rQ bPP bDD bQQ kPP kDD kQQ"),
            (Some(1), "Points", "16"),
            (Some(1), "Stock", "cP cQ wPP wDD wQQ oPP oDD oQQ nDD nQ pPP pDD pQ"),
        ],
    );
    board
}

/// U3, standard.
fn autumn_ash_opening() -> Scene {
    scene(squares(5, 6, RAINBOW_XENO), "B1=gP C2=gQ D1=gD D6=cP C5=cQ B6=cD", &CORNERS)
}

/// U11: eight by eight.
fn autumn_ash_unsettled() -> Scene {
    scene(squares(8, 8, RAINBOW_XENO), "C3=gP D3=yQ/kP E4=wD D5=oQ F6=cP D6=bD/pP/rP", &[(Mark::From, "F5"), (Mark::To, "F6")])
}

fn hexhex(size: u8) -> Board {
    let geometry = Hexhex::of(size).unwrap();
    let names = (0..geometry.len() as u8).map(|cell| geometry.name(cell));
    empty(Grid::Hexhex { size }, WHITE_BLACK, names.collect())
}

fn squares(files: u8, ranks: u8, sides: [SideLook; 2]) -> Board {
    let geometry = Squares { files, ranks };
    let names = (0..geometry.len()).map(|square| geometry.name(square as u8));
    let in_case = |name: String| if sides == RAINBOW_XENO { name.to_uppercase() } else { name };
    empty(Grid::Squares { files, ranks }, sides, names.map(in_case).collect())
}

const MARKS: &[(Mark, &str)] =
    &[(Mark::From, "moved from"), (Mark::To, "moved to"), (Mark::Hostage, "hostage"), (Mark::Entry, "entry"), (Mark::Centre, "centre")];

fn empty(grid: Grid, sides: [SideLook; 2], names: Vec<String>) -> Board {
    let cells = names.into_iter().map(|name| Cell { name, pieces: Vec::new(), marks: Vec::new() });
    let sizes: &[(char, &str)] = if sides == RAINBOW_XENO { &[('P', "pawn"), ('D', "drone"), ('Q', "queen")] } else { &[] };
    Board { grid, sides, cells: cells.collect(), captions: Vec::new(), legend: Legend { marks: MARKS, sizes } }
}

/// Sets pieces such as `e5=W3`, `b1=W2/B3` (bottom to top) and `A1=yQ` on a board, and marks on its cells.
fn scene(mut board: Board, pieces: &str, marks: &[(Mark, &str)]) -> Scene {
    for (name, pile) in pieces.split_whitespace().map(|word| word.split_once('=').unwrap()) {
        let pile = pile.split('/').map(|piece| piece_of(&board.sides, piece)).collect();
        cell(&mut board, name).pieces = pile;
    }
    for (mark, name) in marks {
        let marks = &mut cell(&mut board, name).marks;
        marks.push(*mark);
        marks.sort();
    }
    Scene { title: "Ash & <Embers>, after turn 9".into(), drawing: Drawing::Board(board) }
}

fn cell<'a>(board: &'a mut Board, name: &str) -> &'a mut Cell {
    board.cells.iter_mut().find(|cell| cell.name == name).unwrap_or_else(|| panic!("no cell {name}"))
}

fn piece_of(sides: &[SideLook; 2], text: &str) -> Piece {
    if sides == &RAINBOW_XENO {
        let index = COLOURS.iter().position(|(_, letter)| text.starts_with(*letter)).unwrap();
        let colour = PyramidColour { name: COLOURS[index].0, letter: COLOURS[index].1 };
        let pips = "PDQ".find(&text[1..]).unwrap() as u8 + 1;
        return Piece::Pyramid { side: index / 5, colour, pips };
    }
    let side = sides.iter().position(|side| text.starts_with(side.letter)).unwrap();
    Piece::Checkers { side, count: text[1..].parse().unwrap() }
}

fn captions(scene: &mut Scene, lines: &[(Option<usize>, &str, &str)]) {
    let Drawing::Board(board) = &mut scene.drawing else { return };
    let lines = lines.iter().map(|(side, label, value)| Caption { side: *side, label: (*label).into(), value: (*value).into() });
    board.captions.extend(lines);
}
