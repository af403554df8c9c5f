//! Playing a journal again: every link of the chain is checked, every turn is played, every act is applied.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::{Act, Entry, Made, Occurrence, digest};
use crate::engine::{AnyGame, Dice, RestoreError, Seat, Table};
use crate::games;

/// One stored entry, as a replay needs it.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// Its place in the chain.
    pub number: u32,
    pub entry: &'a str,
    pub hash: &'a str,
    /// The snapshot of a turn; acts have none.
    pub state: Option<&'a str>,
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

/// What a replay went through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The turns from set-up on.
    pub turns: Vec<(u32, Replayed)>,
    /// How many acts stand between them.
    pub acts: u32,
    /// What acts say of things that no state of the game holds.
    pub beside: Beside,
}

/// What stands beside the game, by the journal: the database's own tables must say the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Beside {
    pub names: BTreeMap<Seat, String>,
    /// The epochs of tokens; 0 for seats that are absent.
    pub epochs: BTreeMap<Seat, u32>,
    /// Where deadlines of turns were moved to last.
    pub moved: BTreeMap<u32, DateTime<Utc>>,
}

impl Beside {
    fn note(&mut self, act: &Act) {
        if let Some((seat, name)) = act.renames() {
            self.names.insert(seat, name.to_owned());
        }
        match act {
            Act::Replaced { seat, epoch, .. } | Act::TokenRotated { seat, epoch } => drop(self.epochs.insert(*seat, *epoch)),
            Act::DeadlineMoved { turn, to, .. } => drop(self.moved.insert(*turn, *to)),
            Act::Renamed { .. } | Act::AddressChanged { .. } | Act::Paused | Act::Resumed { .. } => {}
        }
    }
}

/// Where in a journal something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Turn(u32),
    /// What is no turn, or cannot be told to be one, goes by its number in the chain.
    Entry(u32),
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Turn(turn) => write!(out, "turn {turn}"),
            Place::Entry(number) => write!(out, "entry {number}"),
        }
    }
}

/// Where a replay first differs from the journal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("{at}: the entry cannot be read: {why}")]
    Unreadable { at: Place, why: String },
    #[error("{at}: the chain is broken: the entry names {named} as the one before, which is {found}")]
    BrokenChain { at: Place, named: String, found: String },
    #[error("{at}: the stored hash {stored} is not that of the entry, {found}")]
    WrongHash { at: Place, stored: String, found: String },
    #[error("{at}: it is in the place of entry {stands_at} and says that it is entry {named}")]
    WrongNumber { at: Place, stands_at: u32, named: u32 },
    #[error("{at}: an act says that turn {named} was the last one played, which was turn {last}")]
    WrongTurn { at: Place, named: u32, last: u32 },
    #[error("{at}: played again, the state has the digest {found}; the journal says {journal}")]
    OtherState { at: Place, journal: String, found: String },
    #[error("{at}: the stored snapshot has the digest {found}; the journal says {journal}")]
    OtherSnapshot { at: Place, journal: String, found: String },
    #[error("{at}: there is no snapshot of it")]
    NoSnapshot { at: Place },
    #[error("seat {seat}: the roster says that {found} holds it, the journal says {journal}")]
    OtherHolder { seat: Seat, journal: String, found: String },
    #[error("seat {seat}: its token has the number {found} in the roster and {journal} in the journal")]
    OtherEpoch { seat: Seat, journal: u32, found: u32 },
    #[error("turn {turn}: its deadline is {found}, but the journal moved it to {journal}")]
    OtherDeadline { turn: u32, journal: DateTime<Utc>, found: DateTime<Utc> },
    #[error("the journal is empty")]
    Empty,
}

/// Plays a journal again from the first entry, and compares every state with what it says.
///
/// # Errors
/// The first difference.
pub fn replay(recorded: &[Recorded<'_>]) -> Result<Replay, ReplayError> {
    let mut previous_hash = "";
    let mut table: Option<Box<dyn Table>> = None;
    let mut done = Replay { turns: Vec::new(), acts: 0, beside: Beside::default() };
    for (number, record) in (0..).zip(recorded) {
        let entry = check_link(record, number, previous_hash)?;
        match entry.deed.made() {
            Some(made) => {
                let (next, how) = again(record, &entry, made, table.as_deref())?;
                done.turns.push((entry.turn, how));
                table = Some(next);
            }
            None => {
                apply(&entry, table.as_deref_mut())?;
                done.acts += 1;
            }
        }
        match &entry.deed {
            Occurrence::SetUp { seats, .. } => done.beside.names.clone_from(seats),
            Occurrence::Act(act) => done.beside.note(act),
            Occurrence::Turn { .. } => {}
        }
        previous_hash = record.hash;
    }
    if done.turns.is_empty() { Err(ReplayError::Empty) } else { Ok(done) }
}

fn check_link(record: &Recorded<'_>, number: u32, previous_hash: &str) -> Result<Entry, ReplayError> {
    let found = digest(record.entry);
    let unread = Place::Entry(record.number);
    let entry = Entry::read(record.entry).map_err(|why| ReplayError::Unreadable { at: unread, why });
    let at = entry.as_ref().map_or(unread, place_of);
    if found != record.hash {
        return Err(ReplayError::WrongHash { at, stored: record.hash.to_owned(), found });
    }
    let entry = entry?;
    if entry.previous != previous_hash {
        return Err(ReplayError::BrokenChain { at, named: entry.previous, found: previous_hash.to_owned() });
    }
    if entry.number != number {
        return Err(ReplayError::WrongNumber { at, stands_at: number, named: entry.number });
    }
    Ok(entry)
}

fn place_of(entry: &Entry) -> Place {
    if entry.deed.made().is_some() { Place::Turn(entry.turn) } else { Place::Entry(entry.number) }
}

/// The table after a set-up or a turn, played again or trusted.
fn again(record: &Recorded<'_>, entry: &Entry, made: &Made, before: Option<&dyn Table>) -> Result<(Box<dyn Table>, Replayed), ReplayError> {
    let at = place_of(entry);
    let state = record.state.ok_or(ReplayError::NoSnapshot { at })?;
    let snapshot_digest = digest(state);
    if snapshot_digest != made.state_digest {
        return Err(ReplayError::OtherSnapshot { at, journal: made.state_digest.clone(), found: snapshot_digest });
    }
    let unreadable = |why: String| ReplayError::Unreadable { at, why };
    let game = games::by_id(&made.game).ok_or_else(|| unreadable(format!("there is no game {}", made.game)))?;
    if made.rules != game.rules() {
        let trusted = game.restore(state).map_err(|error: RestoreError| unreadable(error.to_string()))?;
        return Ok((trusted, Replayed::Trusted));
    }
    let next = play(entry, made, game, before).map_err(unreadable)?;
    let found = digest(&next.state());
    if found != made.state_digest {
        return Err(ReplayError::OtherState { at, journal: made.state_digest.clone(), found });
    }
    Ok((next, Replayed::Same))
}

fn play(entry: &Entry, made: &Made, game: &'static dyn AnyGame, before: Option<&dyn Table>) -> Result<Box<dyn Table>, String> {
    match (&entry.deed, before) {
        (Occurrence::SetUp { scenario, seats, .. }, None) => {
            game.set_up(scenario, seats, &Dice::new(made.seed)).map_err(|error| error.to_string())
        }
        (Occurrence::Turn { sheets, .. }, Some(table)) => Ok(table.adjudicate(sheets, &Dice::new(made.seed)).table),
        (Occurrence::SetUp { .. }, Some(_)) => Err("a second set-up".to_owned()),
        (Occurrence::Turn { .. }, None) => Err("a turn before the set-up".to_owned()),
        (Occurrence::Act(_), _) => Err("an act that made a state".to_owned()),
    }
}

/// Applies an act: of what a table holds, it can change the names of players.
fn apply(entry: &Entry, table: Option<&mut (dyn Table + 'static)>) -> Result<(), ReplayError> {
    let at = place_of(entry);
    let table = table.ok_or_else(|| ReplayError::Unreadable { at, why: "an act before the set-up".to_owned() })?;
    if entry.turn != table.turn() {
        return Err(ReplayError::WrongTurn { at, named: entry.turn, last: table.turn() });
    }
    if let Occurrence::Act(act) = &entry.deed
        && let Some((seat, name)) = act.renames()
    {
        table.rename(seat, name);
    }
    Ok(())
}
