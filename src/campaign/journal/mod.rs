//! The journal: the ground truth of a campaign, a chain of signed entries from which everything can be replayed.
//!
//! An entry is public from the moment it is written. What nobody may know before the game is over is stored beside it, and the entry has
//! the digest of that.

mod act;
mod edit;
mod ending;
mod fair;
mod lot;
mod replay;
mod scribe;
mod seat_check;
#[cfg(test)]
mod tests;
mod views;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use act::{Act, WhyMoved, WhyRolledBack};
pub use edit::{EditError, Edited, check_pace, edit, values as position_values};
pub use ending::{DecidedBy, EndedByDecision, Ending, WhyVacated};
pub use fair::{Commitment, Salt, TurnSecrets, committed, salt, sheet_digest, turn_seed};
pub use lot::{Lot, LotEntrant};
pub use replay::{Beside, Checked, JournalPlace, Recorded, Replay, ReplayError, Replayed, replay};
pub use scribe::{Committed, Decided, Scribe, Sheets};
pub use seat_check::SeatMistake;
pub use views::Views;

use super::keys::{HostKey, PublicKey, Signature};
use super::{CampaignId, Digest};
use crate::engine::{Fate, Seat, Seed, Witnessed, spelt};

/// One link of the chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// The campaign that it belongs to.
    pub campaign: CampaignId,
    /// The last turn played when it was written; for a turn its own number, 0 for set-up.
    pub turn: u32,
    /// When it was written, by the host's clock.
    pub at: DateTime<Utc>,
    /// The digest of the previous entry; `None` at set-up.
    pub previous: Option<Digest>,
    /// What it did, as far as that is public.
    pub deed: Occurrence,
    /// The digest of what is hidden until the game is over; among acts, only an edit hides something.
    pub hidden: Option<Digest>,
}

/// What an entry did, as far as everybody may know at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Occurrence {
    /// The campaign began. The first entry of a journal is a set-up, and no other entry is.
    SetUp {
        /// The id of the game, such as `anaash`.
        game: String,
        /// The version of the rules at set-up.
        rules: u32,
        /// The players' names at the opening.
        seats: BTreeMap<Seat, String>,
        /// The key that signs the journal.
        key: PublicKey,
        /// The commitment to the secret of the dice of the set-up.
        dice: Digest,
        /// What is committed for turn 1.
        next: Commitment,
        /// The digest of the public view, as JSON.
        view: Digest,
    },
    /// A turn was played.
    Turn {
        /// The version of the rules by which it was played.
        rules: u32,
        /// The secret of the dice, to which an earlier entry committed.
        secret: Seed,
        /// The digest for every seat, whether it sent a sheet or not.
        sheets: BTreeMap<Seat, Digest>,
        /// The seats that had sealed a sheet and did not reveal it.
        unrevealed: BTreeSet<Seat>,
        /// The seats without a sheet for which the caretaker played. Their digests are those of no sheet, so that the dice do not depend on
        /// a caretaker's orders.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        caretaken: BTreeSet<Seat>,
        /// What is committed for the next turn; `None` once the game is over.
        next: Option<Commitment>,
        /// The digest of the public view after the turn, as JSON.
        view: Digest,
    },
    /// An act, which is no turn and makes no new state of the game.
    Act(Act),
}

/// The part of an entry that nobody may know before the game is over. Its salt keeps a short sheet, or a wish that is part of the state,
/// from being guessed and checked against its digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Hidden {
    /// What the opening was made of, and the resulting position.
    SetUp {
        /// Keeps it from being guessed; it follows from the campaign's secret.
        salt: Seed,
        /// The secret of the dice of the set-up, to which the entry commits.
        secret: Seed,
        /// The text of the scenario.
        scenario: String,
        /// The digest of the whole position, as JSON.
        state: Digest,
        /// The digest of what each seat saw of the opening.
        views: BTreeMap<Seat, Digest>,
    },
    /// The sheets of a turn, and the resulting position.
    Turn {
        /// Keeps it from being guessed. It follows from the campaign's secret; a turn that is played again has another.
        salt: Seed,
        /// The secret of the salts of the sheets; `None` if a part of the sheets is never published.
        salts: Option<Seed>,
        /// The canonical orders of every seat with a sheet or a caretaker. If a part of them is never published, these are orders with the
        /// same effect.
        sheets: BTreeMap<Seat, String>,
        /// The salts of sheets that the players had sealed themselves.
        own_salts: BTreeMap<Seat, Salt>,
        /// The number of each seat's last receipt for the turn.
        receipts: BTreeMap<Seat, u32>,
        /// The digest of the whole position after the turn, as JSON.
        state: Digest,
        /// The digest of what each seat saw after the turn.
        views: BTreeMap<Seat, Digest>,
    },
    /// A value of the position that was changed by hand, and the resulting position.
    Edit {
        /// Keeps it from being guessed; it follows from the campaign's secret.
        salt: Seed,
        /// The place of the value, as a JSON pointer.
        path: String,
        /// The old value.
        before: Value,
        /// The new value, which is different.
        after: Value,
        /// The digest of the whole new position, as JSON.
        state: Digest,
        /// The digest of what each seat sees of it.
        views: BTreeMap<Seat, Digest>,
    },
}

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// The text of the entry, JSON.
    pub entry: String,
    /// The text of what it hides, JSON.
    pub hidden: Option<String>,
    /// The sheets as they were sent, if they are never published.
    pub sheets: Option<String>,
    /// SHA-256 of the entry's text.
    pub hash: Digest,
    /// The host's signature of [`signed_text`].
    pub signature: Signature,
}

/// The results of a set-up or a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The version of the rules by which it was made.
    pub rules: u32,
    /// The seats that had sealed a sheet and did not reveal it.
    pub unrevealed: BTreeSet<Seat>,
    /// The dice that are revealed with it; those of a set-up stay hidden.
    pub dice: Option<RevealedDice>,
    /// What is committed for the next turn; `None` once the game is over.
    pub next: Option<Commitment>,
    /// The digest of the public view.
    pub view: Digest,
}

/// The dice of a turn, and where they come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevealedDice {
    /// The secret that was committed before any sheet of the turn was accepted.
    pub secret: Seed,
    /// The digest for every seat, whether it sent a sheet or not.
    pub sheets: BTreeMap<Seat, Digest>,
    /// The result of [`turn_seed`], from which all dice of the turn follow.
    pub seed: Seed,
}

/// The last entry of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tip {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// SHA-256 of its text.
    pub hash: Digest,
}

/// What players saw of a turn, besides the state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// What happened, in order, each with who may know of it.
    pub events: Vec<Witnessed<Value>>,
    /// What happened to each order.
    pub fates: Vec<Fate<Value>>,
    /// Each seat's orders in canonical spelling; fates refer to them by position.
    pub orders: BTreeMap<Seat, Vec<String>>,
}

/// Reads what [`spelt`] wrote, and no other spelling.
fn read_json<T: DeserializeOwned + Serialize>(text: &str) -> Result<T, String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if spelt(&value) == text { Ok(value) } else { Err("it is not spelt as ashpost spells it".to_owned()) }
}

impl Signed {
    /// Signs an entry, together with what it hides.
    pub fn new(entry: &Entry, hidden: Option<String>, key: &HostKey) -> Signed {
        let text = spelt(entry);
        let hash = Digest::of(text.as_bytes());
        Signed { number: entry.number, entry: text, hidden, sheets: None, hash, signature: key.sign(&signed_text(hash)) }
    }

    /// The entry with everything that a replay needs.
    pub fn recorded<'a>(&'a self, state: Option<&'a str>) -> Recorded<'a> {
        Recorded { entry: &self.entry, hidden: self.hidden.as_deref(), sheets: self.sheets.as_deref(), signature: &self.signature, state }
    }

    /// The end of the chain for the next entry.
    pub fn tip(&self) -> Tip {
        Tip { number: self.number, hash: self.hash }
    }
}

/// The text that the host signs for an entry.
pub fn signed_text(hash: Digest) -> String {
    format!("ashpost entry {hash}")
}

impl Entry {
    /// Reads an entry as it is stored.
    ///
    /// # Errors
    /// When it cannot be read; says why, for people.
    pub fn read(text: &str) -> Result<Entry, String> {
        read_json(text)
    }
}

impl Hidden {
    /// Reads the hidden part of an entry as it is stored.
    ///
    /// # Errors
    /// When it cannot be read; says why, for people.
    pub fn read(text: &str) -> Result<Hidden, String> {
        read_json(text)
    }

    /// The digest of the whole resulting position.
    pub fn state(&self) -> Digest {
        match self {
            Hidden::SetUp { state, .. } | Hidden::Turn { state, .. } | Hidden::Edit { state, .. } => *state,
        }
    }

    /// The digest of what each seat sees of it.
    pub fn views(&self) -> &BTreeMap<Seat, Digest> {
        match self {
            Hidden::SetUp { views, .. } | Hidden::Turn { views, .. } | Hidden::Edit { views, .. } => views,
        }
    }
}

impl Occurrence {
    /// Whether it made a state of the game.
    pub fn is_turn(&self) -> bool {
        !matches!(self, Occurrence::Act(_))
    }
}
