//! The order book: the sheets of each turn, which of them counts for a seat, and who is ready.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, Row, params};

use super::{Ledger, StoreError, instant_text, read_instant, small};
use crate::engine::Seat;

/// A sheet for the order book.
#[derive(Debug, Clone, Copy)]
pub struct NewSheet<'a> {
    pub mail: i64,
    pub turn: u32,
    pub seat: Seat,
    pub received_at: DateTime<Utc>,
    pub text: &'a str,
    pub canonical: &'a str,
    pub digest: &'a str,
    /// Kept, but not in force: an earlier sheet counts until the player says otherwise (P3.3).
    pub held_back: bool,
}

/// A sheet of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSheet {
    pub id: i64,
    pub received_at: DateTime<Utc>,
    /// As the player sent it, without the lines of commands.
    pub text: String,
    pub canonical: String,
    pub digest: String,
}

/// The sheets that may count, those of one seat from the first to the last (P3.3).
const IN_FORCE: &str = "SELECT id, seat, received_at, text, canonical, digest FROM sheet
     WHERE turn = ?1 AND withdrawn = 0 AND held_back = 0";

impl Ledger<'_> {
    /// Puts a sheet into the order book; returns its id.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn enter_sheet(&self, sheet: &NewSheet<'_>) -> Result<i64, StoreError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO sheet (mail, turn, seat, received_at, text, canonical, digest, held_back)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                sheet.mail,
                sheet.turn,
                sheet.seat.0,
                instant_text(sheet.received_at),
                sheet.text,
                sheet.canonical,
                sheet.digest,
                sheet.held_back
            ])?;
        Ok(self.transaction.last_insert_rowid())
    }

    /// Takes all of a seat's sheets for a turn out of the book, those that are held back among them; returns how many there were.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn withdraw_sheets(&self, turn: u32, seat: Seat) -> Result<usize, StoreError> {
        let mut statement =
            self.transaction.prepare_cached("UPDATE sheet SET withdrawn = 1 WHERE turn = ?1 AND seat = ?2 AND withdrawn = 0")?;
        Ok(statement.execute(params![turn, seat.0])?)
    }

    /// P3.3: the last sheet in time of each seat, whole; of two in the same second, the one filed later.
    ///
    /// # Errors
    /// When SQLite refuses or a stored time cannot be read.
    pub fn order_book(&self, turn: u32) -> Result<BTreeMap<Seat, StoredSheet>, StoreError> {
        let mut statement = self.transaction.prepare_cached(&format!("{IN_FORCE} ORDER BY seat, received_at, id"))?;
        let rows = statement.query_map([turn], sheet_row)?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(stored_sheet).collect()
    }

    /// The sheet that counts for one seat.
    ///
    /// # Errors
    /// When SQLite refuses or a stored time cannot be read.
    pub fn counting_sheet(&self, turn: u32, seat: Seat) -> Result<Option<StoredSheet>, StoreError> {
        let sql = format!("{IN_FORCE} AND seat = ?2 ORDER BY received_at DESC, id DESC LIMIT 1");
        let row = self.transaction.prepare_cached(&sql)?.query_row(params![turn, seat.0], sheet_row).optional()?;
        Ok(row.map(stored_sheet).transpose()?.map(|(_, sheet)| sheet))
    }

    /// The sheet of a seat that is held back, if it came after the one that counts.
    ///
    /// # Errors
    /// When SQLite refuses or a stored time cannot be read.
    pub fn held_back_sheet(&self, turn: u32, seat: Seat) -> Result<Option<StoredSheet>, StoreError> {
        let sql = "SELECT id, seat, received_at, text, canonical, digest FROM sheet AS held
                   WHERE turn = ?1 AND seat = ?2 AND withdrawn = 0 AND held_back = 1 AND NOT EXISTS (
                     SELECT 1 FROM sheet AS later WHERE later.turn = held.turn AND later.seat = held.seat AND later.withdrawn = 0
                     AND later.held_back = 0 AND (later.received_at, later.id) > (held.received_at, held.id))
                   ORDER BY received_at DESC, id DESC LIMIT 1";
        let row = self.transaction.prepare_cached(sql)?.query_row(params![turn, seat.0], sheet_row).optional()?;
        Ok(row.map(stored_sheet).transpose()?.map(|(_, sheet)| sheet))
    }

    /// Puts a sheet into force that was held back.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn put_in_force(&self, sheet: i64) -> Result<(), StoreError> {
        self.transaction.prepare_cached("UPDATE sheet SET held_back = 0 WHERE id = ?1")?.execute([sheet])?;
        Ok(())
    }

    /// How many sheets each seat sent for a turn, without those that are held back or withdrawn.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn sheets_sent(&self, turn: u32) -> Result<BTreeMap<Seat, u32>, StoreError> {
        let sql = "SELECT seat, count(*) FROM sheet WHERE turn = ?1 AND withdrawn = 0 AND held_back = 0 GROUP BY seat";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let rows = statement.query_map([turn], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)))?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(|(seat, sheets)| Ok((Seat(small(seat, "a seat")?), sheets))).collect()
    }

    /// Whether a sheet of that seat counts; asked for every email, so it looks no further than the first.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn has_sheet(&self, turn: u32, seat: Seat) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM sheet WHERE turn = ?1 AND seat = ?2 AND withdrawn = 0 AND held_back = 0 LIMIT 1";
        Ok(self.transaction.prepare_cached(sql)?.exists(params![turn, seat.0])?)
    }

    /// Notes that a seat is ready with this sheet, so that the turn may be adjudicated early; a later sheet is not ready.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_ready(&self, turn: u32, seat: Seat, sheet: i64, since: DateTime<Utc>) -> Result<(), StoreError> {
        let sql = "INSERT INTO ready (turn, seat, sheet, since) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (turn, seat) DO UPDATE SET sheet = excluded.sheet, since = excluded.since WHERE sheet <> excluded.sheet";
        self.transaction.prepare_cached(sql)?.execute(params![turn, seat.0, sheet, instant_text(since)])?;
        Ok(())
    }

    /// Notes that a seat is not ready, or no longer.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_not_ready(&self, turn: u32, seat: Seat) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM ready WHERE turn = ?1 AND seat = ?2")?.execute(params![turn, seat.0])?;
        Ok(())
    }

    /// The seats that are ready with the sheet that counts, and since when.
    ///
    /// # Errors
    /// When SQLite refuses or a stored time cannot be read.
    pub fn ready_seats(&self, turn: u32) -> Result<BTreeMap<Seat, DateTime<Utc>>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT seat, since FROM ready WHERE turn = ?1 AND sheet = (
               SELECT id FROM sheet WHERE sheet.turn = ready.turn AND sheet.seat = ready.seat AND withdrawn = 0 AND held_back = 0
               ORDER BY received_at DESC, id DESC LIMIT 1)
             ORDER BY seat",
        )?;
        let rows = statement.query_map([turn], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(|(seat, since)| Ok((Seat(small(seat, "a seat")?), read_instant(&since)?))).collect()
    }
}

/// A row of a sheet, its seat and its time not yet read.
type SheetRow = (i64, i64, String, String, String, String);

fn sheet_row(row: &Row<'_>) -> rusqlite::Result<SheetRow> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
}

fn stored_sheet((id, seat, received_at, text, canonical, digest): SheetRow) -> Result<(Seat, StoredSheet), StoreError> {
    let sheet = StoredSheet { id, received_at: read_instant(&received_at)?, text, canonical, digest };
    Ok((Seat(small(seat, "a seat")?), sheet))
}
