//! Turns: journal entries, snapshots, the windows in which orders are taken, and reports.

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::{Ledger, StoreError, instant_text, read_instant, small};

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

/// When orders for a turn are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnWindow {
    pub turn: u32,
    pub opened_at: DateTime<Utc>,
    pub deadline_at: DateTime<Utc>,
    /// The deadline as it was announced, its zone, and the time zone database that knew it.
    pub deadline_local: String,
    pub zone: String,
    pub tzdb: String,
}

/// A report as it was sent. Seat 0 is the public one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReport {
    pub turn: u32,
    pub seat: u8,
    pub text: String,
    pub html: String,
    pub json: String,
}

/// The version of the snapshot format.
const SNAPSHOT_VERSION: u32 = 1;

impl Ledger<'_> {
    /// Appends a turn to the journal with its snapshot.
    ///
    /// # Errors
    /// When the turn is already there: a turn is adjudicated once.
    pub fn append_turn(&self, turn: &StoredTurn) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT INTO journal (turn, entry, hash) VALUES (?1, ?2, ?3)")?
            .execute(params![turn.turn, turn.entry, turn.hash])?;
        self.transaction.prepare_cached("INSERT INTO snapshot (turn, version, state, story) VALUES (?1, ?2, ?3, ?4)")?.execute(params![
            turn.turn,
            SNAPSHOT_VERSION,
            turn.state,
            turn.story
        ])?;
        Ok(())
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

    /// Announces when orders for a turn are taken.
    ///
    /// # Errors
    /// When it was announced already.
    pub fn announce_window(&self, window: &TurnWindow) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO turn_window (turn, opened_at, deadline_at, deadline_local, zone, tzdb)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                window.turn,
                instant_text(window.opened_at),
                instant_text(window.deadline_at),
                window.deadline_local,
                window.zone,
                window.tzdb
            ])?;
        Ok(())
    }

    /// The window of a turn, if it was announced.
    ///
    /// # Errors
    /// When SQLite refuses or a stored time does not read.
    pub fn window(&self, turn: u32) -> Result<Option<TurnWindow>, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT opened_at, deadline_at, deadline_local, zone, tzdb FROM turn_window WHERE turn = ?1")?;
        let mut rows = statement.query([turn])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        Ok(Some(TurnWindow {
            turn,
            opened_at: read_instant(&row.get::<_, String>(0)?)?,
            deadline_at: read_instant(&row.get::<_, String>(1)?)?,
            deadline_local: row.get(2)?,
            zone: row.get(3)?,
            tzdb: row.get(4)?,
        }))
    }

    /// Files a report in the archive.
    ///
    /// # Errors
    /// When it is there already.
    pub fn file_report(&self, report: &StoredReport) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT INTO report (turn, seat, text, html, json) VALUES (?1, ?2, ?3, ?4, ?5)")?
            .execute(params![report.turn, report.seat, report.text, report.html, report.json])?;
        Ok(())
    }

    /// The report of a seat for a turn; seat 0 for the public one.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn report(&self, turn: u32, seat: u8) -> Result<Option<StoredReport>, StoreError> {
        Ok(self.reports(turn)?.into_iter().find(|report| report.seat == seat))
    }

    /// All reports of a turn, the public one first.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn reports(&self, turn: u32) -> Result<Vec<StoredReport>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT seat, text, html, json FROM report WHERE turn = ?1 ORDER BY seat")?;
        let rows = statement
            .query_map([turn], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
            .collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(|(seat, text, html, json)| Ok(StoredReport { turn, seat: small(seat, "a seat")?, text, html, json })).collect()
    }
}
