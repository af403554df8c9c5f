//! аҺааш by Mark Steere: stacks that grow by joining and never shrink. A-numbers cite its rules.
//!
//! The author allows programs, and asks that its name and its rules stay as they are and that its author is named.

mod caretaker;
mod kit;
mod notation;
mod play;
mod position;
mod rulebook;
mod steps;
mod telling;

pub use position::{Position, Stack};
pub use rulebook::Rulebook;
pub use steps::Step;

use crate::abstract_games::{AbstractGame, Side};
use crate::engine::{Kit, Paint, SideLook};

impl AbstractGame for Position {
    const ID: &'static str = "anaash";
    const TITLE: &'static str = "аҺааш (Anaash)";
    const RULES: u32 = 1;
    const KIT: &'static Kit = &kit::KIT;
    const CREDIT: &'static str = "аҺааш was designed by Mark Steere in 2021; its rules are at marksteeregames.com.";
    const SIDES: [SideLook; 2] =
        [SideLook { name: "Red", letter: 'R', paint: Paint::Red }, SideLook { name: "Blue", letter: 'B', paint: Paint::Blue }];

    /// A1: a checker on every square, coloured like a chessboard. Red has a1 and moves first.
    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        let board = rulebook.board()?;
        let checker = |square| {
            let (file, rank) = board.place(square);
            Stack { side: Side::BOTH[usize::from((file + rank) % 2)], height: 1 }
        };
        let stacks = board.squares().map(|square| Some(checker(square))).collect();
        Ok(Position { board, stacks, to_move: Some(Side::First) })
    }
}
