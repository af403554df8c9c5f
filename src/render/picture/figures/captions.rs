//! What is below a board: who has what, and what the marks mean.

use super::cells::{self, CellOutline, CellPlace};
use super::figure::Figure;
use super::pieces;
use crate::engine::{Anchor, Board, Mark, Paint};
use crate::render::picture::{board, palette};

/// All boards have the same width, so that their type has the same size.
pub(super) const WIDTH: f64 = 640.0;

/// The free paper around everything.
pub(super) const MARGIN: f64 = 20.0;

const NAME_SIZE: f64 = 19.0;
const TYPE_SIZE: f64 = 16.0;
const LINE: f64 = 23.0;

/// The radius of the small cells and pieces beside words.
const ICON: f64 = 12.0;

/// A part of a picture, and where it ends.
pub(super) struct Below {
    pub figures: Vec<Figure>,
    pub bottom: f64,
}

/// Lays out what comes below a board that ends at `top`.
pub(super) fn below(board: &Board, top: f64) -> Below {
    let mut below = Below { figures: Vec::new(), bottom: top + MARGIN };
    below.sides(board);
    for line in facts(board, None).iter().flat_map(|fact| lines_of(fact, WIDTH - 2.0 * MARGIN)) {
        below.line(&line);
    }
    below.legend(board);
    below
}

impl Below {
    /// Both sides in two columns, the side that began on the left.
    fn sides(&mut self, board: &Board) {
        let column = WIDTH / 2.0 - MARGIN;
        let top = self.bottom;
        for side in [0, 1] {
            let x = MARGIN + (WIDTH / 2.0) * side as f64;
            let mut y = top + LINE / 2.0;
            self.figures.extend(side_icon(board, side, (x + ICON, y)));
            self.text((x + 2.0 * ICON + 10.0, y + NAME_SIZE * cells::HALF_CAPITAL), NAME_SIZE, board::look(board, side).name);
            y += LINE * 1.15;
            for line in facts(board, Some(side)).iter().flat_map(|fact| lines_of(fact, column)) {
                self.text((x, y + TYPE_SIZE * cells::HALF_CAPITAL), TYPE_SIZE, &line);
                y += LINE;
            }
            self.bottom = self.bottom.max(y - LINE / 2.0);
        }
    }

    fn line(&mut self, text: &str) {
        self.text((MARGIN, self.bottom + LINE / 2.0 + TYPE_SIZE * cells::HALF_CAPITAL), TYPE_SIZE, text);
        self.bottom += LINE;
    }

    /// The marks in use, each on a small cell.
    fn legend(&mut self, board: &Board) {
        let outline = CellOutline::of(board.grid);
        let (mut x, mut y) = (MARGIN, self.bottom + ICON + LINE / 2.0);
        for mark in board::marks_shown(board) {
            let words = board::mark_words(board, mark).unwrap_or_default();
            let width = 2.0 * ICON + 8.0 + width_of(words) + 22.0;
            if x > MARGIN && x + width > WIDTH {
                (x, y) = (MARGIN, y + LINE * 1.3);
            }
            let place = CellPlace { x: x + ICON, y, radius: ICON, outline };
            self.figures.extend(mark_icon(place, mark));
            self.text((x + 2.0 * ICON + 8.0, y + TYPE_SIZE * cells::HALF_CAPITAL), TYPE_SIZE, words);
            (x, self.bottom) = (x + width, y + ICON);
        }
    }

    fn text(&mut self, at: (f64, f64), size: f64, text: &str) {
        self.figures.push(Figure::text(at, size, Anchor::Start, palette::INK, 0.0, text));
    }
}

/// What is said about a side, or about neither.
fn facts(board: &Board, side: Option<usize>) -> Vec<String> {
    let about = board.captions.iter().filter(|caption| caption.side == side);
    let captions = about.map(|caption| format!("{}: {}", caption.label, caption.value));
    let words = match side {
        Some(side) => board::colours_of(board, side).iter().map(|colour| format!("{}={}", colour.letter, colour.name)).collect(),
        None => board::sizes_shown(board),
    };
    (!words.is_empty()).then(|| words.join(", ")).into_iter().chain(captions).collect()
}

/// A text in lines of this width. What stands between two commas stays together if it fits.
fn lines_of(text: &str, width: f64) -> Vec<String> {
    let parts = text.split_inclusive(", ").flat_map(|part| {
        let part = part.trim_end();
        if width_of(part) <= width { vec![part] } else { part.split(' ').collect() }
    });
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut().filter(|line| width_of(line) + width_of(" ") + width_of(part) <= width) {
            Some(line) => line.extend([" ", part]),
            None => lines.push(part.to_owned()),
        }
    }
    lines
}

/// How wide a text is at most, in the fonts that pictures ask for.
fn width_of(text: &str) -> f64 {
    let share = |letter: char| match letter {
        ' ' | ',' | '.' | ':' => 0.36,
        '=' | 'm' | 'w' | 'M' | 'W' => 0.9,
        'A'..='Z' => 0.75,
        _ => 0.62,
    };
    text.chars().map(share).sum::<f64>() * TYPE_SIZE
}

fn side_icon(board: &Board, side: usize, (x, y): (f64, f64)) -> Vec<Figure> {
    let place = CellPlace { x, y, radius: ICON, outline: CellOutline::Square };
    match board::look(board, side).paint {
        Paint::ByPiece => pieces::pyramid_sample(place, side),
        _ => pieces::checker_sample(board, place, side),
    }
}

fn mark_icon(place: CellPlace, mark: Mark) -> Vec<Figure> {
    let (event, site) = match mark {
        Mark::From | Mark::To | Mark::Hostage => (Some(mark), None),
        Mark::Entry | Mark::Centre => (None, Some(mark)),
    };
    [cells::ground(place, event, site, false), event.map(|mark| cells::event(place, mark)).unwrap_or_default()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_commas_stays_together_if_it_fits() {
        let stock = "In stock: g=green PDQ, y=yellow PPDDQ, r=red PPDDQQ, b=blue PPDDQQ";
        assert_eq!(lines_of(stock, 300.0), ["In stock: g=green PDQ,", "y=yellow PPDDQ,", "r=red PPDDQQ, b=blue PPDDQQ"]);
        assert_eq!(lines_of("a long line of words without commas", 120.0), ["a long line", "of words", "without", "commas"]);
    }
}
