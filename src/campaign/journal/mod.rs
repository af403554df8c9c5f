//! The journal: the ground truth of a campaign, a chain of signed entries from which everything can be played again.
//!
//! An entry is public from the moment it is written. What nobody may know before the game is over stands beside it, and the entry holds
//! the digest of that.

mod act;
mod edit;
mod ending;
mod fair;
mod lot;
mod replay;
mod scribe;
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
pub use views::Views;

use super::keys::{HostKey, PublicKey, Signature};
use super::{CampaignId, Digest};
use crate::engine::{Fate, Seat, Seed, Witnessed};

/// One link of the chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// The campaign whose journal it stands in.
    pub campaign: CampaignId,
    /// The last turn played when it was written; of a turn its own number, 0 for set-up.
    pub turn: u32,
    /// When it was written, by the host's clock.
    pub at: DateTime<Utc>,
    /// The digest of the entry before; none at set-up.
    pub previous: Option<Digest>,
    /// What it did, as far as it is public.
    pub deed: Occurrence,
    /// The digest of what is hidden until the game is over; of acts, an edit alone hides something.
    pub hidden: Option<Digest>,
}

/// What an entry did, as far as everybody may know it at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Occurrence {
    /// The campaign began. The first entry of a journal is a set-up, and no other is.
    SetUp {
        /// The id of the game, such as `anaash`.
        game: String,
        /// The version of the rules that it was set up by.
        rules: u32,
        /// The players' names at the opening.
        seats: BTreeMap<Seat, String>,
        /// Who signs the journal.
        key: PublicKey,
        /// The commitment to the secret from which the dice of the set-up follow.
        dice: Digest,
        /// What is committed for turn 1.
        next: Commitment,
        /// Of the public view, as JSON.
        view: Digest,
    },
    /// A turn was played.
    Turn {
        /// The version of the rules that it was played by.
        rules: u32,
        /// What the entry before committed to.
        secret: Seed,
        /// Of every seat, whether it sent a sheet or not.
        sheets: BTreeMap<Seat, Digest>,
        /// Seats that had sealed a sheet and have not revealed it.
        unrevealed: BTreeSet<Seat>,
        /// Seats that sent no sheet and for which the caretaker has played. Their digests are those of no sheet: the dice do not follow from what
        /// a caretaker orders.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        caretaken: BTreeSet<Seat>,
        /// What is committed for the turn after it; none once the game is over.
        next: Option<Commitment>,
        /// Of the public view after the turn, as JSON.
        view: Digest,
    },
    /// What is no turn and makes no state of the game.
    Act(Act),
}

/// What of an entry nobody may know before the game is over. Its salt keeps a short sheet, or a wish that stands in the state, from being
/// tried out against its digest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Hidden {
    /// What the opening was made of, and the position that came of it.
    SetUp {
        /// It follows from the campaign's secret.
        salt: Seed,
        /// From which the dice of the set-up follow; the entry commits to it.
        secret: Seed,
        /// The text of the scenario.
        scenario: String,
        /// Of the whole position, as JSON.
        state: Digest,
        /// What each seat saw of the opening.
        views: BTreeMap<Seat, Digest>,
    },
    /// The sheets of a turn, and the position that came of them.
    Turn {
        /// It follows from the campaign's secret; a turn that is played again has another.
        salt: Seed,
        /// What the salts of the sheets follow from; none where something of the sheets is never told.
        salts: Option<Seed>,
        /// The canonical orders of every seat that sent a sheet or had a caretaker; where something of them is never told, orders that play out alike.
        sheets: BTreeMap<Seat, String>,
        /// The salts of sheets that their players had sealed themselves.
        own_salts: BTreeMap<Seat, Salt>,
        /// The number of the last receipt that each seat was given for the turn.
        receipts: BTreeMap<Seat, u32>,
        /// Of the whole position after the turn, as JSON.
        state: Digest,
        /// What each seat saw after the turn.
        views: BTreeMap<Seat, Digest>,
    },
    /// A value of the position that was changed by hand, and what the position is then.
    Edit {
        /// It follows from the campaign's secret.
        salt: Seed,
        /// A JSON pointer.
        path: String,
        /// The value that stood there.
        before: Value,
        /// The value that stands there now, never the same.
        after: Value,
        /// Of the whole position as it is now, as JSON.
        state: Digest,
        /// What each seat sees of it.
        views: BTreeMap<Seat, Digest>,
    },
}

/// An entry as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// JSON.
    pub entry: String,
    /// JSON.
    pub hidden: Option<String>,
    /// The sheets as they were sent, where they are never told.
    pub sheets: Option<String>,
    /// SHA-256 of the entry's text.
    pub hash: Digest,
    /// The host's, of [`signed_text`].
    pub signature: Signature,
}

/// What a set-up or a turn made, and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The version of the rules.
    pub rules: u32,
    /// Seats that had sealed a sheet and have not revealed it.
    pub unrevealed: BTreeSet<Seat>,
    /// What is revealed of it; the dice of a set-up stay hidden.
    pub dice: Option<RevealedDice>,
    /// What is committed for the turn after it; none once the game is over.
    pub next: Option<Commitment>,
    /// Of the public view.
    pub view: Digest,
}

/// The dice of a turn, and what they were made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevealedDice {
    /// The secret that was committed before any sheet of the turn was taken.
    pub secret: Seed,
    /// Of every seat, whether it sent a sheet or not.
    pub sheets: BTreeMap<Seat, Digest>,
    /// What [`turn_seed`] makes of the two; all dice of the turn follow from it.
    pub seed: Seed,
}

/// The last entry of a chain, which the next one follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    /// Its place in the chain, from 0.
    pub number: u32,
    /// SHA-256 of its text.
    pub hash: Digest,
}

/// What players saw of a turn, beside the state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// What happened, in order, each with who may know of it.
    pub events: Vec<Witnessed<Value>>,
    /// What became of each order.
    pub fates: Vec<Fate<Value>>,
    /// Each seat's orders in canonical spelling, which the fates count along.
    pub orders: BTreeMap<Seat, Vec<String>>,
}

/// The one spelling of a value: fields by name, no blanks.
fn json(value: &impl Serialize) -> String {
    serde_json::to_value(value).map(|value| value.to_string()).unwrap_or_default()
}

/// Reads what [`json`] wrote, and nothing that is spelt otherwise.
fn read_json<T: DeserializeOwned + Serialize>(text: &str) -> Result<T, String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if json(&value) == text { Ok(value) } else { Err("it is not spelt as ashpost spells it".to_owned()) }
}

impl Signed {
    /// Signs an entry, with what it hides.
    pub fn new(entry: &Entry, hidden: Option<String>, key: &HostKey) -> Signed {
        let text = json(entry);
        let hash = Digest::of(text.as_bytes());
        Signed { number: entry.number, entry: text, hidden, sheets: None, hash, signature: key.sign(&signed_text(hash)) }
    }

    /// All of it, for a replay.
    pub fn recorded<'a>(&'a self, state: Option<&'a str>) -> Recorded<'a> {
        Recorded { entry: &self.entry, hidden: self.hidden.as_deref(), sheets: self.sheets.as_deref(), signature: &self.signature, state }
    }

    /// What the next entry follows.
    pub fn tip(&self) -> Tip {
        Tip { number: self.number, hash: self.hash }
    }
}

/// What the host signs of an entry.
pub fn signed_text(hash: Digest) -> String {
    format!("ashpost entry {hash}")
}

impl Entry {
    /// Reads an entry as it is stored.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    pub fn read(text: &str) -> Result<Entry, String> {
        read_json(text)
    }
}

impl Hidden {
    /// Reads what is hidden as it is stored.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    pub fn read(text: &str) -> Result<Hidden, String> {
        read_json(text)
    }

    /// The digest of the whole position that came of it.
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
