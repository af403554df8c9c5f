//! What letters say of the ladder.

use serde::Serialize;

use super::facts::DeadlineFacts;
use super::pairing::TableFacts;
use crate::campaign::ladder::Obstacle;
use crate::campaign::{CampaignId, Digest};
use crate::render::Nothing;

/// What `shared/ladder.txt` tells, by its name in kebab case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LadderNews {
    /// The reader is on the ladder: now in its last place, or as before with another name.
    Entered,
    /// The reader is no longer on the ladder.
    Left,
    /// The challenge of the reader is on its way.
    Sent,
    /// The challenge that the reader answers is not open any more.
    TooLate,
    /// The request has no name that the reader could play by.
    NoName,
    /// Somebody else on the ladder has the name that the reader asks for.
    NameTaken,
    /// The reader is not on the ladder.
    NotOnIt,
    /// Nobody on the ladder has the name that the reader challenges.
    NoPlayer,
    /// The reader has challenged themselves.
    OwnName,
    /// The challenged player stands below the reader.
    Below,
    /// The challenged player stands more places above the reader than may be challenged.
    TooFar,
    /// The reader has an open challenge or game on the ladder.
    Busy,
    /// The challenged player has an open challenge or game on the ladder.
    OtherBusy,
    /// The challenged player has declined, which like all below ends the challenge.
    Declined,
    /// No answer came in time.
    Lapsed,
    /// The challenger has won the game.
    Won,
    /// The challenger has not won the game, so all keep their places.
    Kept,
    /// The game does not count, so all keep their places.
    Void,
    /// The challenged player has left the game before both had moved, which counts as a refusal.
    WalkedOut,
    /// The other player has left the ladder, so a game that has begun changes no place.
    CalledOff,
}

impl LadderNews {
    /// All of them.
    pub const ALL: [LadderNews; 20] = [
        LadderNews::Entered,
        LadderNews::Left,
        LadderNews::Sent,
        LadderNews::TooLate,
        LadderNews::NoName,
        LadderNews::NameTaken,
        LadderNews::NotOnIt,
        LadderNews::NoPlayer,
        LadderNews::OwnName,
        LadderNews::Below,
        LadderNews::TooFar,
        LadderNews::Busy,
        LadderNews::OtherBusy,
        LadderNews::Declined,
        LadderNews::Lapsed,
        LadderNews::Won,
        LadderNews::Kept,
        LadderNews::Void,
        LadderNews::WalkedOut,
        LadderNews::CalledOff,
    ];
}

impl From<Obstacle> for LadderNews {
    fn from(obstacle: Obstacle) -> LadderNews {
        match obstacle {
            Obstacle::NotOnIt => LadderNews::NotOnIt,
            Obstacle::OwnName => LadderNews::OwnName,
            Obstacle::Below => LadderNews::Below,
            Obstacle::TooFarAbove => LadderNews::TooFar,
            Obstacle::Busy => LadderNews::Busy,
            Obstacle::OtherBusy => LadderNews::OtherBusy,
            Obstacle::NameTaken => LadderNews::NameTaken,
        }
    }
}

/// The ladder as everybody may read it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct LadderFacts {
    /// What only some of its letters tell.
    #[serde(flatten)]
    pub nothing: Nothing,
    /// What is played.
    pub offer: TableFacts,
    pub places: Vec<LadderPlace>,
    /// How many places above their own players may challenge.
    pub places_above: u8,
    /// How long a challenge waits for its answer.
    pub days: i64,
    /// Whether a refusal, or no answer, counts as a lost game.
    pub counts_as_lost: bool,
    /// Who answers for the game.
    pub gm: String,
}

/// Where somebody stands on the ladder.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct OwnPlace {
    /// The name by which they play on it.
    pub name: String,
    /// From 1, the best one.
    pub place: usize,
}

/// What a letter tells somebody about the ladder.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct LadderNewsFacts {
    #[serde(flatten)]
    pub ladder: LadderFacts,
    pub what: LadderNews,
    /// The reader's place, if they are on the ladder.
    #[serde(flatten)]
    pub own: Option<OwnPlace>,
    /// The other player's name, or the name that was asked for if nobody has it.
    pub other: Option<String>,
    /// Whether the reader is the challenger.
    pub is_challenger: bool,
    /// Whether the challenger has taken the other's place.
    pub has_moved: bool,
    /// Players whose names are near.
    pub near: Vec<String>,
}

/// What somebody has to confirm before it is done on the ladder.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ConfirmLadderFacts {
    #[serde(flatten)]
    pub ladder: LadderFacts,
    #[serde(flatten)]
    pub what: LadderToConfirm,
    /// The reader's place, if they are on the ladder.
    #[serde(flatten)]
    pub own: Option<OwnPlace>,
    /// The code that an answer must show, and for how many days it serves.
    pub code: String,
    pub code_days: i64,
}

/// What has to be confirmed, in templates by its name in kebab case.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum LadderToConfirm {
    /// A place on it, or another name there.
    Enter,
    Leave,
    Challenge {
        other: String,
    },
}

/// A challenge, for the player who is challenged.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct LadderChallengeFacts {
    #[serde(flatten)]
    pub ladder: LadderFacts,
    /// The reader's place.
    #[serde(flatten)]
    pub own: OwnPlace,
    /// The challenger.
    pub other: String,
    /// The code that an answer must show.
    pub code: String,
    /// What binds the host to the dice of the lot.
    pub commitment: Digest,
}

/// Where the reader stands on the ladder.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RungFacts {
    #[serde(flatten)]
    pub ladder: LadderFacts,
    #[serde(flatten)]
    pub own: OwnPlace,
    /// The other player of an open challenge or game; null if there is none.
    pub other: Option<String>,
    /// Whether the reader is the challenger.
    pub is_challenger: bool,
    /// The names of those whom the reader may challenge now.
    pub may_challenge: Vec<String>,
    /// Until when an open challenge waits for its answer; null if there is none.
    pub until: Option<DeadlineFacts>,
    /// The campaign in which the reader plays for a place; null if there is none.
    pub campaign: Option<CampaignId>,
}

impl LadderFacts {
    /// The names that templates know of the ladder, wherever it is shown.
    pub(crate) const NAMES: Nothing = Nothing { values: "name other place what", flags: "has_moved is_challenger", lists: "near" };
}

/// A place of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LadderPlace {
    /// From 1, the best one.
    pub place: usize,
    /// The name by which the player plays on the ladder.
    pub name: String,
    /// The player has an open challenge or game on the ladder.
    pub is_busy: bool,
    /// The campaign in which they play for a place; null if no game of the ladder goes on.
    pub campaign: Option<CampaignId>,
}
