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
    Replaced {
        /// The seat that passes on.
        seat: Seat,
        /// What its new player is called.
        name: String,
        /// Of the new token, one more than before.
        epoch: u32,
    },
    /// Nobody plays the seat from here on; its token is void. It stands in the game without orders until somebody takes it over
    /// ([`Act::Replaced`]).
    Vacated {
        /// The seat that is free from here on.
        seat: Seat,
        /// How its player came to leave it.
        why: WhyVacated,
    },
    /// The game is over because it was decided so, and no turn follows.
    Ended {
        /// How it ended, and for whom.
        ending: Ending,
        /// Who decided it.
        by: DecidedBy,
        /// The words of the one who decided it; `None` if there are none.
        reason: Option<String>,
    },
    /// The player of this seat offers to end the game by consent: with a draw, or without a result where its rules know none.
    DrawOffered {
        /// Whose player offers it.
        seat: Seat,
        /// Whether the offer came with a move, so that the report of that move tells of it.
        with_move: bool,
    },
    /// The player of this seat declines what the other has offered.
    DrawDeclined {
        /// Whose player declines.
        seat: Seat,
    },
    /// The player of this seat asks to take their last move back: the game would go back to the position after this turn.
    TakebackAsked {
        /// Whose player asks.
        seat: Seat,
        /// The turn that would be the last one played; 0 for the opening position.
        to: u32,
    },
    /// The player of this seat does not agree.
    TakebackDeclined {
        /// Whose player declines.
        seat: Seat,
    },
    /// The same player has another name.
    Renamed {
        /// Whose player it is.
        seat: Seat,
        /// What they are called from here on.
        name: String,
    },
    /// The same player has another address.
    AddressChanged {
        /// Whose player it is; the address itself is not told.
        seat: Seat,
    },
    /// The seat has a new token; those of earlier epochs are void.
    TokenRotated {
        /// Whose token it is.
        seat: Seat,
        /// Of the new token, one more than before.
        epoch: u32,
    },
    /// An announced deadline was moved.
    DeadlineMoved {
        /// The open turn, whose deadline it is.
        turn: u32,
        /// The deadline before.
        from: DateTime<Utc>,
        /// The deadline from here on, which may be the earlier one.
        to: DateTime<Utc>,
        /// What moved it.
        why: WhyMoved,
    },
    /// The open turn is not played at its deadline, or where moves alternate no clock runs, until the game master has said how it goes on or what was
    /// missing is there.
    TurnWaits {
        /// The open turn.
        turn: u32,
        /// Why it could be unfair to go on.
        why: WhyWaits,
    },
    /// The game master lets the open turn go on that waited: what is missing counts as missing, and the clock runs.
    WaitEnded {
        /// The open turn.
        turn: u32,
    },
    /// The game master had the open turn played without waiting for its deadline.
    PlayedByCommand {
        /// The open turn, which is played after this entry.
        turn: u32,
        /// The deadline that it did not wait for.
        deadline: DateTime<Utc>,
    },
    /// The game went back to the position after this turn: the turns behind it do not count any more. What was committed for the open turn will
    /// not be revealed; this is committed for the one that is open now.
    RolledBack {
        /// The last turn that counts; 0 for the opening position.
        to: u32,
        /// For the turn behind it.
        next: Commitment,
        /// Whose wish it was.
        why: WhyRolledBack,
    },
    /// The last [`Act::RolledBack`] was taken back: the turns up to this one count again. The turn behind it is committed anew, unless the game
    /// was over.
    RolledForward {
        /// The last turn that counts.
        to: u32,
        /// For the turn behind it; none if the game was over.
        next: Option<Commitment>,
    },
    /// This person has looked at the whole position, with all that it hides.
    PositionRead {
        /// Their user name on the host, behind the name that they give, if any.
        by: String,
    },
    /// This person has read the emails that the player of this seat sent while this turn was open. Only that player is told.
    MailShown {
        /// Whose player sent the emails.
        seat: Seat,
        /// The turn that was open then.
        turn: u32,
        /// Their user name on the host, behind the name that they give, if any.
        by: String,
    },
    /// The game master has changed one value of the position, for this reason. Which one is hidden; everybody sees this from here on.
    Edited {
        /// In the game master's words, never empty.
        reason: String,
        /// Of the public view of the position as it is now, as JSON.
        view: Digest,
    },
    /// From here on nothing is played and no clock runs.
    Paused,
    /// From here on nothing is played and no clock runs, until then, since the players have agreed on it.
    PausedByVote {
        /// When the game goes on by itself.
        until: DateTime<Utc>,
    },
    /// The player of this seat asks all to decide on something.
    Proposed {
        /// Of the proposal, from 1; each is given once.
        number: u32,
        /// Whose player proposes it, and so agrees.
        seat: Seat,
        /// What is proposed.
        motion: Motion,
        /// When it lapses if it is undecided by then.
        until: DateTime<Utc>,
    },
    /// What has become of a proposal, and who had said what by then.
    Decided {
        /// Of the proposal, as in [`Act::Proposed`].
        number: u32,
        /// What was proposed.
        motion: Motion,
        /// What has become of it.
        result: VoteResult,
        /// Seats with a vote that had agreed, ascending.
        agreed: Vec<Seat>,
        /// Seats with a vote that had disagreed, ascending; those in neither list were silent.
        disagreed: Vec<Seat>,
    },
    /// Words of the game master, or of this helper, to everybody.
    Announced {
        /// The text that all got, never empty.
        text: String,
        /// `None` if the game master wrote them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The game goes on; no clock has run since then.
    Resumed {
        /// When the pause began.
        paused_at: DateTime<Utc>,
    },
    /// The seats of the game master have closed: these are the digests of their sheets. Only now are the sheets of others taken.
    GameMasterClosed {
        /// The open turn.
        turn: u32,
        /// Of each seat of the game master, whether it sent a sheet or not.
        sheets: BTreeMap<Seat, Digest>,
    },
    /// Sealed sheets of the open turn were read before it was played, by this person.
    SealBroken {
        /// The open turn.
        turn: u32,
        /// Whose sheets were read, ascending.
        seats: Vec<Seat>,
        /// Their user name on the host, behind the name that they give, if any.
        by: String,
    },
    /// The campaign's key is another one: sheets sealed to the old one count no more, and what was committed for the open turn will not be
    /// revealed; this is committed in its place.
    KeyReplaced {
        /// For the open turn; none if no turn is open.
        next: Option<Commitment>,
    },
    /// The host signs with this key from the next entry on. This entry is signed with the old one, unless that was lost.
    HostKeyReplaced {
        /// The public half of the new key.
        key: PublicKey,
        /// Whether the old key was lost, so that this entry is signed with the new one.
        is_lost: bool,
    },
    /// Seats of those who had asked to join were drawn by lot at the opening.
    SeatsDrawn {
        /// All that it takes to draw again.
        lot: Lot,
    },
}

/// What may move an announced deadline; nothing else does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyMoved {
    /// The player of this seat is away, or is back before the announced day.
    Absence {
        /// Whose days have changed.
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
    /// A pause is over, and nobody loses the time that it took.
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
    GameMaster {
        /// In the game master's words, never empty.
        reason: String,
    },
    /// The player of this seat asked to take a move back, and the others agreed.
    Takeback {
        /// Whose player asked, and whose move is taken back.
        seat: Seat,
    },
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
