//! The journal: turns with their snapshots, and acts between them.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::{Ledger, StoreError};
use crate::campaign::journal::{Act, Entry, Occurrence, Scribe, Tip};

/// A turn as it is kept: the journal entry and what the players saw of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTurn {
    pub turn: u32,
    /// The journal entry's JSON text, and its hash.
    pub entry: String,
    pub hash: String,
    /// The state's JSON text.
    pub state: String,
    /// Events and fates, JSON text.
    pub story: String,
}

/// An entry of the journal as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    pub number: u32,
    pub entry: String,
    pub hash: String,
    /// The state's JSON text; `None` for an act.
    pub state: Option<String>,
}

/// An act that stands in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedAct {
    /// Its place in the chain.
    pub number: u32,
    /// The last turn played when it was done.
    pub turn: u32,
    pub at: Option<DateTime<Utc>>,
    pub act: Act,
}

/// The version of the snapshot format.
const SNAPSHOT_VERSION: u32 = 1;

impl Ledger<'_> {
    /// Appends a set-up or a turn to the journal with its snapshot: the state's JSON text, and the story's. Returns the entry's hash.
    ///
    /// # Errors
    /// When the turn is already there (a turn is adjudicated once), or the entry does not follow the last one.
    pub fn append_turn(&self, entry: &Entry, state: &str, story: &str) -> Result<String, StoreError> {
        let hash = self.append(entry, Some(entry.turn))?;
        self.transaction.prepare_cached("INSERT INTO snapshot (turn, version, state, story) VALUES (?1, ?2, ?3, ?4)")?.execute(params![
            entry.turn,
            SNAPSHOT_VERSION,
            state,
            story
        ])?;
        Ok(hash)
    }

    /// Appends an act to the journal, after so many turns were played.
    ///
    /// # Errors
    /// When the campaign has not begun, or SQLite refuses.
    pub fn append_act(&self, scribe: &Scribe<'_>, act: Act, turn: u32) -> Result<(), StoreError> {
        let no_journal = || StoreError::Unreadable { what: "a journal", why: "it has no set-up yet".to_owned() };
        self.append(&scribe.act(act, turn, &self.tip()?.ok_or_else(no_journal)?), None)?;
        Ok(())
    }

    fn append(&self, entry: &Entry, turn: Option<u32>) -> Result<String, StoreError> {
        let (text, hash) = entry.sealed();
        self.transaction.prepare_cached("INSERT INTO journal (number, turn, entry, hash) VALUES (?1, ?2, ?3, ?4)")?.execute(params![
            entry.number,
            turn,
            text,
            hash
        ])?;
        Ok(hash)
    }

    /// The last entry; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn tip(&self) -> Result<Option<Tip>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT number, hash FROM journal ORDER BY number DESC LIMIT 1")?;
        Ok(statement.query_row([], |row| Ok(Tip { number: row.get(0)?, hash: row.get(1)? })).optional()?)
    }

    /// Every entry, acts and turns, in the order in which they were written.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn journal(&self) -> Result<Vec<StoredEntry>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT number, entry, hash, state FROM journal LEFT JOIN snapshot ON snapshot.turn = journal.turn ORDER BY number",
        )?;
        let rows = statement
            .query_map([], |row| Ok(StoredEntry { number: row.get(0)?, entry: row.get(1)?, hash: row.get(2)?, state: row.get(3)? }))?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// The acts since a turn was played, in their order; all acts since the opening for turn 0.
    ///
    /// # Errors
    /// When SQLite refuses or an act cannot be read.
    pub fn acts_since(&self, turn: u32) -> Result<Vec<RecordedAct>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT entry FROM journal WHERE turn IS NULL AND number > (SELECT number FROM journal WHERE turn = ?1) ORDER BY number",
        )?;
        let entries = statement.query_map([turn], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        let read = |text: String| Entry::read(&text).map_err(|why| StoreError::Unreadable { what: "an entry of the journal", why });
        let entries = entries.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let act = |entry: Entry| match entry.deed {
            Occurrence::Act(act) => Some(RecordedAct { number: entry.number, turn: entry.turn, at: entry.at, act }),
            Occurrence::SetUp { .. } | Occurrence::Turn { .. } => None,
        };
        Ok(entries.into_iter().filter_map(act).collect())
    }

    /// The last turn; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_turn(&self) -> Result<Option<StoredTurn>, StoreError> {
        Ok(self.turns_where("turn = (SELECT max(turn) FROM journal)")?.pop())
    }

    /// The turns from this one on.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turns_from(&self, first: u32) -> Result<Vec<StoredTurn>, StoreError> {
        self.turns_where(&format!("turn >= {first}"))
    }

    /// The set-up; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn opening(&self) -> Result<Option<StoredTurn>, StoreError> {
        Ok(self.turns_where("turn = 0")?.pop())
    }

    /// The id of the game that was set up; `None` if the campaign has not begun.
    ///
    /// # Errors
    /// When SQLite refuses or the entry cannot be read.
    pub fn game(&self) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT entry FROM journal WHERE number = 0")?;
        let Some(text) = statement.query_row([], |row| row.get::<_, String>(0)).optional()? else { return Ok(None) };
        let entry = Entry::read(&text).map_err(|why| StoreError::Unreadable { what: "the first entry of the journal", why })?;
        Ok(entry.deed.made().map(|made| made.game.clone()))
    }

    /// A turn, if it was played.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turn(&self, turn: u32) -> Result<Option<StoredTurn>, StoreError> {
        Ok(self.turns_where(&format!("turn = {turn}"))?.pop())
    }

    /// All turns from set-up on.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turns(&self) -> Result<Vec<StoredTurn>, StoreError> {
        self.turns_where("true")
    }

    fn turns_where(&self, condition: &str) -> Result<Vec<StoredTurn>, StoreError> {
        let sql = format!("SELECT turn, entry, hash, state, story FROM journal JOIN snapshot USING (turn) WHERE {condition} ORDER BY turn");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let rows = statement.query_map([], |row| {
            Ok(StoredTurn { turn: row.get(0)?, entry: row.get(1)?, hash: row.get(2)?, state: row.get(3)?, story: row.get(4)? })
        })?;
        rows.map(|row| Ok(row?)).collect()
    }
}
