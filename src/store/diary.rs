//! Players' diary entries, sealed until the game is over.

use rusqlite::params;

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::diary::DiaryEntry;
use crate::engine::Seat;

/// What is sealed, as errors name it.
const AN_ENTRY: &str = "an entry of a diary";

impl Ledger<'_> {
    /// Stores an entry, sealed.
    ///
    /// # Errors
    /// When SQLite refuses, or the key is not at hand.
    pub fn keep_diary_entry(&self, entry: &DiaryEntry) -> Result<(), StoreError> {
        let sealed = self.sealed(entry, AN_ENTRY)?;
        let sql = "INSERT INTO diary (seat, turn, sealed) VALUES (?1, ?2, ?3)";
        self.transaction.prepare_cached(sql)?.execute(params![entry.seat.0, entry.turn, sealed])?;
        Ok(())
    }

    /// The last entry of all diaries; 0 if there is none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_diary_entry(&self) -> Result<i64, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT coalesce(max(id), 0) FROM diary")?.query_row([], |row| row.get(0))?)
    }

    /// How many entries a seat has after this one, for one turn or in all; opens nothing.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn diary_entries(&self, (seat, after): (Seat, i64), turn: Option<u32>) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM diary WHERE seat = ?1 AND id > ?2 AND (?3 IS NULL OR turn = ?3)";
        Ok(self.transaction.prepare_cached(sql)?.query_row(params![seat.0, after, turn], |row| row.get::<_, u32>(0))? as usize)
    }

    /// Deletes all entries of a seat after this one; returns how many there were.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_diary(&self, (seat, after): (Seat, i64)) -> Result<usize, StoreError> {
        Ok(self.transaction.prepare_cached("DELETE FROM diary WHERE seat = ?1 AND id > ?2")?.execute(params![seat.0, after])?)
    }

    /// All entries, oldest first, except those sealed to a key that is lost.
    ///
    /// # Errors
    /// When SQLite refuses, or the key is not at hand.
    pub fn diaries(&self) -> Result<Vec<DiaryEntry>, StoreError> {
        self.unsealed("SELECT sealed FROM diary ORDER BY id", &[], AN_ENTRY)
    }
}
