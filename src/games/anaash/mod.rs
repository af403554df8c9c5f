//! аҺааш by Mark Steere: stacks that grow by joining and never shrink.

mod position;
mod rules;
mod telling;

use serde::{Deserialize, Serialize};

pub use position::{Position, Stack};
pub use rules::Step;

use crate::abstract_games::{AbstractGame, Deed, Finish, Side};
use crate::engine::{Board, Paint, SideLook};

/// The game. The author allows programs, and asks that the game keeps its name and its rules and that its author is named.
#[derive(Debug, Clone, PartialEq)]
pub struct Anaash;

/// A1: the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulebook {
    /// Squares a side: even, from 4 to 16.
    pub size: u8,
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook { size: 6 }
    }
}

impl AbstractGame for Anaash {
    const ID: &'static str = "anaash";
    const TITLE: &'static str = "аҺааш (Anaash)";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "аҺааш was designed by Mark Steere in 2021; its rules are at marksteeregames.com.";
    const SIDES: [SideLook; 2] =
        [SideLook { name: "Red", letter: 'R', paint: Paint::Red }, SideLook { name: "Blue", letter: 'B', paint: Paint::Blue }];
    type Rulebook = Rulebook;
    type Position = Position;
    type Step = Step;

    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        Position::opening(*rulebook)
    }

    fn read_position(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        Position::read(*rulebook, text)
    }

    fn write_position(position: &Position) -> String {
        position.to_string()
    }

    fn to_move(position: &Position) -> Option<Side> {
        position.to_move()
    }

    fn steps(position: &Position, into: &mut Vec<Step>) {
        into.extend(rules::steps(position));
    }

    fn count_steps(position: &Position) -> u64 {
        rules::steps(position).count() as u64
    }

    fn play(position: &mut Position, step: Step) {
        rules::play(position, step);
    }

    fn finish(position: &Position) -> Option<Finish> {
        position.winner().map(|winner| Finish { winner: Some(winner), rule: "A4" })
    }

    fn origin(step: Step) -> String {
        step.origin()
    }

    fn deeds(before: &Position, step: Step) -> Vec<Deed> {
        telling::deeds(before, step)
    }

    fn draw(position: &Position, last: &[Step]) -> Board {
        telling::draw(position, last)
    }
}
