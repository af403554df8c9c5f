//! What letters say to those who would like to play a game of two.

use serde::{Deserialize, Serialize};

use crate::campaign::CampaignId;
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

/// What a letter tells about a game of two, in templates by its name in kebab case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingNews {
    /// Nothing has happened: the game is only shown.
    #[default]
    Offer,
    /// These wait until the answer to a code confirms them.
    Play,
    /// The reader challenges somebody.
    Challenge,
    /// Somebody challenges the reader.
    Challenged,
    /// The reader waits for an opponent.
    Waits,
    /// The reader has an opponent, and their game begins with the next run.
    Paired,
    /// The reader no longer waits for an opponent.
    Left,
    /// The reader was waiting for no opponent, so nothing was changed.
    NotWaiting,
    /// No such game begins by email here, or it no longer does.
    NoGame,
    /// The request has no name that the reader could play by.
    NoName,
    /// On this host nobody can be challenged.
    NoChallenges,
    /// The challenge of the reader is on its way.
    Sent,
    /// Nobody who can be challenged has the name that the reader challenges.
    NoPlayer,
    /// Several players have that name, each in another campaign.
    SeveralPlayers,
    /// The reader has challenged themselves.
    OwnName,
    /// The player was challenged often enough for a day.
    Enough,
    /// The reply of the reader to a challenge neither accepts nor declines it.
    NoAnswer,
    /// The opponent has declined the challenge of the reader.
    Declined,
    /// The reader has declined a challenge.
    Declines,
    /// The reader may be challenged from now on.
    On,
    /// The reader may not be challenged any more; challenges that have come lapse by themselves.
    Off,
}

impl PairingNews {
    /// What `shared/pairing.txt` tells; the rest has letters of its own.
    pub const OF_LETTER: [PairingNews; 17] = [
        PairingNews::Waits,
        PairingNews::Paired,
        PairingNews::Left,
        PairingNews::NotWaiting,
        PairingNews::NoGame,
        PairingNews::NoName,
        PairingNews::NoChallenges,
        PairingNews::Sent,
        PairingNews::NoPlayer,
        PairingNews::SeveralPlayers,
        PairingNews::OwnName,
        PairingNews::Enough,
        PairingNews::NoAnswer,
        PairingNews::Declined,
        PairingNews::Declines,
        PairingNews::On,
        PairingNews::Off,
    ];
}

/// What a letter tells somebody about a game of two; what it has nothing to say about is null or empty.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct PairingFacts {
    pub what: PairingNews,
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
    pub campaign: Option<CampaignId>,
    /// What binds the host to the dice of the lot.
    pub commitment: Option<String>,
    /// Who answers for the game.
    pub gm: String,
}
