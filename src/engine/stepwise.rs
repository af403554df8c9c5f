//! Games whose moves can be listed one by one: for the sandbox, for perft, and for tests.

use serde::Serialize;
use serde_json::{Map, Value};

use super::SetupError;

/// A game that is played move by move, opened without seats, campaign or turns.
pub trait Stepwise: Sync {
    /// The opening of a scenario, or another position under its rules.
    ///
    /// # Errors
    /// When the scenario or the position does not read, or cannot be.
    fn open(&self, scenario: &str, position: Option<&str>) -> Result<Box<dyn Steps>, SetupError>;

    /// What a scenario settles, as far as moves depend on it.
    ///
    /// # Errors
    /// When the scenario does not read.
    fn terms(&self, scenario: &str) -> Result<StepTerms, SetupError>;

    /// The opening by such terms; those of a scenario give the one that the scenario gives.
    ///
    /// # Errors
    /// When they are none of this game, or the position does not read.
    fn begin(&self, terms: StepTerms) -> Result<Box<dyn Steps>, SetupError>;
}

/// What the moves of such a game depend on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepTerms {
    /// Board, variant and rulings by name, with the rules' default for whatever a scenario leaves out.
    pub rulebook: Map<String, Value>,
    /// Whether the second player may take over the first move.
    pub swap: bool,
    /// Where the game begins, in the position notation; the rulebook's own opening if absent.
    pub position: Option<String>,
}

/// A position of such a game.
pub trait Steps {
    /// The name of the side to move; `None` once the game is over.
    fn to_move(&self) -> Option<&'static str>;
    /// In the notation of the rules.
    fn position(&self) -> String;
    /// Every legal step in canonical notation, sorted.
    fn legal(&self) -> Vec<String>;
    /// Plays one step.
    ///
    /// # Errors
    /// When it does not read or is not legal; the position is as it was.
    fn play(&mut self, step: &str) -> Result<String, IllegalStep>;
    /// How the game ended, once it has.
    fn finish(&self) -> Option<Finished>;
    /// How many lines of `depth` legal steps there are from here.
    fn perft(&self, depth: u32) -> u64;
    /// The same for each legal step, sorted by it: lines that begin with it. Empty at depth 0.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

/// A step that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{step} is not a legal step: expected {expected}")]
pub struct IllegalStep {
    /// As it was written.
    pub step: String,
    /// What could stand there, in words.
    pub expected: String,
    /// The nearest legal steps.
    pub nearest: Vec<String>,
}

impl IllegalStep {
    /// Without a legal step that is near.
    pub fn expecting(step: &str, expected: impl Into<String>) -> IllegalStep {
        IllegalStep { step: step.trim().to_owned(), expected: expected.into(), nearest: Vec::new() }
    }
}

/// The end of such a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finished {
    /// The name of the side that won; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The rule under which it ended, such as `A4`.
    pub rule: &'static str,
}
