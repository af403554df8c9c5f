//! What letters say to strangers who ask for something.

use serde::Serialize;

use crate::campaign::{Address, CampaignId, Digest};
use crate::engine::Seat;
use crate::render::Nothing;
use crate::render::report::GameMasterFacts;
use crate::render::schedule::ScheduleFacts;

/// A campaign that looks for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct OpenGameFacts {
    pub id: CampaignId,
    pub title: String,
    pub game_title: String,
    /// How many players it looks for; 0 if all places are taken and only the waiting list is open.
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

/// What somebody without a seat has to confirm before it is done.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ConfirmFacts {
    pub what: ToConfirm,
    /// Null if this version does not know what is played there.
    pub game: Option<OpenGameFacts>,
    /// The code that an answer must show, and for how many days it serves.
    pub code: String,
    pub days: i64,
}

/// What has to be confirmed, in templates by its name in kebab case.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ToConfirm {
    Join,
    Leave,
    Observe,
}

/// What a letter tells somebody who asked for something without a seat.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RequestFacts {
    #[serde(flatten)]
    nothing: Nothing,
    /// Null if it is about no campaign, or none that is here.
    pub game: Option<OpenGameFacts>,
    #[serde(flatten)]
    pub news: RequestNews,
}

/// What became of it, in templates by its name in kebab case. Applicants play by `name`, or would.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum RequestNews {
    /// The applicant has a place.
    Joined(ListedFacts),
    /// The applicant has this place on the waiting list, from 1.
    Waits {
        place: usize,
        #[serde(flatten)]
        listed: ListedFacts,
    },
    /// Somebody has left, so the applicant has a place now.
    MovedUp { name: String },
    /// The applicant is off the list.
    Left,
    /// The sender wanted to leave, but was on no list.
    NotListed,
    /// The game master decides who takes the vacant seat over.
    AskedGm { name: String },
    /// The game master has given all vacant seats to others; `may_join`: JOIN asks for a seat that falls vacant later.
    PassedOver { name: String, may_join: bool },
    /// It has a name if there is no seat for an applicant; `may_join`: JOIN takes over a seat that falls vacant later.
    Begun { name: Option<String>, may_join: bool },
    /// The sender has a seat in the game.
    PlaysAlready,
    /// Orders must have come in for `least` of a hundred turns, and the applicant's have not.
    Unreliable { name: String, least: u8 },
    /// The request has no name that the applicant could play by.
    NoName,
    /// Somebody else plays there by the name.
    NameTaken { name: String },
    /// A seat that the applicant prefers is not free.
    NoSeat { name: String },
    /// The code is not known, or has expired.
    NoCode,
    /// The reply to a code does not say yes.
    Unclear,
    /// The observer gets reports, this many turns later.
    Observes { delay_turns: u32 },
    /// The observer gets no more reports.
    Unobserved,
    /// The sender wanted no more reports, but got none.
    NoObserver,
    /// There are as many observers as the game takes.
    Crowded,
}

/// Somebody who is on the list of a campaign.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ListedFacts {
    pub name: String,
    pub prefers: Vec<Seat>,
    /// Who else has a place.
    pub others: Vec<String>,
    /// It was the last place, and the file says that the game begins then.
    pub begins: bool,
    /// What binds the host to the dice of the lot.
    pub commitment: Digest,
    /// What the applicant adds to them.
    pub confirmation: Digest,
}

impl RequestFacts {
    pub(crate) fn new(game: impl Into<Option<OpenGameFacts>>, news: RequestNews) -> RequestFacts {
        let nothing =
            Nothing { values: "commitment confirmation delay_turns least name place", flags: "begins may_join", lists: "others prefers" };
        RequestFacts { nothing, game: game.into(), news }
    }
}

/// A list that is full, for the game master.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct FullFacts {
    pub id: CampaignId,
    pub title: String,
    /// The players, in the order of confirmation.
    pub players: Vec<FullPlayer>,
    /// The file says `open = true`, so that the next tick begins the game.
    pub begins: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct FullPlayer {
    pub name: String,
    pub address: Address,
    pub prefers: Vec<Seat>,
}

/// Somebody who takes over a vacant seat of a game that goes on, or would like to; for the game master.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ApplicantFacts {
    pub name: String,
    pub address: Address,
    /// The seat that they have; null if the game master decides.
    pub seat: Option<Seat>,
    /// The commands that give a seat to them, one for each seat that they could have.
    pub commands: Vec<String>,
}

/// What became of ADDRESS.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct AddressFacts {
    /// The address as the player wrote it.
    pub address: String,
    pub state: AddressState,
    /// For how many days the code is valid.
    pub days: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AddressState {
    /// A code has gone to it.
    Asked,
    /// It is the player's already.
    Same,
    NoAddress,
    /// No more codes are mailed today.
    TooMany,
    /// The reply to the code does not say yes.
    Unclear,
}
