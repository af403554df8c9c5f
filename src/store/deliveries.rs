//! What became of the reports mailed to a seat, and which are sent again.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::cells::{close, instant_text, open};
use super::error::StoreError;
use super::kind::{EmailKind, any_of};
use super::ledger::Ledger;
use super::outbox::AN_EMAIL;
use crate::campaign::{Address, MessageId};
use crate::engine::Seat;

/// The kinds of emails that bring a seat a report.
pub(super) const BRING_REPORTS: [EmailKind; 3] = [EmailKind::Report, EmailKind::Again, EmailKind::Welcome];

impl Ledger<'_> {
    /// The email that first brought a seat the report of a turn, or at least its header. `None` if the report was only filed, or waits sealed to a
    /// key that is not at hand.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mailed_report(&self, turn: u32, seat: Seat) -> Result<Option<Vec<u8>>, StoreError> {
        let report = EmailKind::Report;
        let sql = format!("SELECT raw, is_sealed FROM outbox WHERE kind = '{report}' AND turn = ?1 AND seat = ?2 AND undone = 0");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let kept: Option<(Vec<u8>, bool)> = statement.query_row(params![turn, seat.0], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        Ok(match kept {
            Some((sealed, true)) => self.seals.waiting.as_ref().and_then(|seal| seal.open(&sealed).ok()),
            other => other.map(|(raw, _)| raw),
        })
    }

    /// The seat to which an email brought a report; `None` for all other emails.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn brought_report_to(&self, message_id: &MessageId) -> Result<Option<Seat>, StoreError> {
        let kinds = any_of(&BRING_REPORTS);
        let sql = format!("SELECT seat FROM outbox WHERE message_id = ?1 AND kind IN {kinds} AND seat IS NOT NULL");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        Ok(statement.query_row([message_id.as_str()], |row| row.get(0)).optional()?.map(Seat))
    }

    /// How often the report of a turn was sent to a seat again.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn times_sent_again(&self, turn: u32, seat: Seat) -> Result<u32, StoreError> {
        let again = EmailKind::Again;
        let sql = format!("SELECT count(*) FROM outbox WHERE kind = '{again}' AND turn = ?1 AND seat = ?2");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        Ok(statement.query_row(params![turn, seat.0], |row| row.get(0))?)
    }

    /// The turns whose reports a seat was mailed.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mailed_turns(&self, seat: Seat) -> Result<BTreeSet<u32>, StoreError> {
        self.turns_of_outbox(seat, &BRING_REPORTS, "true")
    }

    /// The turns whose reports have not left for a seat: each attempt has failed or still waits.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn undelivered_reports(&self, seat: Seat) -> Result<BTreeSet<u32>, StoreError> {
        let sent = self.turns_of_outbox(seat, &BRING_REPORTS, "state = 'sent'")?;
        Ok(self.turns_of_outbox(seat, &BRING_REPORTS, "state <> 'sent'")?.difference(&sent).copied().collect())
    }

    /// The turns whose reports wait to be sent to the holder of a seat in an email of this kind.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turns_waiting(&self, seat: Seat, kind: EmailKind) -> Result<BTreeSet<u32>, StoreError> {
        self.turns_of_outbox(seat, &[kind], "state = 'waiting'")
    }

    fn turns_of_outbox(&self, seat: Seat, kinds: &[EmailKind], condition: &str) -> Result<BTreeSet<u32>, StoreError> {
        let kinds = any_of(kinds);
        let sql = format!(
            "SELECT DISTINCT turn FROM outbox WHERE seat = ?1 AND turn IS NOT NULL AND undone = 0 AND kind IN {kinds} AND {condition}"
        );
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let rows = statement.query_map([seat.0], |row| row.get(0))?;
        rows.map(|row| Ok(row?)).collect()
    }

    /// Whether the holder of a seat has been sent anything: since their welcome, or if the seat never changed hands, since the game began.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn has_written_to(&self, seat: Seat) -> Result<bool, StoreError> {
        let welcome = EmailKind::Welcome;
        let sql = format!(
            "SELECT 1 FROM outbox WHERE seat = ?1 AND state = 'sent'
             AND id >= (SELECT coalesce(max(id), 0) FROM outbox WHERE seat = ?1 AND kind = '{welcome}') LIMIT 1"
        );
        Ok(self.transaction.prepare_cached(&sql)?.exists([seat.0])?)
    }

    /// Notes that the holder of a seat has joined by email: the host itself told them that they play, whatever has left the campaign since.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn note_joined(&self, seat: Seat) -> Result<(), StoreError> {
        self.set_fact(&joined(seat), "yes")
    }

    /// Whether the holder of a seat has joined by email.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn has_joined(&self, seat: Seat) -> Result<bool, StoreError> {
        Ok(self.fact(&joined(seat))?.is_some())
    }

    /// Deletes the note that the holder of a seat has joined by email, because they have left.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn forget_joined(&self, seat: Seat) -> Result<(), StoreError> {
        self.forget_fact(&joined(seat))
    }

    /// Sends to another address, from `now` on, what waits to be sent to the holder of a seat at this one and was written for them by others or to all,
    /// or welcomes them: neither reports, which are written anew, nor answers, which are for whoever asked. `readdress` writes an email for the other
    /// address.
    ///
    /// # Errors
    /// When SQLite refuses, or the key is not at hand.
    pub fn redirect_waiting(
        &self,
        seat: Seat,
        (from, to): (&Address, &Address),
        now: DateTime<Utc>,
        readdress: impl Fn(&[u8]) -> Vec<u8>,
    ) -> Result<(), StoreError> {
        let kinds = any_of(&[EmailKind::Press, EmailKind::Notice, EmailKind::Rollback, EmailKind::Welcome]);
        let sql =
            format!("SELECT id, raw, is_sealed FROM outbox WHERE seat = ?1 AND recipient = ?2 AND state = 'waiting' AND kind IN {kinds}");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let mut rows = statement.query(params![seat.0, from.as_str()])?;
        let sql = "UPDATE outbox SET recipient = ?2, raw = ?3, is_sealed = 1, attempts = 0, last_error = NULL, next_attempt_at = ?4 WHERE id = ?1";
        while let Some(row) = rows.next()? {
            let kept: Vec<u8> = row.get(1)?;
            let raw = if row.get(2)? { open(self.seals.waiting.as_ref(), &kept, AN_EMAIL)? } else { kept };
            let sealed = close(self.seals.waiting.as_ref(), &readdress(&raw), AN_EMAIL)?;
            self.transaction.prepare_cached(sql)?.execute(params![row.get::<_, i64>(0)?, to.as_str(), sealed, instant_text(now)])?;
        }
        Ok(())
    }

    /// Gives up the emails that still wait to be sent to the holder of a seat, except to this address.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn give_up_waiting(&self, seat: Seat, except: Option<&Address>, why: &str) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET state = 'failed', last_error = ?2 WHERE seat = ?1 AND state = 'waiting' AND recipient IS NOT ?3";
        self.transaction.prepare_cached(sql)?.execute(params![seat.0, why, except.map(Address::as_str)])?;
        Ok(())
    }

    /// Notes that emails to the holder of a seat come back, from this turn's report on. Only the first time since the player was reached counts.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn note_returned(&self, seat: Seat, turn: u32) -> Result<(), StoreError> {
        if self.unreached_since(seat)?.is_none() { self.set_fact(&returned(seat), &turn.to_string()) } else { Ok(()) }
    }

    /// As [`Ledger::comes_back_since`], but `None` if the player has sent orders for a later turn since, and so was reached.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn unreached_since(&self, seat: Seat) -> Result<Option<u32>, StoreError> {
        let Some(since) = self.comes_back_since(seat)? else { return Ok(None) };
        let is_reached = self.last_attended(seat)?.is_some_and(|answered| answered > since);
        Ok(if is_reached { None } else { Some(since) })
    }

    /// The turn since whose report emails to the holder of a seat come back; `None` if none has.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn comes_back_since(&self, seat: Seat) -> Result<Option<u32>, StoreError> {
        self.fact_as(&returned(seat))
    }

    /// Deletes the note that emails to a seat come back, because the seat has a new address or has answered since.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn forget_returned(&self, seat: Seat) -> Result<(), StoreError> {
        self.forget_fact(&returned(seat))
    }
}

fn joined(seat: Seat) -> String {
    format!("joined/{seat}")
}

fn returned(seat: Seat) -> String {
    format!("returned/{seat}")
}
