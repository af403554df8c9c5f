//! What letters say of sheets that are sealed against the game master, and of the game master's own.

use serde::Serialize;

use crate::campaign::Digest;
use crate::engine::Seat;
use crate::office::letters::facts::DeadlineFacts;
use crate::render::Nothing;

/// How sheets are sealed in the open turn.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SealFacts {
    #[serde(flatten)]
    nothing: Nothing,
    /// The digest of the sheet that the seat has sealed; null if it has sealed none.
    pub digest: Option<Digest>,
    /// The sheet that was sent to reveal the sealed one, if it is another one.
    #[serde(flatten)]
    pub found: Option<FoundSheet>,
    /// From when until when sheets are revealed, or from when on sheets are taken; null while play is held, because deadlines move then.
    pub from: Option<DeadlineFacts>,
    pub until: Option<DeadlineFacts>,
}

/// A sheet that is not the one that was sealed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct FoundSheet {
    #[serde(rename = "found")]
    pub digest: Digest,
    /// The lines that the digest was made of.
    pub lines: String,
}

/// The sheets of the game master's seats, which have closed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ClosedFacts {
    #[serde(flatten)]
    nothing: Nothing,
    pub fixed: Vec<FixedSheet>,
    /// They closed before their time, because orders of others lay here.
    pub early: bool,
}

/// A sheet that was fixed before those of others are taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct FixedSheet {
    pub seat: Seat,
    pub name: String,
    pub digest: Digest,
}

impl ClosedFacts {
    pub(crate) fn new(fixed: Vec<FixedSheet>, early: bool) -> ClosedFacts {
        ClosedFacts { nothing: Nothing { values: "digest found from lines until", flags: "", lists: "" }, fixed, early }
    }
}

impl SealFacts {
    /// The facts for a seat that has sent nothing to reveal.
    pub(crate) fn new(digest: Option<Digest>, from: Option<DeadlineFacts>, until: Option<DeadlineFacts>) -> SealFacts {
        SealFacts { nothing: Nothing { values: "found lines", flags: "early", lists: "fixed" }, digest, found: None, from, until }
    }
}
