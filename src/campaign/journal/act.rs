//! What is done to a campaign between its turns: another player, a new token, a moved deadline, a pause.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ending::{DecidedBy, Ending, WhyVacated};
use super::{Commitment, Lot};
use crate::campaign::Digest;
use crate::campaign::keys::PublicKey;
use crate::campaign::suspense::WhyWaits;
use crate::campaign::votes::{Motion, VoteResult};
use crate::engine::Seat;

/// An act as the journal keeps it. The journal holds names and changes, but no addresses and tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Another person holds the seat from here on, under this name; tokens of earlier epochs are void.
    Replaced { seat: Seat, name: String, epoch: u32 },
    /// Nobody plays the seat from here on; its token is void. It stands in the game without orders until somebody takes it over
    /// ([`Act::Replaced`]).
    Vacated { seat: Seat, why: WhyVacated },
    /// The game is over because it was decided so, and no turn follows.
    Ended { ending: Ending, by: DecidedBy, reason: Option<String> },
    /// The player of this seat offers to end the game by consent: with a draw, or without a result where its rules know none.
    DrawOffered { seat: Seat, with_move: bool },
    /// The player of this seat declines what the other has offered.
    DrawDeclined { seat: Seat },
    /// The player of this seat asks to take their last move back: the game would go back to the position after this turn.
    TakebackAsked { seat: Seat, to: u32 },
    /// The player of this seat does not agree.
    TakebackDeclined { seat: Seat },
    /// The same player has another name.
    Renamed { seat: Seat, name: String },
    /// The same player has another address.
    AddressChanged { seat: Seat },
    /// The seat has a new token; those of earlier epochs are void.
    TokenRotated { seat: Seat, epoch: u32 },
    /// An announced deadline was moved.
    DeadlineMoved { turn: u32, from: DateTime<Utc>, to: DateTime<Utc>, why: WhyMoved },
    /// The open turn is not played at its deadline, or where moves alternate no clock runs, until the game master has said how it goes on or what was
    /// missing is there.
    TurnWaits { turn: u32, why: WhyWaits },
    /// The game master lets the open turn go on that waited: what is missing counts as missing, and the clock runs.
    WaitEnded { turn: u32 },
    /// The game master had the open turn played without waiting for its deadline.
    PlayedByCommand { turn: u32, deadline: DateTime<Utc> },
    /// The game went back to the position after this turn: the turns behind it do not count any more. What was committed for the open turn will
    /// not be revealed; this is committed for the one that is open now.
    RolledBack { to: u32, next: Commitment, why: WhyRolledBack },
    /// The last [`Act::RolledBack`] was taken back: the turns up to this one count again. The turn behind it is committed anew, unless the game
    /// was over.
    RolledForward { to: u32, next: Option<Commitment> },
    /// This person has looked at the whole position, with all that it hides.
    PositionRead { by: String },
    /// This person has read the emails that the player of this seat sent while this turn was open. Only that player is told.
    MailShown { seat: Seat, turn: u32, by: String },
    /// The game master has changed one value of the position, for this reason. Which one is hidden; everybody sees this from here on.
    Edited { reason: String, view: Digest },
    /// From here on nothing is played and no clock runs.
    Paused,
    /// From here on nothing is played and no clock runs, until then, since the players have agreed on it.
    PausedByVote { until: DateTime<Utc> },
    /// The player of this seat asks all to decide on something.
    Proposed { number: u32, seat: Seat, motion: Motion, until: DateTime<Utc> },
    /// What has become of a proposal, and who had said what by then.
    Decided { number: u32, motion: Motion, result: VoteResult, agreed: Vec<Seat>, disagreed: Vec<Seat> },
    /// Words of the game master, or of this helper, to everybody.
    Announced {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The game goes on; no clock has run since then.
    Resumed { paused_at: DateTime<Utc> },
    /// The seats of the game master have closed: these are the digests of their sheets. Only now are the sheets of others taken.
    GameMasterClosed { turn: u32, sheets: BTreeMap<Seat, Digest> },
    /// Sealed sheets of the open turn were read before it was played, by this person.
    SealBroken { turn: u32, seats: Vec<Seat>, by: String },
    /// The campaign's key is another one: sheets sealed to the old one count no more, and what was committed for the open turn will not be
    /// revealed; this is committed in its place.
    KeyReplaced { next: Option<Commitment> },
    /// The host signs with this key from the next entry on. This entry is signed with the old one, unless that was lost.
    HostKeyReplaced { key: PublicKey, is_lost: bool },
    /// Seats of those who had asked to join were drawn by lot at the opening.
    SeatsDrawn { lot: Lot },
}

/// What may move an announced deadline; nothing else does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyMoved {
    /// The player of this seat is away, or is back before the announced day.
    Absence {
        seat: Seat,
    },
    /// The host was down.
    Outage,
    /// The host's clock was wrong.
    Clock,
    /// Reports left the host late.
    DelayedReports,
    /// A report came back, or could not be told from one that did, so that its reader's clock stood still.
    ReturnedReport,
    Pause,
    /// The game master gave more time.
    Extension,
    /// The players have agreed on more time.
    Vote,
    /// The game master wants the open turn to keep to an edited schedule.
    Schedule,
    /// The campaign's key was replaced, so that orders have to be sent again.
    Key,
}

/// Why a game went back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyRolledBack {
    /// The game master has decided it, for this reason.
    GameMaster { reason: String },
    /// The player of this seat asked to take a move back, and the others agreed.
    Takeback { seat: Seat },
}

impl Act {
    /// Whether it bears on what players can trust, so that they are told in whatever they are sent next.
    pub fn is_about_trust(&self) -> bool {
        matches!(
            self,
            Act::SealBroken { .. }
                | Act::KeyReplaced { .. }
                | Act::HostKeyReplaced { .. }
                | Act::RolledBack { .. }
                | Act::RolledForward { .. }
                | Act::PositionRead { .. }
                | Act::MailShown { .. }
                | Act::Edited { .. }
        )
    }

    /// Whether conditional moves lapse with it in the position after this turn: a move was taken back, and they were sent before.
    pub fn drops_plans_of(&self, turn: u32) -> bool {
        matches!(self, Act::RolledBack { to, why: WhyRolledBack::Takeback { .. }, .. } if *to == turn)
    }

    /// The seat that goes by another name from here on, and that name.
    pub fn renames(&self) -> Option<(Seat, &str)> {
        match self {
            Act::Replaced { seat, name, .. } | Act::Renamed { seat, name } => Some((*seat, name)),
            _ => None,
        }
    }
}
