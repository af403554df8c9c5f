//! Ashes by Michael Amundsen: stacks grow outward and wither inward, and every stack removed makes new ones dearer. S-numbers cite its rules.

mod caretaker;
mod kit;
mod notation;
mod play;
mod position;
mod rulebook;
mod steps;
mod telling;

pub use position::{Position, Stack};
pub use rulebook::{Rulebook, Tax};
pub use steps::{Portion, Step};

use crate::abstract_games::{AbstractGame, Hexhex, Side};
use crate::engine::{Kit, Paint, SideLook};

impl AbstractGame for Position {
    const ID: &'static str = "ashes";
    const TITLE: &'static str = "Ashes";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "Ashes was designed by Michael Amundsen in 2021.";
    const KIT: &'static Kit = &kit::KIT;
    const SIDES: [SideLook; 2] =
        [SideLook { name: "White", letter: 'W', paint: Paint::White }, SideLook { name: "Black", letter: 'B', paint: Paint::Black }];

    /// S1: the empty board, White to move.
    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        let (board, tax) = (rulebook.board()?, rulebook.tax);
        Ok(Position { board, tax, stacks: [None; Hexhex::MOST_CELLS], removed: [0; 2], to_move: Side::First, winner: None })
    }
}
