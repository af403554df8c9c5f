//! What players have written to each other, sealed.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::params;

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::press::Press;
use crate::engine::Seat;

/// What is sealed, as errors name it.
const A_MESSAGE: &str = "a message between players";

impl Ledger<'_> {
    /// Stores a message sent while a turn was open. If it waits, it leaves with that turn's report.
    ///
    /// # Errors
    /// When SQLite refuses, or the key is not at hand.
    pub fn keep_press(&self, turn: u32, press: &Press, waits: bool) -> Result<(), StoreError> {
        let sealed = self.sealed(press, A_MESSAGE)?;
        self.transaction.prepare_cached("INSERT INTO press (turn, day, is_waiting, sealed) VALUES (?1, ?2, ?3, ?4)")?.execute(params![
            turn,
            day(press.at),
            waits,
            sealed
        ])?;
        Ok(())
    }

    /// The messages sent after the report of a turn, oldest first, except those sealed to a key that is lost.
    ///
    /// # Errors
    /// When SQLite refuses, or the key is not at hand.
    pub fn press_since(&self, turn: u32) -> Result<Vec<Press>, StoreError> {
        self.press("SELECT sealed FROM press INDEXED BY press_of_turn WHERE turn > ?1 ORDER BY id", params![turn])
    }

    /// The messages of the 24 hours before a time.
    ///
    /// # Errors
    /// As [`Ledger::press_since`].
    pub fn press_of_a_day(&self, until: DateTime<Utc>) -> Result<Vec<Press>, StoreError> {
        let since = until - TimeDelta::days(1);
        let mut found = self.press("SELECT sealed FROM press INDEXED BY press_of_day WHERE day >= ?1 ORDER BY id", params![day(since)])?;
        found.retain(|press| press.at > since);
        Ok(found)
    }

    /// Returns the messages that wait for a report; none of them waits afterwards.
    ///
    /// # Errors
    /// As [`Ledger::press_since`].
    pub fn take_waiting_press(&self) -> Result<Vec<Press>, StoreError> {
        let waiting = self.press("SELECT sealed FROM press WHERE is_waiting = 1 ORDER BY id", params![])?;
        if !waiting.is_empty() {
            self.transaction.prepare_cached("UPDATE press SET is_waiting = 0 WHERE is_waiting = 1")?.execute([])?;
        }
        Ok(waiting)
    }

    /// Takes a reader out of the private messages that wait for a report; one that nobody else reads is forgotten. Returns them as they were.
    ///
    /// # Errors
    /// As [`Ledger::press_since`].
    pub fn withhold_press_from(&self, reader: Seat) -> Result<Vec<Press>, StoreError> {
        let sql = "SELECT sealed, id FROM press WHERE is_waiting = 1 ORDER BY id";
        let mut waiting = self.unsealed_rows(sql, params![], A_MESSAGE, |row| row.get::<_, i64>(1))?;
        waiting.retain(|(_, press): &(i64, Press)| press.is_for(reader) && !press.is_public());
        for (id, press) in &waiting {
            match press.without(reader) {
                Some(left) => {
                    let sealed = self.sealed(&left, A_MESSAGE)?;
                    self.transaction.prepare_cached("UPDATE press SET sealed = ?2 WHERE id = ?1")?.execute(params![id, sealed])?
                }
                None => self.transaction.prepare_cached("DELETE FROM press WHERE id = ?1")?.execute([id])?,
            };
        }
        Ok(waiting.into_iter().map(|(_, press)| press).collect())
    }

    fn press(&self, sql: &str, values: &[&dyn rusqlite::ToSql]) -> Result<Vec<Press>, StoreError> {
        self.unsealed(sql, values, A_MESSAGE)
    }
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}
