//! What letters say to those who would like to play a game of two.

use serde::{Deserialize, Serialize};

use crate::campaign::{CampaignId, Digest};
use crate::render::Nothing;
use crate::render::schedule::ScheduleFacts;

/// A game of two that begins by email.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableFacts {
    /// As players name it: the game's id, a slash and the scenario.
    pub name: String,
    pub game_title: String,
    /// How many wait for an opponent.
    pub waiting: usize,
    pub schedule: ScheduleFacts,
    /// Players can be challenged at it.
    pub challenges: bool,
}

/// What somebody who asked for a game of two has to confirm before it is done.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ConfirmPairingFacts {
    pub what: PairingToConfirm,
    pub offer: TableFacts,
    /// The code that an answer must show, and for how many days it serves.
    pub code: String,
    pub days: i64,
}

/// What has to be confirmed, in templates by its name in kebab case.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PairingToConfirm {
    Play,
    Challenge,
}

/// A challenge, for the player who is challenged.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ChallengeFacts {
    /// The name by which the reader plays.
    pub name: String,
    /// The name of the challenger.
    pub other: String,
    pub offer: TableFacts,
    /// The code that an answer must show, and for how many days it serves.
    pub code: String,
    pub days: i64,
    /// What binds the host to the dice of the lot.
    pub commitment: Digest,
    /// Who answers for the game.
    pub gm: String,
}

/// What a letter tells somebody about a game of two.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct PairingFacts {
    #[serde(flatten)]
    nothing: Nothing,
    /// Who answers for such games; empty if the host has none.
    pub gm: String,
    #[serde(flatten)]
    pub news: PairingNews,
}

/// What the letter tells, in templates by its name in kebab case. `name` is the reader's, `other` the opponent's.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum PairingNews {
    /// The reader waits for an opponent; `commitment` binds the host to the dice of the lot.
    Waits { offer: TableFacts, name: String, commitment: Digest },
    /// The reader has an opponent, and their game begins with the next run; it may be for a place on the ladder.
    Paired { offer: TableFacts, name: String, other: String, campaign: CampaignId, commitment: Digest, place: Option<usize> },
    /// The reader no longer waits for an opponent.
    Left,
    /// The reader was not waiting for an opponent, so nothing was changed.
    NotWaiting,
    /// No such game begins by email here, or it no longer does.
    NoGame,
    /// The request has no name that the reader could play by.
    NoName,
    /// Nobody can be challenged on this host.
    NoChallenges,
    /// The challenge of the reader is on its way, and waits `days` days for its answer.
    Sent { offer: TableFacts, other: String, days: i64 },
    /// Nobody who can be challenged has the name that the reader challenges, if it is one; some names are near.
    NoPlayer { offer: TableFacts, other: Option<String>, near: Vec<String> },
    /// Several players have that name, each in another campaign, which are `near`.
    SeveralPlayers { offer: TableFacts, other: Option<String>, near: Vec<String> },
    /// The reader has challenged themselves.
    OwnName { offer: TableFacts },
    /// The player was challenged often enough for a day.
    Enough { offer: TableFacts, other: String },
    /// The reply of the reader to a challenge neither accepts nor declines it.
    NoAnswer,
    /// The opponent has declined the challenge of the reader.
    Declined { other: String },
    /// The reader has declined a challenge.
    Declines { other: String },
    /// The reader may be challenged from now on.
    On,
    /// The reader may not be challenged any more; challenges that have come lapse by themselves.
    Off,
}

impl PairingFacts {
    pub(crate) fn new(gm: String, news: PairingNews) -> PairingFacts {
        let nothing = Nothing { values: "campaign commitment days name offer other place", flags: "", lists: "near" };
        PairingFacts { nothing, gm, news }
    }
}
