//! The journal: the ground truth of a campaign, a chain of entries from which everything can be played again.

mod act;
mod old;
mod replay;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

pub use act::{Act, WhyMoved};
pub use replay::{Beside, Place, Recorded, Replay, ReplayError, Replayed, replay};

use super::token::Secret;
use crate::engine::{Adjudicated, AnyGame, AnyOrders, Dice, Fate, Seat, Seed, SetupError, Table, Witnessed};

/// One link of the chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the chain, from 0.
    pub number: u32,
    pub campaign: String,
    /// The last turn played when it was written; of a turn its own number, 0 for set-up.
    pub turn: u32,
    /// When it was written; absent in entries from before acts stood in the journal.
    pub at: Option<DateTime<Utc>>,
    /// SHA-256 of the entry before, hexadecimal; empty at set-up.
    pub previous: String,
    /// What nobody knows before the journal is opened: reports print the entry's hash, and without it a short sheet, or a wish
    /// that stands hidden in the state, could be tried out against that.
    pub salt: Seed,
    pub deed: Occurrence,
}

/// What an entry did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occurrence {
    SetUp {
        made: Made,
        scenario: String,
        seats: BTreeMap<Seat, String>,
    },
    Turn {
        made: Made,
        /// The canonical orders of every seat that sent a sheet.
        sheets: BTreeMap<Seat, String>,
    },
    /// What is no turn and makes no state of the game.
    Act(Act),
}

/// What a set-up or a turn made, and by what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    pub game: String,
    /// The version of the rules.
    pub rules: u32,
    pub seed: Seed,
    /// SHA-256 of the state that results, hexadecimal.
    pub state_digest: String,
}

/// The last entry of a chain, which the next one follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    pub number: u32,
    pub hash: String,
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
    pub entry: Entry,
    pub made: Made,
    pub table: Box<dyn Table>,
    pub story: Story,
    /// Whose doing each event of the story is.
    pub actors: Vec<Option<Seat>>,
    /// Who gave the game up.
    pub resigned: Option<Seat>,
}

/// Who writes the journal of a campaign, and when.
#[derive(Debug, Clone, Copy)]
pub struct Scribe<'a> {
    pub campaign: &'a str,
    pub secret: &'a Secret,
    pub at: DateTime<Utc>,
}

impl Scribe<'_> {
    /// Sets a campaign up.
    ///
    /// # Errors
    /// When the scenario cannot be played by these seats.
    pub fn set_up(&self, game: &'static dyn AnyGame, scenario: &str, seats: &BTreeMap<Seat, String>) -> Result<Decided, SetupError> {
        let seed = self.secret.turn_secret(self.campaign, 0);
        let table = game.set_up(scenario, seats, &Dice::new(seed))?;
        let made = made(table.as_ref(), seed);
        let deed = Occurrence::SetUp { made: made.clone(), scenario: scenario.to_owned(), seats: seats.clone() };
        let entry = self.entry(None, 0, self.secret.turn_salt(self.campaign, 0), deed);
        Ok(Decided { entry, made, table, story: Story::default(), actors: Vec::new(), resigned: None })
    }

    /// Plays the next turn. The seed follows from the turn's secret and the digests of all sheets, in
    /// seat order, so that nobody can choose dice after seeing orders.
    ///
    /// `orders` are what was read in `sheets`.
    pub fn play(&self, turn: u32, tip: &Tip, sheets: &BTreeMap<Seat, String>, orders: &dyn AnyOrders) -> Decided {
        let seed = turn_seed(self.secret.turn_secret(self.campaign, turn), sheets);
        let Adjudicated { table, events, actors, resigned, fates, orders } = orders.adjudicate(&Dice::new(seed));
        let made = made(table.as_ref(), seed);
        let deed = Occurrence::Turn { made: made.clone(), sheets: sheets.clone() };
        let entry = self.entry(Some(tip), table.turn(), self.secret.turn_salt(self.campaign, table.turn()), deed);
        Decided { entry, made, table, story: Story { events, fates, orders }, actors, resigned }
    }

    /// The entry of an act that follows `tip`, after so many turns were played.
    pub fn act(&self, act: Act, turn: u32, tip: &Tip) -> Entry {
        self.entry(Some(tip), turn, self.secret.act_salt(self.campaign, tip.number + 1), Occurrence::Act(act))
    }

    fn entry(&self, tip: Option<&Tip>, turn: u32, salt: Seed, deed: Occurrence) -> Entry {
        Entry {
            number: tip.map_or(0, |tip| tip.number + 1),
            campaign: self.campaign.to_owned(),
            turn,
            at: Some(self.at),
            previous: tip.map(|tip| tip.hash.clone()).unwrap_or_default(),
            salt,
            deed,
        }
    }
}

fn made(table: &dyn Table, seed: Seed) -> Made {
    let game = table.game();
    Made { game: game.id().to_owned(), rules: game.rules(), seed, state_digest: digest(&table.state()) }
}

/// SHA-256 of a text, 64 hexadecimal digits.
pub fn digest(text: &str) -> String {
    Seed(Sha256::digest(text.as_bytes()).into()).to_string()
}

/// The salt of a stored entry; `None` if it cannot be read.
pub fn salt(entry: &str) -> Option<Seed> {
    #[derive(Deserialize)]
    struct Salted {
        salt: Seed,
    }
    serde_json::from_str(entry).ok().map(|entry: Salted| entry.salt)
}

/// The digest of a sheet that its receipt shows: of its canonical text.
pub fn sheet_digest(canonical: &str) -> String {
    digest(canonical)
}

/// `SHA-256(secret, digest of each sheet in seat order)`.
pub fn turn_seed(turn_secret: Seed, sheets: &BTreeMap<Seat, String>) -> Seed {
    let mut hash = Sha256::new_with_prefix(turn_secret.0);
    sheets.values().for_each(|sheet| hash.update(sheet_digest(sheet)));
    Seed(hash.finalize().into())
}

impl Entry {
    /// The entry as it is stored, and its hash.
    pub fn sealed(&self) -> (String, String) {
        let text = serde_json::to_value(self).map(|value| value.to_string()).unwrap_or_default();
        let hash = digest(&text);
        (text, hash)
    }

    /// Reads an entry as it is stored, of this version or of an older one.
    ///
    /// # Errors
    /// Why it cannot be read, for people.
    pub fn read(text: &str) -> Result<Entry, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let read = if value.get("number").is_some() { serde_json::from_value(value) } else { old::read(value) };
        read.map_err(|error| error.to_string())
    }
}

impl Occurrence {
    /// What it made; `None` for an act, which makes no state.
    pub fn made(&self) -> Option<&Made> {
        match self {
            Occurrence::SetUp { made, .. } | Occurrence::Turn { made, .. } => Some(made),
            Occurrence::Act(_) => None,
        }
    }
}
