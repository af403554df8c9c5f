//! What letters say to strangers who ask for something.

use serde::Serialize;

use crate::engine::Seat;
use crate::render::report::GameMasterFacts;
use crate::render::schedule::ScheduleFacts;

/// A campaign that looks for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct OpenGameFacts {
    pub id: String,
    pub title: String,
    pub game_title: String,
    /// How many; 0 if all places are taken and only the waiting list is open.
    pub players_wanted: u8,
    /// Its first turn has been played.
    pub has_begun: bool,
    /// `JOIN` enters applicants, without the game master.
    pub by_mail: bool,
    /// The seats that applicants can prefer.
    pub seats: Vec<Seat>,
    /// How many wait for a place.
    pub waiting: usize,
    pub schedule: ScheduleFacts,
    /// Its archive on the web, or the host's page; null if the host has no known address there.
    pub url: Option<String>,
    pub gm: GameMasterFacts,
}

/// What a letter tells somebody who asked for something without a seat; what it has nothing to say about is null or empty.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct RequestFacts {
    /// `join`, `leave` and `observe` while they wait for an answer; `joined`, `waits`, `left`, `moved-up`, `begun`, `not-listed`, `plays-already`,
    /// `asked-gm`, `no-name`, `name-taken`, `no-seat`, `unreliable`, `no-code`; `observes`, `unobserved`, `no-observer`, `crowded`.
    pub what: &'static str,
    pub game: Option<OpenGameFacts>,
    /// By which the applicant plays, or would.
    pub name: Option<String>,
    pub prefers: Vec<Seat>,
    /// The code that an answer must show, and for how many days it serves.
    pub code: Option<String>,
    pub days: i64,
    /// JOIN takes over a seat that falls vacant later.
    pub may_join: bool,
    /// Who else has a place.
    pub others: Vec<String>,
    /// The place on the waiting list.
    pub place: Option<usize>,
    /// How many of a hundred turns a player's orders must have come in.
    pub least: u8,
    /// Of an observer: by how many turns the reports come later.
    pub delay_turns: u32,
    /// What binds the host to the dice of the lot.
    pub commitment: Option<String>,
    /// What the applicant adds to them.
    pub confirmation: Option<String>,
}

/// A list that is full, for the game master.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct FullFacts {
    pub id: String,
    pub title: String,
    /// In the order of confirmation.
    pub players: Vec<FullPlayer>,
    /// The file says `open = true`, so that the next tick begins the game.
    pub begins: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct FullPlayer {
    pub name: String,
    pub address: String,
    pub prefers: Vec<Seat>,
}

/// Somebody who takes over a vacant seat of a game that goes on, or would like to; for the game master.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ApplicantFacts {
    pub name: String,
    pub address: String,
    /// The seat that they have; null if the game master decides.
    pub seat: Option<Seat>,
    /// The seats that they could have.
    pub vacant: Vec<Seat>,
}

/// What became of ADDRESS.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct AddressFacts {
    /// As the player wrote it.
    pub address: String,
    /// `asked`, `same`, `no-address` or `too-many`.
    pub state: &'static str,
    /// For so many days the code serves.
    pub days: i64,
}
