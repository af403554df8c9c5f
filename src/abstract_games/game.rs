//! The contract that the author of an abstract game implements; `Correspondence` makes a [`crate::engine::Game`] of it.
//!
//! A game is its position. The contract has a trait for each file that every game has: `mod.rs` says what the game is ([`AbstractGame`]),
//! `notation.rs` how it is written ([`Notation`], [`AbstractStep`]), `steps.rs` which steps are legal ([`LegalSteps`]), `play.rs` what they do
//! ([`Play`]), `telling.rs` what people see of it ([`Telling`]), and `caretaker.rs` what its caretaker strives for ([`Caretaking`]).

use std::fmt::{Debug, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Deed, Side};
use crate::engine::{Board, Kit, SideLook};

/// A position of a game of two sides with nothing hidden and no dice: pure, deterministic and total.
///
/// It knows its rulebook. Skipped sides are already skipped: somebody can move, or the game is over.
pub trait AbstractGame: Notation + Play + Telling + Caretaking + Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The name in campaign files, such as `ex_nihilo`.
    const ID: &'static str;
    /// The name that people read.
    const TITLE: &'static str;
    /// Bumped when equal moves could give a different result.
    const RULES: u32;
    /// The author's credit, as a sentence for every report and page.
    const CREDIT: &'static str;
    /// Its templates and scenarios, with [`super::KIT`] as their family. `docs/adding-a-game.md` lists the templates that every game brings.
    const KIT: &'static Kit;
    /// Whether its rules have draws. Without them, players can only agree to end the game without a result.
    const KNOWS_DRAWS: bool = false;
    /// The two sides, the one that begins first.
    const SIDES: [SideLook; 2];

    /// The position where a game begins if the scenario gives none.
    ///
    /// # Errors
    /// When the settings are impossible; the text says why.
    fn opening(rulebook: &Self::Rulebook) -> Result<Self, String>;

    /// The name and look of a side.
    fn look(side: Side) -> SideLook {
        Self::SIDES[side.index()]
    }

    /// The letter of a side in notation.
    fn letter(side: Side) -> char {
        Self::look(side).letter
    }

    /// The side with this letter, in either case.
    fn side_of_letter(letter: char) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| Self::letter(*side).eq_ignore_ascii_case(&letter))
    }

    /// The side with this letter or name, in any letter case.
    fn side_called(text: &str) -> Option<Side> {
        let by_name = || Side::BOTH.into_iter().find(|side| Self::look(*side).name.eq_ignore_ascii_case(text));
        text.parse().ok().and_then(Self::side_of_letter).or_else(by_name)
    }
}

/// A position in the notation of the rules. `Display` writes it, and [`Notation::read`] reads an equal one back.
pub trait Notation: Display + Sized {
    /// Board, variant and rulings as named settings, with the rules' defaults for what a scenario leaves out.
    type Rulebook: DeserializeOwned + Serialize + Clone + PartialEq + Debug + Send + Sync;

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with the text or the settings: what was read, and what was expected.
    fn read(rulebook: &Self::Rulebook, text: &str) -> Result<Self, String>;
}

/// The steps that the side to move may choose from.
///
/// The unit is the *step*, which the notation writes as one. In most games a step is a whole turn; if the same side has to go on, [`Play::owes_step`]
/// says so.
pub trait LegalSteps {
    /// The game's step.
    type Step: AbstractStep;

    /// All legal steps, each once, in any order; none once the game is over.
    fn steps(&self) -> impl Iterator<Item = Self::Step>;

    /// Why the side to move may make none of the steps that begin on this cell, though it could: "a step that flanks must be made (X6)". `None` if
    /// it could make none anyway.
    fn duty(&self, _cell: &str) -> Option<&'static str> {
        None
    }

    /// How many legal steps there are; may be faster than listing them.
    fn count_steps(&self) -> u64 {
        self.steps().count() as u64
    }
}

/// What a step does, and how the game ends.
pub trait Play: LegalSteps {
    /// Whose step it is; `None` once the game is over.
    fn to_move(&self) -> Option<Side>;

    /// Whether the side to move is in the middle of its turn.
    fn owes_step(&self) -> bool {
        false
    }

    /// Plays a step that [`LegalSteps::steps`] lists. Any other step may give a wrong position, but nothing worse.
    fn play(&mut self, step: Self::Step);

    /// How the game ended; `None` while it goes on.
    fn finish(&self) -> Option<Finish>;
}

/// What people are told and shown of a game.
pub trait Telling: LegalSteps {
    /// What a step does in this position, in order.
    fn deeds(&self, step: Self::Step) -> Vec<Deed>;

    /// The board, marked with the last steps.
    fn draw(&self, last: &[Self::Step]) -> Board;
}

/// The aims of a game's caretaker, which plays for a player who sends nothing.
pub trait Caretaking {
    /// How good a position is for a side at a glance: more is better, and what is good for one side is as bad for the other. The game must not be
    /// over. A move takes thousands of calls, so this does not look ahead.
    fn worth(&self, side: Side) -> i32;
}

/// One step; `Display` writes it in canonical notation.
pub trait AbstractStep: Display + Copy + Ord + Debug + Send + Sync + 'static {
    /// The cells where it starts and where it ends, in notation: `e5` and `e6`. A step that stays on its cell has the same cell twice.
    fn ends(&self) -> [String; 2];

    /// The cell from which it starts.
    fn origin(&self) -> String {
        let [origin, _] = self.ends();
        origin
    }

    /// The cells to touch on a board for this step, in order: the cell where a piece enters, if one does, then from and to.
    fn touches(&self) -> Vec<String> {
        self.ends().into()
    }

    /// Shorter spellings that players may use if only one legal step has them: `e5-e6` for `2:e5-e6`.
    fn short_spellings(&self) -> Vec<String> {
        Vec::new()
    }

    /// These steps as a list for a player, in notation, as short as possible without losing a choice.
    fn listed(steps: &[Self]) -> String {
        super::listing(&super::written(steps))
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finish {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The rule under which it ended, such as `A4`.
    pub rule: &'static str,
}
