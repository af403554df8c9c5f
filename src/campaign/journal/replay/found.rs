//! What a replay needs, and what it finds.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::error::JournalPlace;
use crate::campaign::journal::Act;
use crate::campaign::keys::{PublicKey, Signature};
use crate::campaign::{CampaignId, Digest};
use crate::engine::Seat;

/// One entry with everything that a replay needs.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// The entry's text, JSON.
    pub entry: &'a str,
    /// What it hides, JSON; `None` while nobody may know it.
    pub hidden: Option<&'a str>,
    /// The sheets as they were sent, if a part of them is never published.
    pub sheets: Option<&'a str>,
    /// The host's signature of the entry's hash.
    pub signature: &'a Signature,
    /// The stored position of a turn; if absent, nothing is compared with it.
    pub state: Option<&'a str>,
}

/// How a turn was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replayed {
    /// Replayed, with the same result.
    Same,
    /// Made under rules other than this program's, or in an unknown position: trusted, not replayed.
    Trusted,
    /// Still hidden: chained, signed and committed, but not replayed.
    Hidden,
}

/// What a replay found of one entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// The number of the turn; for an act, the last turn that counted before it.
    pub turn: u32,
    /// When it was written, by the host's clock.
    pub at: DateTime<Utc>,
    /// SHA-256 of its text.
    pub hash: Digest,
    /// Whether it is a turn that no longer counts, because the game went back to before it.
    pub undone: bool,
    /// How it was checked; `None` for an act that does not change the position.
    pub replayed: Option<Replayed>,
    /// The act; `None` for a set-up or a turn.
    pub act: Option<Act>,
    /// The digest for each seat in the turn, as on its receipts.
    pub digests: BTreeMap<Seat, Digest>,
    /// The seats that had sealed a sheet and did not reveal it.
    pub unrevealed: BTreeSet<Seat>,
    /// The seats without a sheet for which the caretaker played.
    pub caretaken: BTreeSet<Seat>,
    /// The number of each seat's last receipt for the turn; `None` while that is hidden.
    pub receipts: Option<BTreeMap<Seat, u32>>,
    /// How many sheets were revealed and have the right digest.
    pub sheets: usize,
    /// How many views are the same as published, including the public one.
    pub views: usize,
}

/// The result of a whole replay.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The campaign whose journal it is.
    pub campaign: CampaignId,
    /// The id of the game, such as `anaash`.
    pub game: &'static str,
    /// The keys that signed it, the current one last.
    pub keys: Vec<PublicKey>,
    /// How many of them were lost before they could sign for the next one; each time, nobody vouches that it is still the same host.
    pub lost_keys: usize,
    /// The seats, with their players at the opening.
    pub seats: BTreeMap<Seat, String>,
    /// What was found of every entry, in the order of the chain.
    pub checked: Vec<Checked>,
    /// What acts say about things that are not part of the game's state.
    pub beside: Beside,
    /// Whether the game is over at the end of the journal.
    pub is_over: bool,
}

/// What the journal says besides the state of the game; the database's tables must say the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beside {
    /// The name of each seat's player now; a vacant seat keeps the name of its last player.
    pub names: BTreeMap<Seat, String>,
    /// The seats that nobody plays.
    pub vacant: BTreeSet<Seat>,
    /// The epochs of the seats' tokens; 0 for seats that are absent.
    pub epochs: BTreeMap<Seat, u32>,
    /// The deadlines to which turns were last moved.
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
            // Turns that are played again get new deadlines.
            Act::RolledBack { to, .. } | Act::RolledForward { to, .. } => self.moved.retain(|turn, _| turn <= to),
            _ => {}
        }
    }
}

impl Checked {
    /// The last turn that counted after this entry.
    pub fn last_turn(&self) -> u32 {
        match &self.act {
            Some(Act::RolledBack { to, .. } | Act::RolledForward { to, .. }) => *to,
            _ => self.turn,
        }
    }

    /// Whether it changed which turns count.
    pub fn has_changed_turns(&self) -> bool {
        matches!(self.act, Some(Act::RolledBack { .. } | Act::RolledForward { .. }))
    }
}

impl Replay {
    /// The turns from set-up on in the order in which they were played, including those that no longer count.
    pub fn turns(&self) -> impl Iterator<Item = (u32, Replayed)> {
        self.checked.iter().filter(|checked| checked.act.is_none()).filter_map(|checked| Some((checked.turn, checked.replayed?)))
    }

    /// When the game went on from an older copy of its database, and the numbers of the entries that were lost.
    pub fn losses(&self) -> impl Iterator<Item = (DateTime<Utc>, RangeInclusive<u32>)> {
        self.checked.iter().filter_map(|checked| Some((checked.at, checked.act.as_ref()?.lost_entries()?)))
    }

    /// The key that signs now.
    pub fn key(&self) -> PublicKey {
        self.keys[self.keys.len() - 1]
    }

    /// The first entry that still hides something; `None` if everything is revealed.
    pub fn first_hidden(&self) -> Option<JournalPlace> {
        let hidden = self.checked.iter().find(|checked| checked.replayed == Some(Replayed::Hidden))?;
        Some(if hidden.act.is_none() { JournalPlace::Turn(hidden.turn) } else { JournalPlace::Entry(hidden.number) })
    }

    /// How many turns no longer count.
    pub fn undone(&self) -> usize {
        self.checked.iter().filter(|checked| checked.undone).count()
    }

    /// How many acts there are.
    pub fn acts(&self) -> usize {
        self.checked.iter().filter(|checked| checked.act.is_some()).count()
    }
}
