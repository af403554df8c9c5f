//! Ashes by Michael Amundsen: stacks grow outward, wither inward, and every stack removed makes new ones dearer. S-numbers cite its rules.

mod notation;
mod play;
mod position;
mod steps;
mod telling;

use serde::{Deserialize, Serialize};

pub use position::{Position, Stack};
pub use steps::{Portion, Step};

use crate::abstract_games::{AbstractGame, Deed, Finish, Hexhex, Side};
use crate::engine::{Board, Paint, SideLook};

/// The game; see [`AbstractGame`].
#[derive(Debug, Clone, PartialEq)]
pub struct Ashes;

/// What can be chosen about a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulebook {
    /// Cells a side: 3 to 6; 2 is there for trying things out.
    pub size: u8,
    /// S1: which count of removed stacks is the tax of a move.
    pub tax: Tax,
}

/// S1: when the stacks that a player has removed are counted for the tax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tax {
    /// As the move begins, so that it is known when the move is written.
    Before,
    /// With the stack that the move itself removes.
    After,
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook { size: 5, tax: Tax::Before }
    }
}

impl Rulebook {
    /// S1: the empty board, White to move.
    fn opening(self) -> Result<Position, String> {
        let board = Hexhex::of(self.size)
            .ok_or_else(|| format!("size = {}: a board has from 3 to 6 cells a side, or 2 for trying things out", self.size))?;
        Ok(Position::empty(board, self.tax))
    }
}

impl AbstractGame for Ashes {
    const ID: &'static str = "ashes";
    const TITLE: &'static str = "Ashes";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "Ashes was designed by Michael Amundsen in 2021.";
    const SIDES: [SideLook; 2] =
        [SideLook { name: "White", letter: 'W', paint: Paint::White }, SideLook { name: "Black", letter: 'B', paint: Paint::Black }];
    type Rulebook = Rulebook;
    type Position = Position;
    type Step = Step;

    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        rulebook.opening()
    }

    fn read_position(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        notation::read(rulebook.opening()?, text)
    }

    fn write_position(position: &Position) -> String {
        notation::write(position)
    }

    fn to_move(position: &Position) -> Option<Side> {
        position.winner.is_none().then_some(position.to_move)
    }

    fn steps(position: &Position, into: &mut Vec<Step>) {
        position.legal_steps(into);
    }

    fn count_steps(position: &Position) -> u64 {
        position.count_legal_steps()
    }

    fn play(position: &mut Position, step: Step) {
        position.play(step);
    }

    fn finish(position: &Position) -> Option<Finish> {
        position.winner.map(|winner| Finish { winner: Some(winner), rule: "S8" })
    }

    fn origin(step: Step) -> String {
        step.board.name(step.from)
    }

    fn short_spellings(step: Step) -> Vec<String> {
        let [from, to] = [step.from, step.to].map(|cell| step.board.name(cell));
        match step.portion {
            // Nothing else can set out from an empty cell.
            Portion::Nothing => vec![format!("{from}-{to}")],
            // `g4-f4` would be the whole stack.
            Portion::Part(_) => Vec::new(),
            Portion::Whole(pieces) => vec![format!("{pieces}:{from}-{to}")],
        }
    }

    fn deeds(before: &Position, step: Step) -> Vec<Deed> {
        telling::deeds(before, step)
    }

    fn draw(position: &Position, last: &[Step]) -> Board {
        telling::draw(position, last)
    }
}
