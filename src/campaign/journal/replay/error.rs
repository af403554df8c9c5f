//! Where a replay first differs from the journal.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::campaign::CampaignId;
use crate::campaign::keys::PublicKey;
use crate::engine::Seat;

/// Where in a journal something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Turn(u32),
    /// What is no turn, or cannot be told to be one, goes by its number in the chain.
    Entry(u32),
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Turn(0) => out.write_str("set-up"),
            Place::Turn(turn) => write!(out, "turn {turn}"),
            Place::Entry(number) => write!(out, "entry {number}"),
        }
    }
}

/// The first difference that a replay finds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("{at}: the entry cannot be read: {why}")]
    Unreadable { at: Place, why: String },
    #[error("{at}: the chain is broken: the entry does not name the hash of the entry before it")]
    BrokenChain { at: Place },
    #[error("{at}: the entry is not signed by {key}: it was changed, or somebody else wrote it")]
    NotSigned { at: Place, key: PublicKey },
    #[error("{at}: it is in the place of entry {stands_at} and says that it is entry {named}: entries are missing, added or swapped")]
    WrongNumber { at: Place, stands_at: u32, named: u32 },
    #[error("{at}: it says that it belongs to turn {named}, and the last turn played before it was {last}")]
    WrongTurn { at: Place, named: u32, last: u32 },
    #[error("{at}: it goes back to turn {to}, and the last turn that counted before it was {last}")]
    NotBack { at: Place, to: u32, last: u32 },
    #[error("{at}: it takes back a rollback to bring back turn {to}, and no such rollback stands before it")]
    NotForward { at: Place, to: u32 },
    #[error("{at}: it is of another campaign, {named}")]
    OtherCampaign { at: Place, named: CampaignId },
    #[error("{at}: the game was over before it")]
    AfterTheEnd { at: Place },
    #[error("{at}: the secret of the dice is not the one that was committed beforehand")]
    OtherSecret { at: Place },
    #[error("{at}: the secret of the salts is not the one that was committed beforehand")]
    OtherSalts { at: Place },
    #[error("{at}: its digests are not of the seats that play")]
    OtherSeats { at: Place },
    #[error("{at}: what it hid until the end is not what it names the digest of")]
    OtherHidden { at: Place },
    #[error("{at}: the sheet of seat {seat} is not the one that its digest was made of")]
    OtherSheet { at: Place, seat: Seat },
    #[error("{at}: the sheet of seat {seat} is not the one that was fixed before the sheets of others were taken")]
    OtherFixedSheet { at: Place, seat: Seat },
    #[error("{at}: played again, the position is another one")]
    OtherState { at: Place },
    #[error("{at}: played again, {} is another one", view_of(.seat))]
    OtherView { at: Place, seat: Option<Seat> },
    #[error("{at}: the stored position is not the one that the journal names")]
    OtherSnapshot { at: Place },
    #[error("{at}: there is no stored position of it")]
    NoSnapshot { at: Place },
    #[error("seat {seat}: the roster says that {found} holds it, the journal says {journal}")]
    OtherHolder { seat: Seat, journal: String, found: String },
    #[error("seat {seat}: {}", if *.is_vacant { "the journal says that nobody holds it, the roster names a player" } else { "the roster says that nobody holds it, the journal names a player" })]
    OtherVacancy { seat: Seat, is_vacant: bool },
    #[error("seat {seat}: its token has the number {found} in the roster and {journal} in the journal")]
    OtherEpoch { seat: Seat, journal: u32, found: u32 },
    #[error("turn {turn}: its deadline is {found}, but the journal moved it to {journal}")]
    OtherDeadline { turn: u32, journal: DateTime<Utc>, found: DateTime<Utc> },
    #[error("{at}: the lot for the seats does not come out like that: its secret, its seats or its names are others")]
    OtherLot { at: Place },
    #[error("the journal does not begin with a set-up")]
    NoSetUp,
    #[error("the journal is empty")]
    Empty,
}

fn view_of(seat: &Option<Seat>) -> String {
    seat.map_or("what everybody sees".to_owned(), |seat| format!("what seat {seat} sees"))
}
