//! What the author of a board game for two writes; `Correspondence` makes a [`crate::engine::Game`] of it.

use std::fmt::{Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Deed, Side};
use crate::engine::{Board, SideLook};

/// A game of two sides with nothing hidden and no dice: pure, deterministic and total.
///
/// The unit is the *step*: what its notation writes as one. In most games a step is a whole turn; where the same side
/// has to go on, [`AbstractGame::owes_step`] says so.
pub trait AbstractGame: Sized + Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The name in campaign files, such as `ex_nihilo`.
    const ID: &'static str;
    /// The name that people read.
    const TITLE: &'static str;
    /// Bumped when equal moves could give a different result.
    const RULES: u32;
    /// Whose game it is, as a sentence for every report and page.
    const CREDIT: &'static str;
    /// The side that begins stands first.
    const SIDES: [SideLook; 2];
    /// Board, variant and rulings as named settings; what a scenario does not say has the rules' default.
    type Rulebook: DeserializeOwned + Serialize + Clone + PartialEq + Debug + Send + Sync;
    /// A position with the rulebook that it is played by. Passes are made in it already: somebody can move, or it is over.
    type Position: Clone + PartialEq + Debug + Send + Sync;
    /// One step in canonical notation.
    type Step: Display + Copy + Ord + Debug + Send + Sync;

    fn look(side: Side) -> SideLook {
        Self::SIDES[side.index()]
    }

    /// Where a game begins if the scenario shows no position.
    ///
    /// # Errors
    /// When the settings cannot be, in words.
    fn opening(rulebook: &Self::Rulebook) -> Result<Self::Position, String>;

    /// Reads the position notation of the rules.
    ///
    /// # Errors
    /// What is wrong with it, in words: what was read, what was expected.
    fn read_position(rulebook: &Self::Rulebook, text: &str) -> Result<Self::Position, String>;

    /// The position in that notation; [`AbstractGame::read_position`] gives an equal one back.
    fn write_position(position: &Self::Position) -> String;

    /// Whose step it is; `None` once the game is over.
    fn to_move(position: &Self::Position) -> Option<Side>;

    /// Whether the side to move is in the middle of its turn.
    fn owes_step(_position: &Self::Position) -> bool {
        false
    }

    /// Appends all legal steps, each once, in any order; none once the game is over.
    fn steps(position: &Self::Position, into: &mut Vec<Self::Step>);

    /// How many legal steps there are; for counting without writing them down.
    fn count_steps(position: &Self::Position) -> u64 {
        let mut steps = Vec::new();
        Self::steps(position, &mut steps);
        steps.len() as u64
    }

    /// Plays a step that [`AbstractGame::steps`] lists; with any other nothing worse happens than a wrong position.
    fn play(position: &mut Self::Position, step: Self::Step);

    /// How it ended, once it has.
    fn finish(position: &Self::Position) -> Option<Finish>;

    /// The cell that a step sets out from, as it is written: `e5`.
    fn origin(step: Self::Step) -> String;

    /// Shorter spellings that players may use when only one legal step has them: `e5-e6` for `2:e5-e6`.
    fn short_spellings(_step: Self::Step) -> Vec<String> {
        Vec::new()
    }

    /// These steps as a list for a player, in notation: as short as it can be without losing a choice.
    fn listed(steps: &[Self::Step]) -> String {
        super::listing(&super::written(steps))
    }

    /// What a step does in a position, in the order in which it happens.
    fn deeds(before: &Self::Position, step: Self::Step) -> Vec<Deed>;

    /// The board with the marks of the steps that led here last.
    fn draw(position: &Self::Position, last: &[Self::Step]) -> Board;
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finish {
    /// `None` for a draw.
    pub winner: Option<Side>,
    /// The rule under which it ended, such as `A4`.
    pub rule: &'static str,
}
