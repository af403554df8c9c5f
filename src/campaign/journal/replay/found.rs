//! What a replay is given, and what it finds.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::error::JournalPlace;
use crate::campaign::journal::Act;
use crate::campaign::keys::{PublicKey, Signature};
use crate::campaign::{CampaignId, Digest};
use crate::engine::Seat;

/// One entry, as a replay needs it.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// The entry's text, JSON.
    pub entry: &'a str,
    /// Absent as long as nobody may know it.
    pub hidden: Option<&'a str>,
    /// The sheets as they were sent, where what is told of them is not all.
    pub sheets: Option<&'a str>,
    /// The host's, of the entry's hash.
    pub signature: &'a Signature,
    /// The snapshot of a turn; without it nothing is compared with it.
    pub state: Option<&'a str>,
}

/// What was done with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replayed {
    /// Played again, with the same result.
    Same,
    /// Made under other rules than this program's, or in a position that is not known: trusted, not played again.
    Trusted,
    /// Still hidden: chained, signed and committed, not played again.
    Hidden,
}

/// What a replay found of one entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// The turn that it is; of an act, the last turn that counted before it.
    pub turn: u32,
    /// When it was written, by the host's clock.
    pub at: DateTime<Utc>,
    /// SHA-256 of its text.
    pub hash: Digest,
    /// It is a turn that does not count any more: the game has gone back behind it.
    pub undone: bool,
    /// `None` for an act, unless it changes the position.
    pub replayed: Option<Replayed>,
    /// What was done; `None` for a set-up or a turn.
    pub act: Option<Act>,
    /// Of each seat in the turn, as its receipts say it.
    pub digests: BTreeMap<Seat, Digest>,
    /// Seats that had sealed a sheet and have not revealed it.
    pub unrevealed: BTreeSet<Seat>,
    /// Seats without a sheet, for which the caretaker has played.
    pub caretaken: BTreeSet<Seat>,
    /// The number of the last receipt of each seat for the turn; `None` as long as that is hidden.
    pub receipts: Option<BTreeMap<Seat, u32>>,
    /// How many sheets were told and have their digests.
    pub sheets: usize,
    /// How many views came out as they were published, the public one among them.
    pub views: usize,
}

/// What a replay went through.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The game that was set up.
    pub campaign: CampaignId,
    /// The id of the game, such as `anaash`.
    pub game: &'static str,
    /// The keys that signed it, the one that signs now last.
    pub keys: Vec<PublicKey>,
    /// How many of them were lost before they could sign for the next: so often nobody vouches that it is the same host.
    pub lost_keys: usize,
    /// The seats, and who held them at the opening.
    pub seats: BTreeMap<Seat, String>,
    /// What was found of every entry, in the order of the chain.
    pub checked: Vec<Checked>,
    /// What acts say of things that no state of the game holds.
    pub beside: Beside,
    /// Whether the game is over, as far as the journal goes.
    pub is_over: bool,
}

/// What stands beside the game, by the journal: the database's own tables must say the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beside {
    /// What each seat is called now; a vacant one keeps the name of its last player.
    pub names: BTreeMap<Seat, String>,
    /// Seats that nobody plays.
    pub vacant: BTreeSet<Seat>,
    /// The epochs of tokens; 0 for seats that are absent.
    pub epochs: BTreeMap<Seat, u32>,
    /// Where deadlines of turns were moved to last.
    pub moved: BTreeMap<u32, DateTime<Utc>>,
}

impl Beside {
    pub(super) fn note(&mut self, act: &Act) {
        if let Some((seat, name)) = act.renames() {
            self.names.insert(seat, name.to_owned());
        }
        match act {
            Act::Vacated { seat, .. } => {
                self.vacant.insert(*seat);
            }
            Act::Replaced { seat, epoch, .. } => {
                self.vacant.remove(seat);
                self.epochs.insert(*seat, *epoch);
            }
            Act::TokenRotated { seat, epoch } => drop(self.epochs.insert(*seat, *epoch)),
            Act::DeadlineMoved { turn, to, .. } => drop(self.moved.insert(*turn, *to)),
            // Deadlines of turns that are played again are announced anew.
            Act::RolledBack { to, .. } | Act::RolledForward { to, .. } => self.moved.retain(|turn, _| turn <= to),
            _ => {}
        }
    }
}

impl Checked {
    /// The last turn that counted after it.
    pub fn last_turn(&self) -> u32 {
        match &self.act {
            Some(Act::RolledBack { to, .. } | Act::RolledForward { to, .. }) => *to,
            _ => self.turn,
        }
    }

    /// Whether other turns count from it on.
    pub fn has_changed_turns(&self) -> bool {
        matches!(self.act, Some(Act::RolledBack { .. } | Act::RolledForward { .. }))
    }
}

impl Replay {
    /// The turns from set-up on, in the order in which they were played, those among them that do not count any more.
    pub fn turns(&self) -> impl Iterator<Item = (u32, Replayed)> {
        self.checked.iter().filter(|checked| checked.act.is_none()).filter_map(|checked| Some((checked.turn, checked.replayed?)))
    }

    /// The key that signs now.
    pub fn key(&self) -> PublicKey {
        self.keys[self.keys.len() - 1]
    }

    /// The first entry that hides something.
    pub fn first_hidden(&self) -> Option<JournalPlace> {
        let hidden = self.checked.iter().find(|checked| checked.replayed == Some(Replayed::Hidden))?;
        Some(if hidden.act.is_none() { JournalPlace::Turn(hidden.turn) } else { JournalPlace::Entry(hidden.number) })
    }

    /// How many turns do not count any more.
    pub fn undone(&self) -> usize {
        self.checked.iter().filter(|checked| checked.undone).count()
    }

    /// How many acts stand between them.
    pub fn acts(&self) -> usize {
        self.checked.iter().filter(|checked| checked.act.is_some()).count()
    }
}
