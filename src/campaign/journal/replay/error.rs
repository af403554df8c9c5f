//! The first difference between a replay and the journal.

use std::fmt;

use chrono::{DateTime, Utc};

use crate::campaign::CampaignId;
use crate::campaign::keys::PublicKey;
use crate::engine::Seat;

/// A place in a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JournalPlace {
    /// A turn by its number; 0 is the set-up.
    Turn(u32),
    /// An entry by its number in the chain, if it is no turn or may be none.
    Entry(u32),
}

impl fmt::Display for JournalPlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalPlace::Turn(0) => out.write_str("set-up"),
            JournalPlace::Turn(turn) => write!(out, "turn {turn}"),
            JournalPlace::Entry(number) => write!(out, "entry {number}"),
        }
    }
}

/// The first difference that a replay finds.
///
/// `at` is the entry with the difference.
#[allow(missing_docs, reason = "fields are what the messages say of them")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The text of an entry cannot be read, or says what is impossible; `why` explains it.
    #[error("{at}: the entry cannot be read: {why}")]
    Unreadable { at: JournalPlace, why: String },
    /// The entry names another hash than that of the previous entry.
    #[error("{at}: the chain is broken: the entry does not name the hash of the entry before it")]
    BrokenChain { at: JournalPlace },
    /// The entry is not signed by `key`, which must have signed it.
    #[error("{at}: the entry is not signed by {key}: it was changed, or somebody else wrote it")]
    NotSigned { at: JournalPlace, key: PublicKey },
    /// The entry says that it is number `named` of the chain, but it is number `stands_at`.
    #[error("{at}: it is in the place of entry {stands_at} and says that it is entry {named}: entries are missing, added or swapped")]
    WrongNumber { at: JournalPlace, stands_at: u32, named: u32 },
    /// The entry says that it belongs to turn `named`; `last` is the last turn that counted before it.
    #[error("{at}: it says that it belongs to turn {named}, and the last turn played before it was {last}")]
    WrongTurn { at: JournalPlace, named: u32, last: u32 },
    /// A rollback to turn `to`, which is not before `last`, the last turn that counted.
    #[error("{at}: it goes back to turn {to}, and the last turn that counted before it was {last}")]
    NotBack { at: JournalPlace, to: u32, last: u32 },
    /// There is no rollback that could be undone to bring back the turns up to `to`.
    #[error("{at}: it takes back a rollback to bring back turn {to}, and no such rollback stands before it")]
    NotForward { at: JournalPlace, to: u32 },
    /// The entry belongs to the campaign `named`.
    #[error("{at}: it is of another campaign, {named}")]
    OtherCampaign { at: JournalPlace, named: CampaignId },
    /// A turn is played, or the game is ended, after the game was over.
    #[error("{at}: the game was over before it")]
    AfterTheEnd { at: JournalPlace },
    /// The secret of the dice is not the committed one.
    #[error("{at}: the secret of the dice is not the one that was committed beforehand")]
    OtherSecret { at: JournalPlace },
    /// The secret of the salts is not the committed one.
    #[error("{at}: the secret of the salts is not the one that was committed beforehand")]
    OtherSalts { at: JournalPlace },
    /// The turn does not have digests for exactly the seats that play.
    #[error("{at}: its digests are not of the seats that play")]
    OtherSeats { at: JournalPlace },
    /// What is now revealed has another digest than the entry says.
    #[error("{at}: what it hid until the end is not what it names the digest of")]
    OtherHidden { at: JournalPlace },
    /// The sheet of this seat has another digest, or is given although it was never revealed.
    #[error("{at}: the sheet of seat {seat} is not the one that its digest was made of")]
    OtherSheet { at: JournalPlace, seat: Seat },
    /// The sheet of this seat of the game master has another digest than when the seat closed.
    #[error("{at}: the sheet of seat {seat} is not the one that was fixed before the sheets of others were taken")]
    OtherFixedSheet { at: JournalPlace, seat: Seat },
    /// The whole position, or the value that an edit replaced, differs from what the entry hid.
    #[error("{at}: played again, the position is another one")]
    OtherState { at: JournalPlace },
    /// This seat was sent another view of the position than the replay gives; `None` means the public view.
    #[error("{at}: played again, {} is another one", view_of(.seat))]
    OtherView { at: JournalPlace, seat: Option<Seat> },
    /// The stored position has another digest than what the entry hid.
    #[error("{at}: the stored position is not the one that the journal names")]
    OtherSnapshot { at: JournalPlace },
    /// A turn has no stored position, although the host must have one for each.
    #[error("{at}: there is no stored position of it")]
    NoSnapshot { at: JournalPlace },
    /// The player of a seat is `journal` in the journal, but `found` in the roster.
    #[error("seat {seat}: the roster says that {found} holds it, the journal says {journal}")]
    OtherHolder { seat: Seat, journal: String, found: String },
    /// Whether a seat is vacant: `is_vacant` is what the journal says, and the roster says the opposite.
    #[error("seat {seat}: {}", if *.is_vacant { "the journal says that nobody holds it, the roster names a player" } else { "the roster says that nobody holds it, the journal names a player" })]
    OtherVacancy { seat: Seat, is_vacant: bool },
    /// The epoch of a seat's token is `journal` in the journal, but `found` in the roster.
    #[error("seat {seat}: its token has the number {found} in the roster and {journal} in the journal")]
    OtherEpoch { seat: Seat, journal: u32, found: u32 },
    /// The deadline of the open turn: the journal last moved it to `journal`, but the database has `found`.
    #[error("turn {turn}: its deadline is {found}, but the journal moved it to {journal}")]
    OtherDeadline { turn: u32, journal: DateTime<Utc>, found: DateTime<Utc> },
    /// A lot gives other seats when it is drawn again, or its players do not hold those seats.
    #[error("{at}: the lot for the seats does not come out like that: its secret, its seats or its names are others")]
    OtherLot { at: JournalPlace },
    /// The first entry is no set-up.
    #[error("the journal does not begin with a set-up")]
    NoSetUp,
    /// There is no entry at all.
    #[error("the journal is empty")]
    Empty,
}

fn view_of(seat: &Option<Seat>) -> String {
    seat.map_or("what everybody sees".to_owned(), |seat| format!("what seat {seat} sees"))
}
