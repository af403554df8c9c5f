//! What letters say of the ladder.

use serde::Serialize;

use super::pairing::TableFacts;

/// What a letter tells somebody about the ladder; what it has nothing to say about is null or empty.
#[derive(Debug, Clone, Default, Serialize)]
pub struct LadderFacts {
    /// `enter`, `leave` and `challenge` while they wait for an answer; `challenged` of the letter that brings a challenge; `list` where it is only shown;
    /// `entered`, `left`, `sent`, `too-late`; `no-name`, `name-taken`, `not-on-it`, `no-player`, `own-name`, `below`, `too-far`, `busy`, `other-busy`; at the end
    /// of a challenge `declined`, `lapsed`, `won`, `kept`, `void`, `called-off`.
    pub what: &'static str,
    /// What is played.
    pub offer: Option<TableFacts>,
    /// By which the reader stands on it.
    pub name: Option<String>,
    pub other: Option<String>,
    /// The reader's, from 1.
    pub place: Option<usize>,
    /// Whether the reader is who has challenged.
    pub is_challenger: bool,
    /// Whether the challenger has taken the other's place.
    pub has_moved: bool,
    /// Players whose names are near.
    pub near: Vec<String>,
    pub places: Vec<LadderPlace>,
    /// So many places above their own players may challenge.
    pub places_above: u8,
    /// So long a challenge waits for its answer.
    pub days: i64,
    /// Whether a refusal, or no answer, counts as a lost game.
    pub counts_as_lost: bool,
    /// The code that an answer must show, and for how many days it serves.
    pub code: Option<String>,
    pub code_days: i64,
    /// What binds the host to the dice of the lot.
    pub commitment: Option<String>,
    /// Who answers for the game.
    pub gm: String,
}

/// A place of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LadderPlace {
    pub place: usize,
    pub name: String,
    /// The player has an open challenge or game on the ladder.
    pub is_busy: bool,
}
