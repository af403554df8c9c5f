//! The order book: the sheets for each turn, and which of them counts for each seat.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::cells::{close, instant_text, open, read_instant, small};
use super::commitments::read_digest;
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::Digest;
use crate::campaign::journal::Salt;
use crate::engine::{Seat, SeatSet};

/// A sheet for the order book.
#[derive(Debug, Clone, Copy)]
pub struct NewSheet<'a> {
    /// The id of the email that brought it.
    pub mail: i64,
    /// The turn that it is for.
    pub turn: u32,
    /// Whose orders they are.
    pub seat: Seat,
    /// When it counts as received, which decides which sheet of a seat is the last.
    pub received_at: DateTime<Utc>,
    /// The text as the player sent it, without lines of commands.
    pub text: &'a str,
    /// Its orders in canonical spelling, or the lines that were sealed; empty if it has no orders.
    pub canonical: &'a str,
    /// The digest of `canonical` with the player's salt or the campaign's, as the receipt shows it.
    pub digest: Digest,
    /// The salt with which its player sealed it, now revealed.
    pub salt: Option<Salt>,
    /// Whether it is kept but not in force: an earlier sheet counts until the player says otherwise (P3.3).
    pub held_back: bool,
}

/// A seat's sheet in force. What it says stays sealed, here or with its player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetInForce {
    /// When it counts as received; for a sheet that its player keeps sealed, when its digest was received.
    pub received_at: DateTime<Utc>,
    /// Its salted digest, as the receipt shows it.
    pub digest: Digest,
}

/// A sheet of a seat, opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSheet {
    /// Its id, which READY and CONFIRM refer to.
    pub id: i64,
    /// When it counts as received.
    pub received_at: DateTime<Utc>,
    /// The text as the player sent it, without lines of commands.
    pub text: String,
    /// Its orders in canonical spelling, or the lines that were sealed; empty if it has no orders.
    pub canonical: String,
    /// The salt of a sheet that its player sealed and has revealed.
    pub salt: Option<Salt>,
}

impl StoredSheet {
    /// Whether it has any orders. A sheet without orders says that there are none to carry out.
    pub fn has_orders(&self) -> bool {
        !self.canonical.is_empty()
    }
}

/// The sealed part of a sheet.
#[derive(Serialize, Deserialize)]
struct SealedWords {
    text: String,
    canonical: String,
    salt: Option<Salt>,
}

/// What is sealed, as errors name it.
const A_SHEET: &str = "a sheet";

/// What is true of the sheets that may count; of a seat's sheets the last does (P3.3).
const IN_FORCE: &str = "withdrawn = 0 AND held_back = 0 AND undone = 0";

/// Selects the sheets of a turn.
const SHEETS: &str = "SELECT id, seat, received_at, sealed FROM sheet WHERE turn = ?1";

impl Ledger<'_> {
    /// Stores a sheet, sealed; returns its id.
    ///
    /// # Errors
    /// When SQLite refuses, or the key is not at hand.
    pub fn enter_sheet(&self, sheet: &NewSheet<'_>) -> Result<i64, StoreError> {
        let words = SealedWords { text: sheet.text.to_owned(), canonical: sheet.canonical.to_owned(), salt: sheet.salt };
        let sealed = close(self.seals.sheets.as_ref(), serde_json::json!(words).to_string().as_bytes(), A_SHEET)?;
        self.transaction
            .prepare_cached(
                "INSERT INTO sheet (mail, turn, seat, received_at, sealed, digest, held_back) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                sheet.mail,
                sheet.turn,
                sheet.seat.0,
                instant_text(sheet.received_at),
                sealed,
                sheet.digest.to_string(),
                sheet.held_back
            ])?;
        Ok(self.transaction.last_insert_rowid())
    }

    /// Withdraws all of a seat's sheets for a turn, including those held back; returns how many there were.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn withdraw_sheets(&self, turn: u32, seat: Seat) -> Result<usize, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("UPDATE sheet SET withdrawn = 1 WHERE turn = ?1 AND seat = ?2 AND withdrawn = 0 AND undone = 0")?;
        Ok(statement.execute(params![turn, seat.0])?)
    }

    /// P3.3: the last sheet of each seat by time of arrival, whole; of two in the same second, the one filed later. Opens nothing, and includes
    /// sheets of which only a digest is known.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn sheets_in_force(&self, turn: u32) -> Result<BTreeMap<Seat, SheetInForce>, StoreError> {
        let sql = format!(
            "SELECT seat, received_at, digest FROM commitment WHERE turn = ?1 AND undone = 0 UNION ALL SELECT seat, received_at, digest FROM (
             SELECT seat, received_at, digest FROM sheet WHERE turn = ?1 AND {IN_FORCE} ORDER BY seat, received_at, id)"
        );
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let mut rows = statement.query([turn])?;
        let mut sheets = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let seat = Seat(small(row.get(0)?, "a seat")?);
            let digest = read_digest(&row.get::<_, String>(2)?, format_args!("turn {turn}, seat {seat}"))?;
            sheets.insert(seat, SheetInForce { received_at: read_instant(&row.get::<_, String>(1)?)?, digest });
        }
        Ok(sheets)
    }

    /// The sheets in force that can be opened here, opened.
    ///
    /// # Errors
    /// As [`Ledger::sheets_in_force`], or when a sheet was sealed to another key than the one at hand.
    pub fn order_book(&self, turn: u32) -> Result<BTreeMap<Seat, StoredSheet>, StoreError> {
        let rows = self.sheet_rows(&format!("{SHEETS} AND {IN_FORCE} ORDER BY seat, received_at, id"), params![turn])?;
        let last: BTreeMap<Seat, SheetRow> = rows.into_iter().map(|row| (row.seat, row)).collect();
        last.into_iter().map(|(seat, row)| Ok((seat, self.opened(row)?))).collect()
    }

    /// The sheet that counts for one seat, opened.
    ///
    /// # Errors
    /// As [`Ledger::order_book`].
    pub fn counting_sheet(&self, turn: u32, seat: Seat) -> Result<Option<StoredSheet>, StoreError> {
        self.counting_sheet_or(turn, seat, None)
    }

    /// The sheet of a seat that counted at an instant, opened, unless it was withdrawn since.
    ///
    /// # Errors
    /// As [`Ledger::order_book`].
    pub fn sheet_before(&self, turn: u32, seat: Seat, instant: DateTime<Utc>) -> Result<Option<StoredSheet>, StoreError> {
        let sql = format!("{SHEETS} AND {IN_FORCE} AND seat = ?2 AND received_at < ?3 ORDER BY received_at DESC, id DESC LIMIT 1");
        self.sheet_rows(&sql, params![turn, seat.0, instant_text(instant)])?.pop().map(|row| self.opened(row)).transpose()
    }

    /// As [`Ledger::counting_sheet`]. If that is the sheet `at_hand`, returns it without opening anything.
    ///
    /// # Errors
    /// As [`Ledger::order_book`].
    pub fn counting_sheet_or(&self, turn: u32, seat: Seat, at_hand: Option<StoredSheet>) -> Result<Option<StoredSheet>, StoreError> {
        let sql = format!("{SHEETS} AND {IN_FORCE} AND seat = ?2 ORDER BY received_at DESC, id DESC LIMIT 1");
        let Some(row) = self.sheet_rows(&sql, params![turn, seat.0])?.pop() else { return Ok(None) };
        let at_hand = at_hand.filter(|sheet| sheet.id == row.id);
        at_hand.map_or_else(|| self.opened(row), Ok).map(Some)
    }

    /// A seat's sheet that is held back, if it came after the one that counts.
    ///
    /// # Errors
    /// As [`Ledger::order_book`].
    pub fn held_back_sheet(&self, turn: u32, seat: Seat) -> Result<Option<StoredSheet>, StoreError> {
        let sql = "SELECT id, seat, received_at, sealed FROM sheet AS held
                   WHERE turn = ?1 AND seat = ?2 AND withdrawn = 0 AND held_back = 1 AND undone = 0 AND NOT EXISTS (
                     SELECT 1 FROM sheet AS later WHERE later.turn = held.turn AND later.seat = held.seat AND later.withdrawn = 0
                     AND later.held_back = 0 AND later.undone = 0 AND (later.received_at, later.id) > (held.received_at, held.id))
                   ORDER BY received_at DESC, id DESC LIMIT 1";
        self.sheet_rows(sql, params![turn, seat.0])?.pop().map(|row| self.opened(row)).transpose()
    }

    pub(super) fn sheet_rows(&self, sql: &str, of: impl rusqlite::Params) -> Result<Vec<SheetRow>, StoreError> {
        let mut statement = self.transaction.prepare_cached(sql)?;
        let mut rows = statement.query(of)?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(SheetRow {
                id: row.get(0)?,
                seat: Seat(small(row.get(1)?, "a seat")?),
                received_at: read_instant(&row.get::<_, String>(2)?)?,
                sealed: row.get(3)?,
            });
        }
        Ok(found)
    }

    pub(super) fn opened(&self, row: SheetRow) -> Result<StoredSheet, StoreError> {
        let plain = open(self.seals.sheets.as_ref(), &row.sealed, A_SHEET)?;
        let read = serde_json::from_slice(&plain).map_err(|error| StoreError::Unreadable { what: A_SHEET, why: error.to_string() });
        let SealedWords { text, canonical, salt } = read?;
        Ok(StoredSheet { id: row.id, received_at: row.received_at, text, canonical, salt })
    }

    /// Numbers a receipt given to a seat for a turn; returns its number, from 1.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn number_receipt(&self, turn: u32, seat: Seat) -> Result<u32, StoreError> {
        // One statement that also returned the number would open a table for its result each time.
        let next = "SELECT coalesce(max(number), 0) + 1 FROM receipt WHERE seat = ?1";
        let number: u32 = self.transaction.prepare_cached(next)?.query_row([seat.0], |row| row.get(0))?;
        let taken = "INSERT INTO receipt (seat, number, turn) VALUES (?1, ?2, ?3)";
        self.transaction.prepare_cached(taken)?.execute(params![seat.0, number, turn])?;
        Ok(number)
    }

    /// The number of the last receipt that each seat was given for a turn.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_receipts(&self, turn: u32) -> Result<BTreeMap<Seat, u32>, StoreError> {
        let sql = "SELECT seat, max(number) FROM receipt WHERE turn = ?1 AND undone = 0 GROUP BY seat";
        self.by_seat(sql, [turn], |_, number| Ok(number))
    }

    /// Puts a sheet that was held back into force.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn put_in_force(&self, sheet: i64) -> Result<(), StoreError> {
        self.transaction.prepare_cached("UPDATE sheet SET held_back = 0 WHERE id = ?1")?.execute([sheet])?;
        Ok(())
    }

    /// How many sheets each seat has sent for a turn, without those held back or withdrawn.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn sheets_sent(&self, turn: u32) -> Result<BTreeMap<Seat, u32>, StoreError> {
        let sql = format!("SELECT seat, count(*) FROM sheet WHERE turn = ?1 AND {IN_FORCE} GROUP BY seat");
        self.by_seat(&sql, [turn], |_, sheets| Ok(sheets))
    }

    /// The seats for which a sheet counts, sealed by their players or not.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn seats_with_sheets(&self, turn: u32) -> Result<SeatSet, StoreError> {
        let sql = format!(
            "SELECT seat, NULL FROM sheet WHERE turn = ?1 AND {IN_FORCE}
             UNION ALL SELECT seat, NULL FROM commitment WHERE turn = ?1 AND undone = 0"
        );
        Ok(self.by_seat(&sql, [turn], |_, _: Option<u32>| Ok(()))?.into_keys().collect())
    }
}

/// A sheet as stored.
pub(super) struct SheetRow {
    pub id: i64,
    pub seat: Seat,
    received_at: DateTime<Utc>,
    sealed: Vec<u8>,
}
