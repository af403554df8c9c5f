//! Ex nihilo by Michael Amundsen: stacks come from nothing, grow outward and drive each other off. X-numbers cite its rules.

mod flanking;
mod notation;
mod pile;
mod position;
mod steps;
mod telling;

use serde::{Deserialize, Serialize};

pub use position::Position;
pub use steps::Step;

use crate::abstract_games::{AbstractGame, Deed, Finish, Hexhex, Side};
use crate::engine::{Board, Paint, SideLook};

/// The game.
#[derive(Debug, Clone, PartialEq)]
pub struct ExNihilo;

/// What can be chosen about a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rulebook {
    /// Cells a side: 4, 5 or 6; 2 and 3 are there for trying things out.
    pub size: u8,
}

impl Default for Rulebook {
    fn default() -> Rulebook {
        Rulebook { size: 5 }
    }
}

impl Rulebook {
    fn board(&self) -> Result<&'static Hexhex, String> {
        Hexhex::of(self.size)
            .ok_or_else(|| format!("size = {}: a board has 4, 5 or 6 cells a side, or 2 or 3 for trying things out", self.size))
    }
}

impl AbstractGame for ExNihilo {
    const ID: &'static str = "ex_nihilo";
    const TITLE: &'static str = "Ex nihilo";
    const RULES: u32 = 1;
    const CREDIT: &'static str = "Ex nihilo was designed by Michael Amundsen in 2020.";
    const SIDES: [SideLook; 2] =
        [SideLook { name: "White", letter: 'W', paint: Paint::White }, SideLook { name: "Black", letter: 'B', paint: Paint::Black }];
    type Rulebook = Rulebook;
    type Position = Position;
    type Step = Step;

    fn opening(rulebook: &Rulebook) -> Result<Position, String> {
        rulebook.board().map(Position::empty)
    }

    fn read_position(rulebook: &Rulebook, text: &str) -> Result<Position, String> {
        notation::read(rulebook.board()?, text)
    }

    fn write_position(position: &Position) -> String {
        notation::write(position)
    }

    fn to_move(position: &Position) -> Option<Side> {
        position.can_step().then_some(position.to_move)
    }

    fn owes_step(position: &Position) -> bool {
        !position.hostages.is_empty()
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
        // X7: no draws; who has no step has lost, also one who owes it.
        (!position.can_step()).then(|| Finish { winner: Some(position.to_move.other()), rule: "X7" })
    }

    fn origin(step: Step) -> String {
        step.board.name(step.from)
    }

    fn short_spellings(step: Step) -> Vec<String> {
        vec![format!("{}-{}", step.board.name(step.from), step.board.name(step.to))]
    }

    fn deeds(before: &Position, step: Step) -> Vec<Deed> {
        telling::deeds(before, step)
    }

    fn draw(position: &Position, last: &[Step]) -> Board {
        telling::draw(position, last)
    }
}
