//! What the daily digest of a player's games says.

use serde::Serialize;

use crate::campaign::schedule::Span;

/// What a digest says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct DigestFacts {
    pub name: String,
    pub zone: String,
    /// The titles of the games in which the player asks for digests.
    pub asked_in: Vec<String>,
    /// The games in which it is the player's move, or orders are due; the first deadline first.
    pub own: Vec<DigestGame>,
    /// The games in which it is somebody else's move, or the reader's orders are in.
    pub others: Vec<DigestGame>,
    /// The last turn of each game in which something was played since the last digest.
    pub played: Vec<DigestGame>,
}

/// A game in a digest; what it has nothing to say about is null.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct DigestGame {
    pub id: String,
    pub title: String,
    pub unit: String,
    pub turn: u32,
    /// When the open turn is due, in the reader's zone; or, where it waits for the orders of a game master who plays, when those are fixed.
    pub due_local: Option<String>,
    pub left: Option<Span>,
    /// Whose move it is, where moves alternate.
    pub to_move: Option<String>,
    /// Where moves alternate, when grace and reserve end, in the reader's zone; null if the move has neither left.
    pub closes_local: Option<String>,
    /// Whether the reader's orders are fixed before the turn is due, because they are the game master's.
    pub is_fixed: bool,
    /// What was played, in a few words.
    pub headline: Option<String>,
    pub is_over: bool,
}
