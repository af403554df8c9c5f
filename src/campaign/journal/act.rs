//! What is done to a campaign between its turns: a new player, a new token, a moved deadline, a pause.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::ending::{DecidedBy, Ending, WhyVacated};
use super::{Commitment, Lot, Tip};
use crate::campaign::Digest;
use crate::campaign::keys::PublicKey;
use crate::campaign::suspense::WhyWaits;
use crate::campaign::votes::{Motion, VoteResult};
use crate::engine::Seat;

/// An act as the journal keeps it. The journal has names and changes, but no addresses or tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Another person holds the seat from now on, under this name; earlier tokens are void.
    Replaced {
        /// The seat that passes on.
        seat: Seat,
        /// The name of its new player.
        name: String,
        /// The epoch of the new token, one more than before.
        epoch: u32,
    },
    /// Nobody plays the seat from now on, and its token is void. It stays in the game without orders until somebody takes it over
    /// ([`Act::Replaced`]).
    Vacated {
        /// The seat that is now vacant.
        seat: Seat,
        /// Why its player left it.
        why: WhyVacated,
    },
    /// The game was ended by a decision, and no turn follows.
    Ended {
        /// How it ended, and for whom.
        ending: Ending,
        /// Who decided it.
        by: DecidedBy,
        /// The words of whoever decided it; `None` if there are none.
        reason: Option<String>,
    },
    /// The player of this seat offers to end the game by consent: with a draw, or without a result if its rules have no draw.
    DrawOffered {
        /// The seat of the offering player.
        seat: Seat,
        /// Whether the offer came with a move, so that the report of that move has it.
        with_move: bool,
    },
    /// The player of this seat declines the other's offer.
    DrawDeclined {
        /// The seat of the player who declines.
        seat: Seat,
    },
    /// The player of this seat asks to take back their last move; the game would go back to the position after this turn.
    TakebackAsked {
        /// The seat of the asking player.
        seat: Seat,
        /// The turn that would then be the last one played; 0 for the opening position.
        to: u32,
    },
    /// The player of this seat declines that.
    TakebackDeclined {
        /// The seat of the player who declines.
        seat: Seat,
    },
    /// The player has a new name.
    Renamed {
        /// The seat of the player.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// The player has a new address.
    AddressChanged {
        /// The seat of the player; the address itself is not recorded.
        seat: Seat,
    },
    /// The seat has a new token; earlier ones are void.
    TokenRotated {
        /// The seat with the new token.
        seat: Seat,
        /// The epoch of the new token, one more than before.
        epoch: u32,
    },
    /// An announced deadline was moved.
    DeadlineMoved {
        /// The open turn, which has this deadline.
        turn: u32,
        /// The deadline before.
        from: DateTime<Utc>,
        /// The deadline from now on; it may be earlier.
        to: DateTime<Utc>,
        /// The reason.
        why: WhyMoved,
    },
    /// The open turn is not played at its deadline, or no clock runs where moves alternate, until the game master decides or the missing
    /// orders have come.
    TurnWaits {
        /// The open turn.
        turn: u32,
        /// Why going on could be unfair.
        why: WhyWaits,
    },
    /// The game master lets the waiting turn go on: missing orders count as missing, and the clock runs.
    WaitEnded {
        /// The open turn.
        turn: u32,
    },
    /// The game master had the open turn played without waiting for its deadline.
    PlayedByCommand {
        /// The open turn; the next entry plays it.
        turn: u32,
        /// The deadline that it did not wait for.
        deadline: DateTime<Utc>,
    },
    /// The game went back to the position after this turn; the later turns no longer count. The secrets committed for the open turn will
    /// not be revealed; the game has new ones for the turn that is open now.
    RolledBack {
        /// The last turn that counts; 0 for the opening position.
        to: u32,
        /// What is committed for the turn after it.
        next: Commitment,
        /// Who wanted it.
        why: WhyRolledBack,
    },
    /// The last [`Act::RolledBack`] was undone, which did not follow a loss: the turns up to this one count again. New secrets are committed for
    /// the turn after it, unless the game was over.
    RolledForward {
        /// The last turn that counts.
        to: u32,
        /// What is committed for the turn after it; `None` if the game was over.
        next: Option<Commitment>,
    },
    /// This person has looked at the whole position, including everything hidden.
    PositionRead {
        /// Their user name on the host, after the name that they gave, if any.
        by: String,
    },
    /// This person has read the emails that the seat's player sent while this turn was open. Only that player is told.
    MailShown {
        /// The seat of the player who sent the emails.
        seat: Seat,
        /// The turn that was open then.
        turn: u32,
        /// Their user name on the host, after the name that they gave, if any.
        by: String,
    },
    /// The game master has changed one value of the position, for this reason. The value stays hidden; from now on everybody sees the new
    /// public view.
    Edited {
        /// In the game master's words, never empty.
        reason: String,
        /// The digest of the new public view, as JSON.
        view: Digest,
    },
    /// From now on nothing is played and no clock runs.
    Paused,
    /// From now on nothing is played and no clock runs until a certain time, because the players agreed on it.
    PausedByVote {
        /// When the game goes on by itself.
        until: DateTime<Utc>,
    },
    /// The player of this seat proposes something to all.
    Proposed {
        /// The number of the proposal, from 1; no two have the same.
        number: u32,
        /// The seat of the player who proposes it, and so agrees.
        seat: Seat,
        /// What is proposed.
        motion: Motion,
        /// When it lapses if it is still undecided.
        until: DateTime<Utc>,
    },
    /// How a proposal was decided, and who had voted by then.
    Decided {
        /// The number of the proposal, as in [`Act::Proposed`].
        number: u32,
        /// What was proposed.
        motion: Motion,
        /// How it was decided.
        result: VoteResult,
        /// The seats with a vote that had agreed, in ascending order.
        agreed: Vec<Seat>,
        /// The seats with a vote that had disagreed, in ascending order; all others were silent.
        disagreed: Vec<Seat>,
    },
    /// Words of the game master, or of a helper, to everybody.
    Announced {
        /// The text that everybody got, never empty.
        text: String,
        /// The helper's name; `None` if the game master wrote the words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// The game goes on; no clock ran during the pause.
    Resumed {
        /// When the pause began.
        paused_at: DateTime<Utc>,
    },
    /// The game master's seats have closed, with these digests of their sheets. Other sheets are accepted only from now on.
    GameMasterClosed {
        /// The open turn.
        turn: u32,
        /// The digest for each seat of the game master, whether it sent a sheet or not.
        sheets: BTreeMap<Seat, Digest>,
    },
    /// This person read sealed sheets of the open turn before it was played.
    SealBroken {
        /// The open turn.
        turn: u32,
        /// The seats whose sheets were read, in ascending order.
        seats: Vec<Seat>,
        /// Their user name on the host, after the name that they gave, if any.
        by: String,
    },
    /// The campaign has a new key: sheets sealed to the old one are void. The secrets committed for the open turn will not be revealed, and
    /// new ones are committed.
    KeyReplaced {
        /// What is committed for the open turn; `None` if no turn is open.
        next: Option<Commitment>,
    },
    /// The host signs with this key from the next entry on. This entry is signed with the old key, unless that was lost.
    HostKeyReplaced {
        /// The public half of the new key.
        key: PublicKey,
        /// Whether the old key was lost, so that this entry is signed with the new one.
        is_lost: bool,
    },
    /// At the opening, seats were drawn by lot for those who had asked to join.
    SeatsDrawn {
        /// Everything needed to draw again.
        lot: Lot,
    },
}

/// Why an announced deadline was moved; there are no other reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyMoved {
    /// The player of this seat is away, or has returned early.
    Absence {
        /// The seat of the player.
        seat: Seat,
    },
    /// The host was down.
    Outage,
    /// The host's clock was wrong.
    Clock,
    /// Reports left the host late.
    DelayedReports,
    /// A report came back, or may have come back, so its reader's clock stood still.
    ReturnedReport,
    /// A pause has ended, and nobody loses the time that it took.
    Pause,
    /// The game master gave more time.
    Extension,
    /// The players agreed on more time.
    Vote,
    /// The game master applied an edited schedule to the open turn.
    Schedule,
    /// The campaign's key was replaced, so orders must be sent again.
    Key,
}

impl WhyMoved {
    /// Whether it is at a time that the game master has chosen, whoever is away then. A schedule waits for those who are away.
    pub fn is_chosen_by_gm(self) -> bool {
        matches!(self, WhyMoved::Extension)
    }
}

/// Why a game went back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyRolledBack {
    /// The game master decided it, for this reason.
    GameMaster {
        /// In the game master's words, never empty.
        reason: String,
    },
    /// The player of this seat asked to take a move back, and the other agreed.
    Takeback {
        /// The seat of the player who asked, and whose move is taken back.
        seat: Seat,
    },
    /// The newest database of the game was lost, and the game master had it go on from an older copy, from where that ends.
    OlderCopy {
        /// In the game master's words, never empty.
        reason: String,
        /// The last entry of the copy. What had followed it is lost.
        kept: u32,
        /// The last turn that was played by the database that was lost, as far as the host had seen.
        played: u32,
        /// The last entry of its journal that the host had seen.
        lost: Tip,
    },
}

impl Act {
    /// Whether it concerns what players can trust, so that whatever they are sent next tells them.
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

    /// The numbers of the entries that were lost, as far as the host had seen, if it lets the game go on without them. More may have followed.
    pub fn lost_entries(&self) -> Option<RangeInclusive<u32>> {
        match self {
            Act::RolledBack { why: WhyRolledBack::OlderCopy { kept, lost, .. }, .. } => Some(kept + 1..=lost.number),
            _ => None,
        }
    }

    /// Whether it makes conditional moves void in the position after this turn: a move was taken back, and they were sent before.
    pub fn drops_plans_of(&self, turn: u32) -> bool {
        matches!(self, Act::RolledBack { to, why: WhyRolledBack::Takeback { .. }, .. } if *to == turn)
    }

    /// The seat that has a new name from now on, and that name.
    pub fn renames(&self) -> Option<(Seat, &str)> {
        match self {
            Act::Replaced { seat, name, .. } | Act::Renamed { seat, name } => Some((*seat, name)),
            _ => None,
        }
    }
}
