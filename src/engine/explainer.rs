//! How a fight of a turn was computed, and how one with other forces would go: for games that have fights.

use serde::Serialize;
use serde_json::Value;

use super::{Dice, Stream, Throw, ViewError};

/// What a game can tell of its fights.
pub trait Explainer: Sync {
    /// What can be asked for, in small letters, such as `battle`.
    fn topics(&self) -> &'static [&'static str];

    /// Forces that read, for [`Explainer::what_if`].
    fn forces(&self) -> &'static str;

    /// What was computed of this topic at the place that a reader names, for the template `explain` of the game.
    ///
    /// # Errors
    /// When no place is called so, or the report is none that the present version of the game can read.
    fn explain(&self, topic: &str, place: &str, filed: &Filed<'_>) -> Result<Explained, Unexplained>;

    /// The places that can be asked about in a reader's view, as a question may name them; in the order of the view.
    ///
    /// # Errors
    /// When it is not a view of the game.
    fn places(&self, view: &Value) -> Result<Vec<String>, ViewError>;

    /// A fight with forces given by hand, as facts for the template `what-if` of the game; `view` is that of a position whose rules count.
    /// Without one they are those that the game has unless a scenario says otherwise. Forces that do not read are an answer, too.
    ///
    /// # Errors
    /// When it is not a view of the game.
    fn what_if(&self, forces: &str, view: Option<&Value>) -> Result<Result<Forces, MisreadForces>, ViewError>;
}

/// What was computed at a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explained {
    /// The place as reports name it.
    pub place: String,
    /// In the order of happening; none where the reader saw nothing of the kind there.
    pub facts: Vec<Value>,
}

/// What a reader was told of a turn, as it was filed.
#[derive(Debug, Clone)]
pub struct Filed<'a> {
    /// The turn that was played.
    pub turn: u32,
    /// The reader's view of the position after it.
    pub view: &'a Value,
    /// What happened before the reader's eyes: a list by kind.
    pub events: &'a Value,
    /// The dice, where the report named the seed.
    pub dice: Option<Dice>,
}

/// Why nothing was explained.
#[derive(Debug, thiserror::Error)]
pub enum Unexplained {
    /// No place is called so; these are near.
    #[error("there is no such place")]
    Place(NearPlaces),
    /// The view was written by another version of the game.
    #[error(transparent)]
    View(#[from] ViewError),
}

/// The places that a reader may have meant, as they can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearPlaces(pub Vec<String>);

/// A fight by hand: its forces as they were read, which read again as themselves, and its facts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Forces {
    /// In canonical spelling.
    pub forces: String,
    /// What the template takes for a view: who fights, by name. Nobody asks for it but the template.
    #[serde(skip)]
    pub view: Value,
    /// What the game's template `what-if` takes.
    #[serde(flatten)]
    pub facts: Value,
}

/// Forces that do not read: where, and what would.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MisreadForces {
    /// The word at which reading stopped; empty at the end.
    pub found: String,
    /// Why it cannot stand there, such as `unknown-word`, as the template of misread forces takes it.
    pub because: &'static str,
    /// The words that could stand there.
    pub words: Vec<String>,
    /// The least and most that a number may be, where one is out of range.
    pub range: Option<(u32, u32)>,
    /// All of it as it was perhaps meant; that text reads.
    pub nearest: Option<String>,
    /// Forces that read.
    pub example: &'static str,
}

/// The throws of a stream, so that readers can repeat them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Thrown {
    /// The name of the stream, as `docs/dice.md` has it.
    pub stream: String,
    /// In order.
    pub throws: Vec<Throw>,
}

impl From<&Stream> for Thrown {
    fn from(stream: &Stream) -> Thrown {
        Thrown { stream: stream.name().to_owned(), throws: stream.thrown().to_vec() }
    }
}
