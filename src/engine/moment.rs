//! What a viewer would tell first about a turn: moments, the most urgent first.

use serde::Serialize;
use serde_json::Value;

/// One thing that deserves a sentence of its own, as facts of the game. The wording is a template's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moment {
    /// How it concerns its reader.
    pub weight: Weight,
    /// The game's facts, with a `kind` that its templates put into words.
    #[serde(flatten)]
    pub facts: Value,
}

/// How a moment concerns its reader. Reports draw each weight in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Something was lost.
    Loss,
    /// Something will be lost unless the reader acts.
    Danger,
    /// Something was won.
    Gain,
    /// Good to know.
    News,
}

impl Moment {
    /// A moment of these facts, which must serialize with a `kind` tag.
    pub fn new(weight: Weight, facts: &impl Serialize) -> Moment {
        Moment { weight, facts: serde_json::to_value(facts).unwrap_or_default() }
    }
}
