//! What text and pictures need to know about a board: its rows, its piles, and what must be explained.

use std::collections::BTreeMap;

use crate::engine::{Board, Cell, Grid, Mark, Paint, Piece, PyramidColour, SideLook};

/// The pieces of a cell, from bottom to top. Adjacent checkers of one side count as one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pile {
    pub pieces: Vec<Piece>,
}

impl Pile {
    /// The pile of a cell, without checkers that count 0.
    pub(super) fn of(cell: &Cell) -> Pile {
        let mut pieces: Vec<Piece> = Vec::new();
        for piece in &cell.pieces {
            match (*piece, pieces.last_mut()) {
                (Piece::Checkers { count: 0, .. }, _) => {}
                (Piece::Checkers { side, count }, Some(Piece::Checkers { side: below, count: under })) if side == *below => {
                    *under = under.saturating_add(count);
                }
                (piece, _) => pieces.push(piece),
            }
        }
        Pile { pieces }
    }

    pub(super) fn height(&self) -> u32 {
        self.pieces.iter().map(|piece| height(*piece)).fold(0, u32::saturating_add)
    }

    /// The top piece.
    pub(super) fn top(&self) -> Option<Piece> {
        self.pieces.last().copied()
    }

    /// Whether the top piece and the height do not say everything.
    pub(super) fn is_mixed(&self) -> bool {
        self.pieces.len() > 1
    }
}

/// How many pieces this one stands for.
pub(super) fn height(piece: Piece) -> u32 {
    match piece {
        Piece::Checkers { count, .. } => count,
        Piece::Pyramid { .. } => 1,
    }
}

/// The letter of a pyramid's size; for a size that the game does not have, the nearest one.
pub(super) fn size_letter(board: &Board, pips: u8) -> char {
    let sizes = board.legend.sizes;
    sizes.get(usize::from(pips.max(1)) - 1).or(sizes.last()).map_or('?', |(letter, _)| *letter)
}

/// The cells by rows from the bottom, each from the left. Rows that the board lacks are left out.
pub(super) fn rows(board: &Board) -> Vec<&[Cell]> {
    let mut rest = board.cells.as_slice();
    let mut rows = Vec::new();
    for length in row_lengths(board.grid) {
        let (row, above) = rest.split_at(length.min(rest.len()));
        if row.is_empty() {
            break;
        }
        rows.push(row);
        rest = above;
    }
    rows
}

/// How many cells each row has, from the bottom.
fn row_lengths(grid: Grid) -> Vec<usize> {
    match grid {
        Grid::Hexhex { size } => {
            let size = usize::from(size);
            let growing = size..(2 * size).saturating_sub(1);
            growing.clone().chain((size..2 * size).rev()).collect()
        }
        Grid::Squares { files, ranks } => vec![usize::from(files); usize::from(ranks)],
    }
}

/// The letters and the number of a cell's name: `e5` is `("e", "5")`.
pub(super) fn name_parts(name: &str) -> (&str, &str) {
    name.split_at(name.find(|letter: char| letter.is_ascii_digit()).unwrap_or(name.len()))
}

/// The marks that a legend must explain: of the last move, of hostages, and of bare cells.
///
/// A cell with a piece on it does not show that it is the centre or an entry.
pub(super) fn marks_shown(board: &Board) -> Vec<Mark> {
    let is_bare = |cell: &Cell| cell.pieces.is_empty();
    let shows = |cell: &Cell, mark: Mark| match mark {
        Mark::From | Mark::To | Mark::Hostage => event_mark(cell) == Some(mark),
        Mark::Entry | Mark::Centre => is_bare(cell) && ground_mark(cell) == Some(mark),
    };
    let all = [Mark::From, Mark::To, Mark::Hostage, Mark::Entry, Mark::Centre];
    let explained = all.into_iter().filter(|mark| mark_words(board, *mark).is_some());
    explained.filter(|mark| board.cells.iter().any(|cell| shows(cell, *mark))).collect()
}

/// The most important mark of what happened on a cell: that it must move on, or else where the last move went.
pub(super) fn event_mark(cell: &Cell) -> Option<Mark> {
    [Mark::Hostage, Mark::To, Mark::From].into_iter().find(|mark| cell.marks.contains(mark))
}

/// The mark of the cell itself, whatever is on it.
pub(super) fn ground_mark(cell: &Cell) -> Option<Mark> {
    [Mark::Entry, Mark::Centre].into_iter().find(|mark| cell.marks.contains(mark))
}

/// A mark in the words of the game's legend.
pub(super) fn mark_words(board: &Board, mark: Mark) -> Option<&'static str> {
    board.legend.marks.iter().find(|(known, _)| *known == mark).map(|(_, words)| *words)
}

/// A cell with its pieces from bottom to top: `e5, 2 White`, `D3, red queen, yellow pawn`.
pub(super) fn aloud(board: &Board, name: &str, pile: &Pile) -> String {
    let piece = |piece: &Piece| match *piece {
        Piece::Checkers { side, count } => format!(", {count} {}", look(board, side).name),
        Piece::Pyramid { colour, pips, .. } => {
            let letter = size_letter(board, pips);
            let size = board.legend.sizes.iter().find(|(known, _)| *known == letter).map_or("", |(_, words)| *words);
            format!(", {} {size}", colour.name)
        }
    };
    pile.pieces.iter().fold(name.to_owned(), |told, next| told + &piece(next))
}

/// The pyramid colours of a side that are on the board, by letter.
pub(super) fn colours_of(board: &Board, side: usize) -> Vec<PyramidColour> {
    let pieces = board.cells.iter().flat_map(|cell| &cell.pieces);
    let of_side = pieces.filter_map(|piece| match piece {
        Piece::Pyramid { side: owner, colour, .. } if *owner == side => Some((colour.letter, *colour)),
        _ => None,
    });
    of_side.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// All sizes of pyramids in the words of the game's legend, since captions name those off the board by the same letters.
pub(super) fn sizes_shown(board: &Board) -> Vec<String> {
    board.legend.sizes.iter().map(|(letter, name)| format!("{letter}={name}")).collect()
}

/// The look of a side; nobody's for a side that does not exist.
pub(super) fn look(board: &Board, side: usize) -> SideLook {
    board.sides.get(side).copied().unwrap_or(SideLook { name: "nobody", letter: '?', paint: Paint::ByPiece })
}
