//! How a fight of a turn was computed, and how one with other forces would go; for games that have fights.

use serde::Serialize;
use serde_json::Value;

use super::{Dice, Stream, Throw, ViewError};

/// What a game can explain of its fights.
pub trait Explainer: Sync {
    /// What can be asked about, in lower case, such as `battle`.
    fn topics(&self) -> &'static [&'static str];

    /// An example of forces that [`Explainer::what_if`] can read.
    fn forces(&self) -> &'static str;

    /// What was computed of this topic at the place that the reader names, for the game's template `explain`.
    ///
    /// # Errors
    /// When there is no such place, or this version of the game cannot read the report.
    fn explain(&self, topic: &str, place: &str, filed: &Filed<'_>) -> Result<Explained, Unexplained>;

    /// The places that can be asked about in a reader's view, spelled as a question may name them, in the order of the view.
    ///
    /// # Errors
    /// When `view` is not a view of this game.
    fn places(&self, view: &Value) -> Result<Vec<String>, ViewError>;

    /// A fight between forces given by hand, as facts for the game's template `what-if`, under the rules of the position that `view` shows. Without a
    /// view, the rules are the game's defaults. The inner error is the answer for forces that do not read.
    ///
    /// # Errors
    /// When `view` is not a view of this game.
    fn what_if(&self, forces: &str, view: Option<&Value>) -> Result<Result<Forces, MisreadForces>, ViewError>;
}

/// What was computed about fights at a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explained {
    /// The place as reports name it.
    pub place: String,
    /// In the order in which they happened; empty if the reader saw none there.
    pub facts: Vec<Value>,
}

/// What a reader was told about a turn, as it was filed.
#[derive(Debug, Clone)]
pub struct Filed<'a> {
    /// The turn that was played.
    pub turn: u32,
    /// The reader's view of the position after it.
    pub view: &'a Value,
    /// What happened before the reader's eyes: a list of events for each kind.
    pub events: &'a Value,
    /// The dice; `None` if the report did not reveal the seed.
    pub dice: Option<Dice>,
}

/// Why nothing was explained.
#[derive(Debug, thiserror::Error)]
pub enum Unexplained {
    /// There is no such place; these are the nearest.
    #[error("there is no such place")]
    Place(NearPlaces),
    /// The view was written by another version of the game.
    #[error(transparent)]
    View(#[from] ViewError),
}

/// The places that a reader may have meant, spelled as a question may name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearPlaces(pub Vec<String>);

/// A fight by hand: its forces in a form that reads back as the same, and its facts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Forces {
    /// In canonical spelling.
    pub forces: String,
    /// What the template uses as a view: who fights, by name.
    #[serde(skip)]
    pub view: Value,
    /// The facts for the game's template `what-if`.
    #[serde(flatten)]
    pub facts: Value,
}

/// Forces that do not read: where reading stopped, and what would read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MisreadForces {
    /// The word at which reading stopped; empty at the end.
    pub found: String,
    /// Why it cannot stand there, such as `unknown-word`, for the template of misread forces.
    pub because: &'static str,
    /// The words that could stand there.
    pub words: Vec<String>,
    /// The smallest and the largest number allowed there, if a number is out of range.
    pub range: Option<(u32, u32)>,
    /// What was perhaps meant, as a text that reads.
    pub nearest: Option<String>,
    /// An example of forces that read.
    pub example: &'static str,
}

/// The throws of a stream, so that readers can repeat them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Thrown {
    /// The name of the stream, as `docs/dice.md` explains it.
    pub stream: String,
    /// In order.
    pub throws: Vec<Throw>,
}

impl From<&Stream> for Thrown {
    fn from(stream: &Stream) -> Thrown {
        Thrown { stream: stream.name().to_owned(), throws: stream.thrown().to_vec() }
    }
}
