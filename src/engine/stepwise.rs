//! Games whose moves can be listed one by one, for the sandbox, perft and tests.

use serde::Serialize;
use serde_json::{Map, Value};

use super::SetupError;

/// A game that is played move by move, opened without seats, campaign or turns.
pub trait Stepwise: Sync {
    /// Opens a scenario at its opening, or at another position under its rules.
    ///
    /// # Errors
    /// When the scenario or the position does not read, or cannot be played.
    fn open(&self, scenario: &str, position: Option<&str>) -> Result<Box<dyn Steps>, SetupError>;

    /// What a scenario settles, as far as moves depend on it.
    ///
    /// # Errors
    /// When the scenario does not read.
    fn terms(&self, scenario: &str) -> Result<StepTerms, SetupError>;

    /// The opening under these terms. The terms of a scenario give the scenario's own opening.
    ///
    /// # Errors
    /// When the terms are not this game's, or the position does not read.
    fn begin(&self, terms: StepTerms) -> Result<Box<dyn Steps>, SetupError>;
}

/// What the moves of a stepwise game depend on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepTerms {
    /// Board, variant and rulings by name, with the rules' defaults for what the scenario leaves out.
    pub rulebook: Map<String, Value>,
    /// Whether the second player may take over the first move.
    pub swap: bool,
    /// The opening in the position notation; `None` for the rulebook's own.
    pub position: Option<String>,
}

/// A position of such a game.
pub trait Steps {
    /// The name of the side to move; `None` once the game is over.
    fn to_move(&self) -> Option<&'static str>;
    /// The position in the notation of the rules.
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
    /// The number of lines of `depth` legal steps from here.
    fn perft(&self, depth: u32) -> u64;
    /// As [`Steps::perft`], for the lines that begin with each legal step, sorted by step. Empty at depth 0.
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
    /// An illegal step with no legal step near it.
    pub fn expecting(step: &str, expected: impl Into<String>) -> IllegalStep {
        IllegalStep { step: step.trim().to_owned(), expected: expected.into(), nearest: Vec::new() }
    }
}

/// The end of a stepwise game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finished {
    /// The name of the side that won; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The rule under which it ended, such as `A4`.
    pub rule: &'static str,
}
