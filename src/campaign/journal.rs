//! The journal: ground truth of a campaign, a chain of entries from which everything can be played again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::token::Secret;
use crate::engine::{Adjudicated, AnyGame, Dice, Fate, RestoreError, Seat, Seed, SetupError, Table, Witnessed};
use crate::games;

/// One link of the chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub campaign: String,
    /// 0 for set-up.
    pub turn: u32,
    pub game: String,
    /// The version of the rules that made it.
    pub rules: u32,
    pub seed: Seed,
    /// SHA-256 of the entry before, hexadecimal; empty at set-up.
    pub previous: String,
    /// SHA-256 of the state that results, hexadecimal.
    pub state_digest: String,
    /// What nobody knows before the journal is opened: reports print the entry's hash, and without it a short sheet, or a wish
    /// that stands hidden in the state, could be tried out against that.
    pub salt: Seed,
    pub deed: Deed,
}

/// What an entry did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    SetUp {
        scenario: String,
        seats: BTreeMap<Seat, String>,
    },
    /// The canonical orders of every seat that sent a sheet.
    Turn {
        sheets: BTreeMap<Seat, String>,
    },
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
    pub table: Box<dyn Table>,
    pub story: Story,
}

/// Where a replay first differs from the journal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("turn {turn}: the entry does not read: {why}")]
    Unreadable { turn: u32, why: String },
    #[error("turn {turn}: the chain is broken: the entry names {named} as the one before, which is {found}")]
    BrokenChain { turn: u32, named: String, found: String },
    #[error("turn {turn}: the stored hash {stored} is not that of the entry, {found}")]
    WrongHash { turn: u32, stored: String, found: String },
    #[error("turn {turn}: played again, the state's digest is {found}, the journal says {journal}")]
    OtherState { turn: u32, journal: String, found: String },
    #[error("turn {turn}: the stored snapshot's digest is {found}, the journal says {journal}")]
    OtherSnapshot { turn: u32, journal: String, found: String },
    #[error("the journal is empty")]
    Empty,
}

/// SHA-256 of a text, 64 hexadecimal digits.
pub fn digest(text: &str) -> String {
    Seed(Sha256::digest(text.as_bytes()).into()).to_string()
}

/// The digest of a sheet that its receipt shows: of its canonical text.
pub fn sheet_digest(canonical: &str) -> String {
    digest(canonical)
}

/// Sets a campaign up.
///
/// # Errors
/// When the scenario cannot be played by these seats.
pub fn set_up(
    game: &'static dyn AnyGame,
    campaign: &str,
    scenario: &str,
    seats: &BTreeMap<Seat, String>,
    secret: &Secret,
) -> Result<Decided, SetupError> {
    let seed = secret.turn_secret(campaign, 0);
    let table = game.set_up(scenario, seats, &Dice::new(seed))?;
    let deed = Deed::SetUp { scenario: scenario.to_owned(), seats: seats.clone() };
    let entry = entry(table.as_ref(), seed, String::new(), deed, campaign, secret);
    Ok(Decided { entry, table, story: Story::default() })
}

/// Plays the next turn. The seed follows from the turn's secret and the digests of all sheets, in
/// seat order, so that nobody can choose dice after seeing orders.
pub fn play(table: &dyn Table, campaign: &str, previous_hash: &str, sheets: &BTreeMap<Seat, String>, secret: &Secret) -> Decided {
    let seed = turn_seed(secret.turn_secret(campaign, table.turn() + 1), sheets);
    let Adjudicated { table, events, fates, orders } = table.adjudicate(sheets, &Dice::new(seed));
    let deed = Deed::Turn { sheets: sheets.clone() };
    let entry = entry(table.as_ref(), seed, previous_hash.to_owned(), deed, campaign, secret);
    Decided { entry, table, story: Story { events, fates, orders } }
}

/// `SHA-256(secret, digest of each sheet in seat order)`.
pub fn turn_seed(turn_secret: Seed, sheets: &BTreeMap<Seat, String>) -> Seed {
    let mut hash = Sha256::new_with_prefix(turn_secret.0);
    sheets.values().for_each(|sheet| hash.update(sheet_digest(sheet)));
    Seed(hash.finalize().into())
}

fn entry(table: &dyn Table, seed: Seed, previous: String, deed: Deed, campaign: &str, secret: &Secret) -> Entry {
    Entry {
        campaign: campaign.to_owned(),
        turn: table.turn(),
        game: table.game().id().to_owned(),
        rules: table.game().rules(),
        seed,
        previous,
        state_digest: digest(&table.state()),
        salt: secret.journal_salt(campaign, table.turn()),
        deed,
    }
}

impl Entry {
    /// The entry as it is stored, and its hash.
    pub fn sealed(&self) -> (String, String) {
        let text = serde_json::to_value(self).map(|value| value.to_string()).unwrap_or_default();
        let hash = digest(&text);
        (text, hash)
    }
}

/// One stored turn, as a replay needs it.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    pub turn: u32,
    pub entry: &'a str,
    pub hash: &'a str,
    pub state: &'a str,
}

/// What a replay did with a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replayed {
    /// Played again, with the same result.
    Same,
    /// Made under older rules: trusted, not played again.
    Trusted,
}

/// Plays a journal again from the first entry, and compares every state with what it says.
///
/// # Errors
/// The first difference.
pub fn replay(recorded: &[Recorded<'_>]) -> Result<Vec<(u32, Replayed)>, ReplayError> {
    let mut previous_hash = String::new();
    let mut table: Option<Box<dyn Table>> = None;
    let mut report = Vec::new();
    for record in recorded {
        let entry = check_link(record, &previous_hash)?;
        let snapshot_digest = digest(record.state);
        if snapshot_digest != entry.state_digest {
            return Err(ReplayError::OtherSnapshot { turn: record.turn, journal: entry.state_digest, found: snapshot_digest });
        }
        let unreadable = |why: String| ReplayError::Unreadable { turn: record.turn, why };
        let game = games::by_id(&entry.game).ok_or_else(|| unreadable(format!("there is no game {}", entry.game)))?;
        let trusted = entry.rules != game.rules();
        let next = if trusted {
            game.restore(record.state).map_err(|error: RestoreError| unreadable(error.to_string()))?
        } else {
            again(&entry, game, table.as_deref()).map_err(unreadable)?
        };
        let found = digest(&next.state());
        if !trusted && found != entry.state_digest {
            return Err(ReplayError::OtherState { turn: record.turn, journal: entry.state_digest, found });
        }
        report.push((record.turn, if trusted { Replayed::Trusted } else { Replayed::Same }));
        table = Some(next);
        previous_hash = record.hash.to_owned();
    }
    if report.is_empty() { Err(ReplayError::Empty) } else { Ok(report) }
}

fn check_link(record: &Recorded<'_>, previous_hash: &str) -> Result<Entry, ReplayError> {
    let found = digest(record.entry);
    if found != record.hash {
        return Err(ReplayError::WrongHash { turn: record.turn, stored: record.hash.to_owned(), found });
    }
    let entry: Entry =
        serde_json::from_str(record.entry).map_err(|error| ReplayError::Unreadable { turn: record.turn, why: error.to_string() })?;
    if entry.previous != previous_hash {
        return Err(ReplayError::BrokenChain { turn: record.turn, named: entry.previous, found: previous_hash.to_owned() });
    }
    Ok(entry)
}

fn again(entry: &Entry, game: &'static dyn AnyGame, before: Option<&dyn Table>) -> Result<Box<dyn Table>, String> {
    match (&entry.deed, before) {
        (Deed::SetUp { scenario, seats }, None) => game.set_up(scenario, seats, &Dice::new(entry.seed)).map_err(|error| error.to_string()),
        (Deed::Turn { sheets }, Some(table)) => Ok(table.adjudicate(sheets, &Dice::new(entry.seed)).table),
        (Deed::SetUp { .. }, Some(_)) => Err("a second set-up".to_owned()),
        (Deed::Turn { .. }, None) => Err("a turn before the set-up".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guessed_sheet_cannot_be_tried_out_against_the_hash_of_its_entry() {
        let game = games::by_id("empire").unwrap();
        let scenario = include_str!("../../scenarios/empire/two-states.toml");
        let seats = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
        let secret = Secret::new(Seed([7; 32]));
        let table = set_up(game, "rim-3", scenario, &seats, &secret).unwrap().table;
        let sheets = BTreeMap::from([(Seat(1), "TARGET 2\n".to_owned())]);
        let decided = play(table.as_ref(), "rim-3", "before", &sheets, &secret);
        let (_, hash) = decided.entry.sealed();
        let guessed = Entry { salt: Seed([0; 32]), ..decided.entry.clone() };
        assert_ne!(guessed.sealed().1, hash, "all but the salt can be printed or guessed");
        let other = play(table.as_ref(), "rim-3", "before", &BTreeMap::new(), &secret);
        assert_eq!(other.entry.salt, decided.entry.salt, "the same turn, killed and run again, has the same entry");
    }
}
