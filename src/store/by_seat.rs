//! Rows that belong to seats.

use std::collections::BTreeMap;

use rusqlite::types::FromSql;
use rusqlite::{OptionalExtension, Params};

use super::cells::small;
use super::error::StoreError;
use super::ledger::Ledger;
use crate::engine::Seat;

impl Ledger<'_> {
    /// What a query finds for each seat. Its first column is the seat, and `read` reads the second; of several rows for a seat the last counts.
    ///
    /// # Errors
    /// When SQLite refuses, a seat cannot be read, or `read` fails.
    pub(super) fn by_seat<C: FromSql, T>(
        &self,
        sql: &str,
        of: impl Params,
        read: impl Fn(Seat, C) -> Result<T, StoreError>,
    ) -> Result<BTreeMap<Seat, T>, StoreError> {
        let mut statement = self.transaction.prepare_cached(sql)?;
        let mut rows = statement.query(of)?;
        let mut told = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let seat = Seat(small(row.get(0)?, "a seat")?);
            told.insert(seat, read(seat, row.get(1)?)?);
        }
        Ok(told)
    }

    /// The seat in the only row, if any, that a query finds for a text; `None` also if that row names no seat.
    ///
    /// # Errors
    /// When SQLite refuses or the seat cannot be read.
    pub(super) fn seat_found(&self, sql: &str, text: &str) -> Result<Option<Seat>, StoreError> {
        let seat: Option<Option<i64>> = self.transaction.prepare_cached(sql)?.query_row([text], |row| row.get(0)).optional()?;
        seat.flatten().map(|seat| Ok(Seat(small(seat, "a seat")?))).transpose()
    }
}
