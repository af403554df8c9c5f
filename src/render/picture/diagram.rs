//! A board as text: for monospaced fonts in emails, and for reading aloud.

use super::board::{self, Pile};
use crate::engine::{Board, Caption, Cell, Drawing, Grid, Mark, Paint, Piece, Scene};
use crate::render::layout::{self, COLUMNS, Fill};

/// The least columns for a cell's content, so that a board looks alike on most turns: a colour and two digits.
const NARROWEST: usize = 3;

/// The signs that a reader's programs can show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Alphabet {
    /// All of Unicode, such as `●` and `▸`.
    #[default]
    Unicode,
    /// Only ASCII, even in names and captions.
    Ascii,
}

/// A board with its piles, legend and captions. No line is wider than 78 columns, and the last one ends with a line break. Empty for a map, which has
/// no text.
pub fn text(scene: &Scene, alphabet: Alphabet) -> String {
    let Drawing::Board(board) = &scene.drawing else { return String::new() };
    let diagram = Diagram::of(board, alphabet);
    let parts = [diagram.grid(), diagram.piles(), diagram.legend()].concat().join("\n");
    layout::tidy(&alphabet.pure(&parts))
}

impl Alphabet {
    fn sign(self, unicode: char, ascii: char) -> char {
        match self {
            Alphabet::Unicode => unicode,
            Alphabet::Ascii => ascii,
        }
    }

    fn mark(self, mark: Mark) -> char {
        match mark {
            Mark::From => self.sign('▹', '<'),
            Mark::To => self.sign('▸', '>'),
            Mark::Hostage => '!',
            Mark::Entry => self.sign('□', '*'),
            Mark::Centre => '+',
        }
    }

    /// A text without signs that the alphabet lacks, and without control characters, which terminals obey.
    fn pure(self, text: &str) -> String {
        let lacks = |letter: &char| self == Alphabet::Ascii && !letter.is_ascii();
        text.chars()
            .filter(|letter| *letter == '\n' || !letter.is_control())
            .map(|letter| if lacks(&letter) { '?' } else { letter })
            .collect()
    }
}

/// A board, with the width of its cells.
struct Diagram<'a> {
    board: &'a Board,
    alphabet: Alphabet,
    rows: Vec<&'a [Cell]>,
    /// The columns from one cell to the next, for a mark, the content, and blanks; `None` if the board has no room.
    pitch: Option<usize>,
}

impl<'a> Diagram<'a> {
    fn of(board: &'a Board, alphabet: Alphabet) -> Diagram<'a> {
        let mut diagram = Diagram { board, alphabet, rows: board::rows(board), pitch: None };
        diagram.pitch = diagram.fitting_pitch();
        diagram
    }

    /// As many columns as the widest cell needs, if the page has them.
    fn fitting_pitch(&self) -> Option<usize> {
        let widest = self.board.cells.iter().map(|cell| layout::width(&self.content(cell))).max()?;
        let labels = 2 * self.label_columns() + 2;
        let most = COLUMNS.checked_sub(labels)? / self.rows.iter().map(|row| row.len()).max()?;
        let wanted = 1 + widest.max(NARROWEST);
        let pitch = match self.board.grid {
            // Rows are shifted by half a cell.
            Grid::Hexhex { .. } => wanted.next_multiple_of(2).min(most / 2 * 2),
            Grid::Squares { .. } => wanted.min(most),
        };
        (pitch >= 3).then_some(pitch)
    }

    fn label_columns(&self) -> usize {
        let labels = self.rows.iter().flat_map(|row| self.labels(row));
        labels.map(layout::width).max().unwrap_or(0)
    }

    /// The labels to the left and right of a row.
    fn labels(&self, row: &'a [Cell]) -> [&'a str; 2] {
        let name = |cell: Option<&'a Cell>| cell.map_or("", |cell| cell.name.as_str());
        let ends = [name(row.first()), name(row.last())];
        match self.board.grid {
            Grid::Hexhex { .. } => ends,
            Grid::Squares { .. } => ends.map(|name| board::name_parts(name).1),
        }
    }

    /// The board, the top row first, and an empty line.
    fn grid(&self) -> Vec<String> {
        let Some(pitch) = self.pitch else { return Vec::new() };
        let mut lines: Vec<String> = self.rows.iter().rev().map(|row| self.row(row, pitch)).collect();
        if let Some(files) = self.files(pitch) {
            lines.insert(0, files.clone());
            lines.push(files);
        }
        lines.push(String::new());
        lines
    }

    fn row(&self, row: &'a [Cell], pitch: usize) -> String {
        let longest = self.rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let indent = " ".repeat((longest - row.len()) * pitch / 2);
        let [left, right] = self.labels(row);
        let cells: String = row.iter().map(|cell| self.field(cell, pitch)).collect();
        format!("{indent}{} {cells} {right}", layout::right(left, self.label_columns()))
    }

    /// The letters of the files, each above the first sign of its cells.
    fn files(&self, pitch: usize) -> Option<String> {
        let Grid::Squares { .. } = self.board.grid else { return None };
        let letters = self.rows.first()?.iter().map(|cell| format!(" {}", layout::left(board::name_parts(&cell.name).0, pitch - 1)));
        Some(format!("{} {}", " ".repeat(self.label_columns()), letters.collect::<String>()))
    }

    /// A cell in exactly `pitch` columns. Content that is too wide is cut to its first sign and `+`.
    fn field(&self, cell: &Cell, pitch: usize) -> String {
        let mark = board::event_mark(cell).map_or(' ', |mark| self.alphabet.mark(mark));
        let content = self.content(cell);
        let content = if layout::width(&content) < pitch { content } else { content.chars().take(1).chain(['+']).collect() };
        format!("{mark}{}", layout::left(&content, pitch - 1))
    }

    /// The content of a cell: colour and height of a stack, the top pyramid and how many are under it, or what a bare cell is.
    fn content(&self, cell: &Cell) -> String {
        let pile = Pile::of(cell);
        match pile.top() {
            None => board::ground_mark(cell).map_or(self.alphabet.sign('·', '.'), |mark| self.alphabet.mark(mark)).to_string(),
            Some(Piece::Checkers { side, .. }) => format!("{}{}", self.checker(side), pile.height()),
            Some(pyramid) if pile.height() == 1 => self.piece(pyramid),
            Some(pyramid) => format!("{}+{}", self.piece(pyramid), pile.height() - 1),
        }
    }

    fn checker(&self, side: usize) -> char {
        let look = board::look(self.board, side);
        match look.paint {
            Paint::White | Paint::Red => self.alphabet.sign('○', look.letter),
            Paint::Black | Paint::Blue => self.alphabet.sign('●', look.letter),
            Paint::ByPiece => look.letter,
        }
    }

    fn piece(&self, piece: Piece) -> String {
        match piece {
            Piece::Checkers { side, count } => format!("{}{count}", self.checker(side)),
            Piece::Pyramid { colour, pips, .. } => format!("{}{}", colour.letter, board::size_letter(self.board, pips)),
        }
    }

    /// In full, the piles of which the board shows only the top.
    fn piles(&self) -> Vec<String> {
        let is_cut = |cell: &Cell| self.pitch.is_none_or(|pitch| layout::width(&self.content(cell)) >= pitch);
        let piles = self.board.cells.iter().map(|cell| (cell, Pile::of(cell)));
        let listed = piles.filter(|(cell, pile)| pile.is_mixed() || (pile.height() > 0 && is_cut(cell)));
        let words: Vec<String> = listed.map(|(cell, pile)| format!("{}={}", cell.name, self.in_full(&pile))).collect();
        if words.is_empty() {
            return Vec::new();
        }
        vec![filled(&format!("Bottom to top: {}", words.join("  "))), String::new()]
    }

    fn in_full(&self, pile: &Pile) -> String {
        pile.pieces.iter().map(|piece| self.piece(*piece)).collect::<Vec<_>>().join("/")
    }

    /// The sides with what each has, then other captions, and the meaning of marks.
    fn legend(&self) -> Vec<String> {
        let sides = [0, 1].map(|side| [vec![self.side(side)], self.colours(side), self.captions(Some(side))].concat());
        // Two short lines with nothing but names become one.
        let sides = if sides.iter().all(|facts| facts.len() == 1) { vec![sides.concat()] } else { sides.to_vec() };
        let others = self.captions(None).into_iter().map(|caption| vec![caption]);
        let lines = sides.into_iter().chain(others).chain([self.sizes(), self.marks()]);
        lines.filter(|facts| !facts.is_empty()).map(|facts| filled(&facts.join(" | "))).collect()
    }

    fn side(&self, side: usize) -> String {
        let look = board::look(self.board, side);
        match look.paint {
            Paint::ByPiece => look.name.to_owned(),
            _ => format!("{} {}", self.checker(side), look.name),
        }
    }

    fn colours(&self, side: usize) -> Vec<String> {
        let colours = board::colours_of(self.board, side);
        let named: Vec<String> = colours.iter().map(|colour| format!("{}={}", colour.letter, colour.name)).collect();
        if named.is_empty() { Vec::new() } else { vec![named.join(", ")] }
    }

    fn captions(&self, side: Option<usize>) -> Vec<String> {
        let about = self.board.captions.iter().filter(|caption| caption.side == side);
        about.map(|Caption { label, value, .. }| format!("{label}: {value}")).collect()
    }

    fn sizes(&self) -> Vec<String> {
        board::sizes_shown(self.board)
    }

    /// The word `Marks:` keeps a `>` from the beginning of the line, where mail programs take it for a quotation.
    fn marks(&self) -> Vec<String> {
        let worded = |mark| board::mark_words(self.board, mark).map(|words| (mark, words));
        let marks = board::marks_shown(self.board).into_iter().filter_map(worded).enumerate();
        let lead = |index| if index == 0 { "Marks: " } else { "" };
        marks.map(|(index, (mark, words))| format!("{}{} {words}", lead(index), self.alphabet.mark(mark))).collect()
    }
}

fn filled(text: &str) -> String {
    layout::fill(text, Fill { indent: 2, ..Fill::default() })
}
