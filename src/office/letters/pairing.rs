//! What letters say to those who would like to play a game of two.

use serde::{Deserialize, Serialize};

use crate::render::schedule::ScheduleFacts;

/// A game of two that begins by email.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFacts {
    /// As players name it: the game's id, a slash and the scenario.
    pub name: String,
    pub game_title: String,
    /// How many wait for an opponent.
    pub waiting: usize,
    pub schedule: ScheduleFacts,
    /// Players can be challenged at it.
    pub challenges: bool,
}

/// What a letter tells somebody about a game of two; what it has nothing to say about is null or empty.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PairingFacts {
    /// `play` and `challenge` while they wait for an answer; `challenged` of the letter that brings a challenge; `waits`, `paired`, `left`, `not-waiting`,
    /// `no-game`, `no-name`, `sent`, `no-player`, `several-players`, `own-name`, `enough`, `no-answer`, `declined` (to the challenger), `declines`, `on`,
    /// `off`.
    pub what: &'static str,
    pub offer: Option<TableFacts>,
    /// By which the reader plays, or would.
    pub name: Option<String>,
    /// The opponent's name; as it was asked for where there is no such player.
    pub other: Option<String>,
    /// Players whose names are near, or the campaigns of those who have the same name.
    pub near: Vec<String>,
    /// The code that an answer must show, and for how many days it serves.
    pub code: Option<String>,
    pub days: i64,
    /// The campaign in which two play who have been paired.
    pub campaign: Option<String>,
    /// What binds the host to the dice of the lot.
    pub commitment: Option<String>,
    /// Who answers for the game.
    pub gm: String,
}
