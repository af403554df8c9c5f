//! Autumn Ash, by Gregory Lattanzio: pyramids that change colour as they move. U-numbers cite its rules.

mod board;
mod caretaker;
mod kit;
mod notation;
mod pieces;
mod play;
mod position;
mod rulebook;
mod steps;
mod telling;

pub use position::Position;
pub use rulebook::Rulebook;
pub use steps::Step;

use crate::abstract_games::{AbstractGame, Notation};
use crate::engine::{Kit, Paint, SideLook};

impl AbstractGame for Position {
    const ID: &'static str = "autumn_ash";
    const TITLE: &'static str = "Autumn Ash";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "Autumn Ash was designed by Gregory Lattanzio in 2012 for Looney Pyramids.";
    /// U2.
    const KIT: &'static Kit = &kit::KIT;
    /// U10: points may be equal when all moves are barred.
    const KNOWS_DRAWS: bool = true;
    const SIDES: [SideLook; 2] =
        [SideLook { name: "Rainbow", letter: 'R', paint: Paint::ByPiece }, SideLook { name: "Xeno", letter: 'X', paint: Paint::ByPiece }];

    /// U3.
    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        Position::read(rulebook, &rulebook.opening)
    }
}
