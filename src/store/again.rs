//! Turns that no longer count, and turns that are played again: decides which rows count.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::cells::{read_instant, small};
use super::commitments::read_digest;
use super::deliveries::BRING_REPORTS;
use super::error::StoreError;
use super::journal::read_entry;
use super::kind::{EmailKind, any_of};
use super::ledger::Ledger;
use super::order_book::SheetRow;
use super::sending::read_address;
use crate::campaign::journal::Salt;
use crate::campaign::{Address, Digest};
use crate::engine::Seat;

/// The fact that numbers the course that the game takes now.
const ERA: &str = "era";

/// The fact that tells this game from earlier ones of the same name.
const LIFE: &str = "life";

/// Why a report is not sent that still waited when the game went back.
const TAKEN_BACK: &str = "the game went back before it left";

/// The Message-IDs of reports to a player's further addresses.
const COPY_OF_REPORT: &str = "*.report.*.also*";

/// The tables whose rows belong to a turn, and count as long as the turn does.
const OF_TURNS: [&str; 9] =
    ["snapshot", "edited_position", "turn_window", "reserve_use", "bank_change", "attendance", "sheet", "commitment", "receipt"];

/// A sheet that counts for a turn that is open again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedSheet {
    /// Its digest as it counts now.
    pub digest: Digest,
    /// The salt with which its player sealed it, once revealed.
    pub own_salt: Option<Salt>,
    /// Whether only its player knows what is in it.
    pub is_sealed: bool,
}

impl Ledger<'_> {
    /// The number of the course that the game takes now; 0 if it never went back.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn era(&self) -> Result<u32, StoreError> {
        Ok(self.fact_as(ERA)?.unwrap_or(0))
    }

    /// Notes that the game takes another course from here on, with a number that none has had.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn begin_era(&self, era: u32) -> Result<(), StoreError> {
        self.set_fact(ERA, &era.to_string())
    }

    /// What tells this game from earlier ones of the same name; 0 for the first.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn life(&self) -> Result<u32, StoreError> {
        Ok(self.fact_as(LIFE)?.unwrap_or(0))
    }

    /// Notes what tells this game from earlier ones of the same name, before it begins.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn begin_life(&self, life: u32) -> Result<(), StoreError> {
        self.set_fact(LIFE, &life.to_string())
    }

    /// Makes everything that belongs to turns after `turn` no longer count, by this entry. No seat is ready for any of them, and reports of them that wait
    /// to be sent are not.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn undo_turns_after(&self, turn: u32, entry: u32) -> Result<(), StoreError> {
        for table in OF_TURNS {
            let sql = format!("UPDATE {table} SET undone = ?2 WHERE turn > ?1 AND undone = 0");
            self.transaction.prepare_cached(&sql)?.execute([turn, entry])?;
        }
        let kinds = any_of(&[&BRING_REPORTS[..], &[EmailKind::Rollback, EmailKind::Observed]].concat());
        let sql = format!(
            "UPDATE outbox SET undone = ?2 WHERE turn > ?1 AND undone = 0 AND (kind IN {kinds} OR message_id GLOB '{COPY_OF_REPORT}')"
        );
        self.transaction.prepare_cached(&sql)?.execute([turn, entry])?;
        let kinds = any_of(&[EmailKind::Report, EmailKind::Again, EmailKind::Observed, EmailKind::Copy]);
        let sql = format!(
            "UPDATE outbox SET state = 'failed', last_error = ?2 WHERE turn > ?1 AND undone > 0 AND state = 'waiting' AND kind IN {kinds}"
        );
        self.transaction.prepare_cached(&sql)?.execute(params![turn, TAKEN_BACK])?;
        self.transaction.prepare_cached("DELETE FROM ready WHERE turn > ?1")?.execute([turn])?;
        self.forget_waiting()
    }

    /// Makes everything that an entry has undone count again, up to this turn. Reports that had not left wait again, if `is_for` still says of their seat
    /// and their address that the one reads what the other sees.
    ///
    /// # Errors
    /// When SQLite refuses, or an address cannot be read.
    pub fn redo(&self, entry: u32, turn: u32, is_for: impl Fn(Option<Seat>, &Address) -> bool) -> Result<(), StoreError> {
        for table in OF_TURNS.into_iter().chain(["outbox"]) {
            self.transaction
                .prepare_cached(&format!("UPDATE {table} SET undone = 0 WHERE undone = ?1 AND turn <= ?2"))?
                .execute([entry, turn])?;
        }
        let sql = "SELECT id, seat, recipient FROM outbox WHERE state = 'failed' AND last_error = ?2 AND undone = 0 AND turn <= ?1";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let mut rows = statement.query(params![turn, TAKEN_BACK])?;
        while let Some(row) = rows.next()? {
            let seat = row.get::<_, Option<i64>>(1)?.map(|seat| small(seat, "a seat").map(Seat)).transpose()?;
            if is_for(seat, &read_address(row.get(2)?)?) {
                let sql = "UPDATE outbox SET state = 'waiting', last_error = NULL WHERE id = ?1";
                self.transaction.prepare_cached(sql)?.execute([row.get::<_, i64>(0)?])?;
            }
        }
        Ok(())
    }

    /// Makes the sheets that an entry has undone count for the same turn again, each with the digest that `digest` makes from its seat and canonical
    /// text. A sheet that its player had sealed keeps its own digest. A sheet that can no longer be opened does not count.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn carry_sheets(
        &self,
        turn: u32,
        entry: u32,
        digest: impl Fn(Seat, &str) -> Digest,
    ) -> Result<BTreeMap<Seat, CarriedSheet>, StoreError> {
        let mut carried = BTreeMap::new();
        for (seat, row) in self.last_rows(turn, entry)? {
            let (id, Ok(sheet)) = (row.id, self.opened(row)) else { continue };
            let sql = "INSERT INTO sheet (mail, turn, seat, received_at, sealed, digest)
                       SELECT mail, turn, seat, received_at, sealed, coalesce(?2, digest) FROM sheet WHERE id = ?1 RETURNING digest";
            let anew = sheet.salt.is_none().then(|| digest(seat, &sheet.canonical).to_string());
            let digest: String = self.transaction.prepare_cached(sql)?.query_row(params![id, anew], |row| row.get(0))?;
            carried.insert(
                seat,
                CarriedSheet { digest: read_digest(&digest, format_args!("sheet {id}"))?, own_salt: sheet.salt, is_sealed: false },
            );
        }
        let sql = "INSERT INTO commitment (turn, seat, mail, received_at, digest)
                   SELECT turn, seat, mail, received_at, digest FROM commitment WHERE turn = ?1 AND undone = ?2 RETURNING seat, digest";
        let digests =
            self.by_seat(sql, [turn, entry], |seat, digest: String| read_digest(&digest, format_args!("turn {turn}, seat {seat}")))?;
        for (seat, digest) in digests {
            carried.entry(seat).or_insert(CarriedSheet { digest, own_salt: None, is_sealed: true });
        }
        Ok(carried)
    }

    /// The last sheet of each seat that counted until an entry undid it.
    fn last_rows(&self, turn: u32, entry: u32) -> Result<BTreeMap<Seat, SheetRow>, StoreError> {
        let sql = "SELECT id, seat, received_at, sealed FROM sheet
                   WHERE turn = ?1 AND undone = ?2 AND withdrawn = 0 AND held_back = 0 ORDER BY seat, received_at, id";
        Ok(self.sheet_rows(sql, params![turn, entry])?.into_iter().map(|row| (row.seat, row)).collect())
    }

    /// When a seat was last mailed the report of a turn that no longer counts.
    ///
    /// # Errors
    /// When SQLite refuses or the stored time cannot be read.
    pub fn undone_report_of(&self, turn: u32, seat: Seat) -> Result<Option<DateTime<Utc>>, StoreError> {
        let report = EmailKind::Report;
        let sql = format!(
            "SELECT max(created_at) FROM outbox WHERE kind = '{report}' AND turn = ?1 AND seat = ?2 AND undone > 0 AND state = 'sent'"
        );
        let written: Option<String> = self.transaction.prepare_cached(&sql)?.query_row(params![turn, seat.0], |row| row.get(0))?;
        written.map(|text| read_instant(&text)).transpose()
    }

    /// When a turn was last played before it was played again.
    ///
    /// # Errors
    /// When SQLite refuses or the entry cannot be read.
    pub fn played_before(&self, turn: u32) -> Result<Option<DateTime<Utc>>, StoreError> {
        let sql =
            "SELECT entry FROM journal JOIN snapshot USING (number) WHERE snapshot.turn = ?1 AND undone > 0 ORDER BY number DESC LIMIT 1";
        let text: Option<String> = self.transaction.prepare_cached(sql)?.query_row([turn], |row| row.get(0)).optional()?;
        text.map(|text| read_entry(&text).map(|entry| entry.at)).transpose()
    }

    /// The entry of the last turn whose report a seat was mailed, whether it counts or not; 0 if there is none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn told_until(&self, seat: Seat) -> Result<u32, StoreError> {
        // Searches back from the last turn, since nearly every seat was sent its report.
        let report = EmailKind::Report;
        let sql = format!(
            "SELECT snapshot.number FROM snapshot CROSS JOIN outbox USING (turn, undone)
             WHERE kind = '{report}' AND outbox.seat = ?1 ORDER BY snapshot.number DESC LIMIT 1"
        );
        Ok(self.transaction.prepare_cached(&sql)?.query_row([seat.0], |row| row.get(0)).optional()?.unwrap_or(0))
    }

    /// The entry of the last turn before this entry, whether it counts or not; 0 if there is none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turn_entry_before(&self, number: u32) -> Result<u32, StoreError> {
        let sql = "SELECT coalesce(max(number), 0) FROM journal WHERE turn IS NOT NULL AND number < ?1";
        Ok(self.transaction.prepare_cached(sql)?.query_row([number], |row| row.get(0))?)
    }
}
