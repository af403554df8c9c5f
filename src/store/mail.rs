//! Mails as they came, and the order book that they fill.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::{Ledger, StoreError, instant_text, read_instant, small};
use crate::campaign::Address;
use crate::engine::{Seat, SeatSet};

/// A mail to be filed with what was decided about it.
#[derive(Debug, Clone, Copy)]
pub struct NewMail<'a> {
    pub fingerprint: &'a str,
    pub received_at: DateTime<Utc>,
    pub sender: Option<&'a Address>,
    pub seat: Option<Seat>,
    pub turn: Option<u32>,
    pub verdict: &'a str,
    pub raw: &'a [u8],
}

/// Whether filing a mail was news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FiledMail {
    New {
        id: i64,
    },
    /// The same mail is here already: it is filed once and answered once.
    Known,
}

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
}

/// The sheet that counts for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSheet {
    pub seat: Seat,
    pub received_at: DateTime<Utc>,
    pub canonical: String,
    pub digest: String,
    /// How many sheets the seat sent for this turn.
    pub sheets_sent: u32,
}

/// How many mails had a verdict.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MailCount {
    pub verdict: String,
    pub mails: u32,
}

impl Ledger<'_> {
    /// Files a mail; the same one again is not filed.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn file_mail(&self, mail: &NewMail<'_>) -> Result<FiledMail, StoreError> {
        let filed = self
            .transaction
            .prepare_cached(
                "INSERT INTO mail (fingerprint, received_at, sender, seat, turn, verdict, raw)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (fingerprint) DO NOTHING",
            )?
            .execute(params![
                mail.fingerprint,
                instant_text(mail.received_at),
                mail.sender.map(Address::as_str),
                mail.seat.map(|seat| seat.0),
                mail.turn,
                mail.verdict,
                mail.raw
            ])?;
        Ok(if filed == 1 { FiledMail::New { id: self.transaction.last_insert_rowid() } } else { FiledMail::Known })
    }

    /// Whether this mail is here already.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn knows_mail(&self, fingerprint: &str) -> Result<bool, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT 1 FROM mail WHERE fingerprint = ?1")?;
        Ok(statement.exists([fingerprint])?)
    }

    /// Lets go of the bytes of mail that speaks for no seat: of all that is older than `before`, and of the oldest as soon as it is
    /// more than `at_most_bytes` in all. The rows stay, so that such a mail is known if it comes again; what was quarantined stays whole.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_raw_of_strangers(&self, before: DateTime<Utc>, at_most_bytes: u64) -> Result<(), StoreError> {
        let sql = "UPDATE mail SET raw = x'' WHERE id IN (
                     SELECT id FROM (
                       SELECT id, received_at, sum(length(raw)) OVER (ORDER BY received_at DESC, id DESC) AS bytes FROM mail
                       WHERE seat IS NULL AND verdict <> 'quarantined' AND length(raw) > 0)
                     WHERE bytes > ?1 OR received_at < ?2)";
        let at_most = i64::try_from(at_most_bytes).unwrap_or(i64::MAX);
        self.transaction.prepare_cached(sql)?.execute(params![at_most, instant_text(before)])?;
        Ok(())
    }

    /// Mails by verdict, in the order of the verdicts' names.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mail_counts(&self) -> Result<Vec<MailCount>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT verdict, count(*) FROM mail GROUP BY verdict ORDER BY verdict")?;
        let rows = statement.query_map([], |row| Ok(MailCount { verdict: row.get(0)?, mails: row.get(1)? }))?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// Puts a sheet into the order book.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn enter_sheet(&self, sheet: &NewSheet<'_>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO sheet (mail, turn, seat, received_at, text, canonical, digest) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                sheet.mail,
                sheet.turn,
                sheet.seat.0,
                instant_text(sheet.received_at),
                sheet.text,
                sheet.canonical,
                sheet.digest
            ])?;
        Ok(())
    }

    /// Takes all of a seat's sheets for a turn out of the count; returns how many did count.
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
    /// When SQLite refuses or a stored time does not read.
    pub fn order_book(&self, turn: u32) -> Result<BTreeMap<Seat, StoredSheet>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT seat, received_at, canonical, digest, count(*) OVER (PARTITION BY seat) FROM sheet
             WHERE turn = ?1 AND withdrawn = 0 ORDER BY seat, received_at, id",
        )?;
        let rows = statement
            .query_map([turn], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))?
            .collect::<Result<Vec<_>, _>>()?;
        let mut book = BTreeMap::new();
        for (seat, received_at, canonical, digest, sheets_sent) in rows {
            let seat = Seat(small(seat, "a seat")?);
            book.insert(seat, StoredSheet { seat, received_at: read_instant(&received_at)?, canonical, digest, sheets_sent });
        }
        Ok(book)
    }

    /// The text of the sheet that counts for one seat, as its player sent it.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn counting_text(&self, turn: u32, seat: Seat) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT text FROM sheet WHERE turn = ?1 AND seat = ?2 AND withdrawn = 0 ORDER BY received_at DESC, id DESC LIMIT 1",
        )?;
        Ok(statement.query_row(params![turn, seat.0], |row| row.get(0)).optional()?)
    }

    /// Whether a sheet of that seat counts; asked for every mail, so it looks no further than the first.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn has_sheet(&self, turn: u32, seat: Seat) -> Result<bool, StoreError> {
        let mut statement =
            self.transaction.prepare_cached("SELECT 1 FROM sheet WHERE turn = ?1 AND seat = ?2 AND withdrawn = 0 LIMIT 1")?;
        Ok(statement.exists(params![turn, seat.0])?)
    }

    /// Notes that a seat is, or is no longer, ready for the turn to be adjudicated early.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_ready(&self, turn: u32, seat: Seat, ready: bool) -> Result<(), StoreError> {
        let sql = if ready {
            "INSERT INTO ready (turn, seat) VALUES (?1, ?2) ON CONFLICT DO NOTHING"
        } else {
            "DELETE FROM ready WHERE turn = ?1 AND seat = ?2"
        };
        self.transaction.prepare_cached(sql)?.execute(params![turn, seat.0])?;
        Ok(())
    }

    /// The seats that are ready.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn ready_seats(&self, turn: u32) -> Result<SeatSet, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT seat FROM ready WHERE turn = ?1 ORDER BY seat")?;
        let rows = statement.query_map([turn], |row| row.get::<_, i64>(0))?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(|seat| Ok(Seat(small(seat, "a seat")?))).collect()
    }
}
