//! What a viewer would tell first about a turn: moments, the most urgent first.

use serde::Serialize;
use serde_json::Value;

/// One thing that deserves a sentence of its own, in the game's own facts. The wording is a template's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Moment {
    /// How it concerns its reader.
    pub weight: Weight,
    /// The game's facts, with a `kind` that its templates word.
    #[serde(flatten)]
    pub facts: Value,
}

/// How a moment concerns its reader; each is drawn in a way of its own.
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
    /// A moment of these facts, which are serialized with a `kind` tag.
    pub fn new(weight: Weight, facts: &impl Serialize) -> Moment {
        Moment { weight, facts: serde_json::to_value(facts).unwrap_or_default() }
    }
}
