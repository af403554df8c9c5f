//! The journal: the ground truth of a campaign, a chain of signed entries from which everything can be played again.
//!
//! An entry is public from the moment it is written. What nobody may know before the game is over stands beside it, and the entry holds
//! the digest of that.

mod act;
mod fair;
mod replay;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use act::{Act, WhyMoved};
pub use fair::{Commitment, NoSalt, Salt, TurnSecrets, committed, salt, sheet_digest, turn_seed};
pub use replay::{Beside, Checked, Place, Recorded, Replay, ReplayError, Replayed, replay};

use super::Digest;
use super::keys::{HostKey, PublicKey, Signature};
use super::token::Secret;
use crate::engine::{Adjudicated, AnyGame, AnyOrders, Dice, Fate, Seat, Seed, SetupError, Table, Viewer, Witnessed};

/// One link of the chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its place in the chain, from 0.
    pub number: u32,
    pub campaign: String,
    /// The last turn played when it was written; of a turn its own number, 0 for set-up.
    pub turn: u32,
    pub at: DateTime<Utc>,
    /// The digest of the entry before; none at set-up.
    pub previous: Option<Digest>,
    pub deed: Occurrence,
    /// The digest of what is hidden until the game is over; an act hides nothing.
    pub hidden: Option<Digest>,
}

/// What an entry did, as far as everybody may know it at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Occurrence {
    SetUp {
        game: String,
        rules: u32,
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
    Turn {
        rules: u32,
        /// What the entry before committed to.
        secret: Seed,
        /// Of every seat, whether it sent a sheet or not.
        sheets: BTreeMap<Seat, Digest>,
        /// What is committed for the turn after it; none once the game is over.
        next: Option<Commitment>,
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
    SetUp {
        salt: Seed,
        secret: Seed,
        scenario: String,
        state: Digest,
        views: BTreeMap<Seat, Digest>,
    },
    Turn {
        salt: Seed,
        /// What the salts of the sheets follow from; none where something of the sheets is never told.
        salts: Option<Seed>,
        /// The canonical orders of every seat that sent a sheet; where something of them is never told, orders that play out alike.
        sheets: BTreeMap<Seat, String>,
        /// The number of the last receipt that each seat was given for the turn.
        receipts: BTreeMap<Seat, u32>,
        state: Digest,
        /// What each seat saw after the turn.
        views: BTreeMap<Seat, Digest>,
    },
}

/// An entry as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    pub number: u32,
    /// JSON.
    pub entry: String,
    /// JSON.
    pub hidden: Option<String>,
    /// The sheets as they were sent, where they are never told.
    pub sheets: Option<String>,
    /// SHA-256 of the entry's text.
    pub hash: Digest,
    pub signature: Signature,
}

/// What a set-up or a turn made, and by what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The version of the rules.
    pub rules: u32,
    /// What is revealed of it; the dice of a set-up stay hidden.
    pub dice: Option<RevealedDice>,
    pub next: Option<Commitment>,
    /// Of the public view.
    pub view: Digest,
}

/// The dice of a turn, and what they were made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevealedDice {
    pub secret: Seed,
    pub sheets: BTreeMap<Seat, Digest>,
    pub seed: Seed,
}

/// The last entry of a chain, which the next one follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    pub number: u32,
    pub hash: Digest,
}

/// What players saw of a turn, beside the state.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Story {
    pub events: Vec<Witnessed<Value>>,
    pub fates: Vec<Fate<Value>>,
    /// Each seat's orders in canonical spelling, which the fates count along.
    pub orders: BTreeMap<Seat, Vec<String>>,
}

/// A turn as decided, ready to be written.
pub struct Decided {
    pub signed: Signed,
    /// The turn that it makes, 0 for set-up.
    pub turn: u32,
    pub made: Made,
    pub table: Box<dyn Table>,
    pub story: Story,
    /// Whose doing each event of the story is.
    pub actors: Vec<Option<Seat>>,
    /// Who gave the game up.
    pub resigned: Option<Seat>,
}

/// What was sent for a turn.
#[derive(Debug, Clone)]
pub struct Sheets<'a> {
    /// Every seat, whether it sent a sheet or not.
    pub seats: &'a [Seat],
    /// In canonical spelling, as the receipts count them.
    pub sheets: &'a BTreeMap<Seat, String>,
    /// The number of the last receipt of each seat that has one.
    pub receipts: BTreeMap<Seat, u32>,
}

/// Who writes the journal of a campaign, and when.
#[derive(Debug, Clone, Copy)]
pub struct Scribe<'a> {
    pub campaign: &'a str,
    pub secret: &'a Secret,
    pub key: &'a HostKey,
    pub at: DateTime<Utc>,
}

impl Scribe<'_> {
    /// Sets a campaign up.
    ///
    /// # Errors
    /// When the scenario cannot be played by these seats.
    pub fn set_up(&self, game: &'static dyn AnyGame, scenario: &str, seats: &BTreeMap<Seat, String>) -> Result<Decided, SetupError> {
        let secret = self.secrets(0).dice;
        let table = game.set_up(scenario, seats, &Dice::new(secret))?;
        let next = self.secrets(1).commitment();
        let view = public_view(table.as_ref());
        let hidden = Hidden::SetUp {
            salt: self.secret.turn_salt(self.campaign, 0),
            secret,
            scenario: scenario.to_owned(),
            state: Digest::of(table.state().as_bytes()),
            views: views(table.as_ref()),
        };
        let deed = Occurrence::SetUp {
            game: game.id().to_owned(),
            rules: game.rules(),
            seats: seats.clone(),
            key: self.key.public(),
            dice: committed(secret),
            next,
            view,
        };
        let made = Made { rules: game.rules(), dice: None, next: Some(next), view };
        let signed = self.entry(None, 0, deed, Some(&hidden));
        Ok(Decided { signed, turn: 0, made, table, story: Story::default(), actors: Vec::new(), resigned: None })
    }

    /// Plays the next turn. The seed follows from the turn's secret, which is committed already, and the
    /// digests of all sheets, so that nobody can choose dice after seeing orders.
    ///
    /// `orders` are what was read in the sheets.
    pub fn play(&self, turn: u32, tip: &Tip, sent: &Sheets<'_>, orders: &dyn AnyOrders) -> Decided {
        let Sheets { seats, sheets, receipts } = sent;
        let secrets = self.secrets(turn);
        let digests = digests(&secrets, seats, sheets);
        let dice =
            RevealedDice { secret: secrets.dice, seed: turn_seed(self.campaign, turn, secrets.dice, &digests), sheets: digests.clone() };
        let Adjudicated { table, events, actors, resigned, fates, orders, disclosed } = orders.adjudicate(&Dice::new(dice.seed));
        let next = table.outcome().is_none().then(|| self.secrets(table.turn() + 1).commitment());
        let view = public_view(table.as_ref());
        let hidden = Hidden::Turn {
            salt: self.secret.turn_salt(self.campaign, table.turn()),
            salts: disclosed.is_none().then_some(secrets.salts),
            sheets: disclosed.clone().unwrap_or_else(|| (*sheets).clone()),
            receipts: receipts.clone(),
            state: Digest::of(table.state().as_bytes()),
            views: views(table.as_ref()),
        };
        let rules = table.game().rules();
        let deed = Occurrence::Turn { rules, secret: secrets.dice, sheets: digests, next, view };
        let mut signed = self.entry(Some(tip), table.turn(), deed, Some(&hidden));
        signed.sheets = disclosed.map(|_| json(sheets));
        let made = Made { rules, dice: Some(dice), next, view };
        Decided { signed, turn: table.turn(), made, table, story: Story { events, fates, orders }, actors, resigned }
    }

    /// The entry of an act that follows `tip`, after so many turns were played.
    pub fn act(&self, act: Act, turn: u32, tip: &Tip) -> Signed {
        self.entry(Some(tip), turn, Occurrence::Act(act), None)
    }

    /// The secrets of a turn.
    pub fn secrets(&self, turn: u32) -> TurnSecrets {
        self.secret.turn_secrets(self.campaign, turn)
    }

    fn entry(&self, tip: Option<&Tip>, turn: u32, deed: Occurrence, hidden: Option<&Hidden>) -> Signed {
        let hidden = hidden.map(json);
        let entry = Entry {
            number: tip.map_or(0, |tip| tip.number + 1),
            campaign: self.campaign.to_owned(),
            turn,
            at: self.at,
            previous: tip.map(|tip| tip.hash),
            deed,
            hidden: hidden.as_ref().map(|text| Digest::of(text.as_bytes())),
        };
        Signed::new(&entry, hidden, self.key)
    }
}

/// The digest of what everybody may see.
pub fn public_view(table: &dyn Table) -> Digest {
    Digest::of(table.view(Viewer::Public).to_string().as_bytes())
}

fn views(table: &dyn Table) -> BTreeMap<Seat, Digest> {
    let view = |seat: Seat| Digest::of(table.view(Viewer::Seat(seat)).to_string().as_bytes());
    table.players().into_keys().map(|seat| (seat, view(seat))).collect()
}

/// Every seat's digest, whether it sent a sheet or not.
fn digests(secrets: &TurnSecrets, seats: &[Seat], sheets: &BTreeMap<Seat, String>) -> BTreeMap<Seat, Digest> {
    let digest = |seat: Seat| sheet_digest(secrets.salt(seat), sheets.get(&seat).map(String::as_str));
    seats.iter().map(|seat| (*seat, digest(*seat))).collect()
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

    pub fn state(&self) -> Digest {
        match self {
            Hidden::SetUp { state, .. } | Hidden::Turn { state, .. } => *state,
        }
    }

    pub fn views(&self) -> &BTreeMap<Seat, Digest> {
        match self {
            Hidden::SetUp { views, .. } | Hidden::Turn { views, .. } => views,
        }
    }
}

impl Occurrence {
    /// Whether it made a state of the game.
    pub fn is_turn(&self) -> bool {
        !matches!(self, Occurrence::Act(_))
    }
}
