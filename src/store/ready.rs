//! Which seats are ready for a turn to be played early, and which ask for it to wait.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::cells::{instant_text, read_instant};
use super::error::StoreError;
use super::ledger::Ledger;
use crate::engine::{Seat, SeatSet};

/// `wait/7/2`: the player of seat 2 asks that turn 7 is not played before its deadline.
const ASKED_TO_WAIT: &str = "wait/";

impl Ledger<'_> {
    /// Notes that a seat is ready with this sheet, so that the turn may be played early. A later sheet makes the seat not ready.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_ready(&self, turn: u32, seat: Seat, sheet: i64, since: DateTime<Utc>) -> Result<(), StoreError> {
        let sql = "INSERT INTO ready (turn, seat, sheet, since) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (turn, seat) DO UPDATE SET sheet = excluded.sheet, since = excluded.since WHERE sheet <> excluded.sheet";
        self.transaction.prepare_cached(sql)?.execute(params![turn, seat.0, sheet, instant_text(since)])?;
        Ok(())
    }

    /// Dates all that is ready for a turn anew.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn date_ready_anew(&self, turn: u32, since: DateTime<Utc>) -> Result<(), StoreError> {
        self.transaction.prepare_cached("UPDATE ready SET since = ?2 WHERE turn = ?1")?.execute(params![turn, instant_text(since)])?;
        Ok(())
    }

    /// Notes that a seat is not ready.
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
        let sql = "SELECT seat, since FROM ready WHERE turn = ?1 AND sheet = (
                     SELECT id FROM sheet WHERE sheet.turn = ready.turn AND sheet.seat = ready.seat AND withdrawn = 0 AND held_back = 0
                     AND undone = 0 ORDER BY received_at DESC, id DESC LIMIT 1)";
        self.by_seat(sql, [turn], |_, since: String| read_instant(&since))
    }

    /// The seats that are ready and do not ask the turn to wait, and since when.
    ///
    /// # Errors
    /// As for [`Ledger::ready_seats`].
    pub fn ready_to_play(&self, turn: u32) -> Result<BTreeMap<Seat, DateTime<Utc>>, StoreError> {
        let mut ready = self.ready_seats(turn)?;
        if !ready.is_empty() {
            let waiting = self.waiting_seats(turn)?;
            ready.retain(|seat, _| !waiting.contains(seat));
        }
        Ok(ready)
    }

    /// The seats that ask that this turn is not played before its deadline.
    ///
    /// # Errors
    /// When SQLite refuses or a seat cannot be read.
    pub fn waiting_seats(&self, turn: u32) -> Result<SeatSet, StoreError> {
        let seat = |number: &String| number.parse().map(Seat).map_err(|_| StoreError::Unreadable { what: "a seat", why: number.clone() });
        self.facts(&format!("{ASKED_TO_WAIT}{turn}/"))?.keys().map(seat).collect()
    }

    /// Notes whether a seat asks that this turn is not played before its deadline. Requests for other turns are deleted.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_waiting(&self, turn: u32, seat: Seat, waits: bool) -> Result<(), StoreError> {
        let of_turn = format!("{ASKED_TO_WAIT}{turn}/");
        if self.facts(&of_turn)?.is_empty() {
            self.forget_waiting()?;
        }
        match waits {
            true => self.set_fact(&format!("{of_turn}{seat}"), ""),
            false => self.forget_fact(&format!("{of_turn}{seat}")),
        }
    }

    /// Deletes all requests to wait.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub(super) fn forget_waiting(&self) -> Result<(), StoreError> {
        self.facts(ASKED_TO_WAIT)?.keys().try_for_each(|rest| self.forget_fact(&format!("{ASKED_TO_WAIT}{rest}")))
    }
}
