//! Ex nihilo by Michael Amundsen: stacks come from nothing, grow outward and drive each other off. X-numbers cite its rules.

mod caretaker;
mod flanking;
mod kit;
mod notation;
mod pile;
mod play;
mod position;
mod rulebook;
mod steps;
mod telling;

use pile::Pile;
pub use position::Position;
pub use rulebook::Rulebook;
pub use steps::Step;

use crate::abstract_games::{AbstractGame, Hexhex, Side};
use crate::engine::{Kit, Paint, SideLook};

impl AbstractGame for Position {
    const ID: &'static str = "ex_nihilo";
    const TITLE: &'static str = "Ex nihilo";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "Ex nihilo was designed by Michael Amundsen in 2020.";
    const KIT: &'static Kit = &kit::KIT;
    const SIDES: [SideLook; 2] =
        [SideLook { name: "White", letter: 'W', paint: Paint::White }, SideLook { name: "Black", letter: 'B', paint: Paint::Black }];

    /// X1: the empty board, White to move.
    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        let piles = [Pile::default(); Hexhex::MOST_CELLS];
        Ok(Position { board: rulebook.board()?, piles, to_move: Side::First, hostages: Vec::new() })
    }
}
