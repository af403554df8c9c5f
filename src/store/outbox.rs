//! Outgoing emails: queued in the transaction that causes them, sent afterwards, and retried.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::cells::{close, instant_text, read_instant, small};
use super::error::StoreError;
use super::kind::EmailKind;
use super::ledger::Ledger;
use crate::campaign::budget::Account;
use crate::campaign::{Address, MessageId};
use crate::engine::Seat;

/// What is sealed, as errors name it.
pub(super) const AN_EMAIL: &str = "an email to be sent";

/// What an outgoing email is about and for whom, by which it is found later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// Its purpose.
    pub kind: EmailKind,
    /// The turn that it is about, or that was open when it was written; `None` if there is none.
    pub turn: Option<u32>,
    /// The seat that it is for, if any.
    pub seat: Option<Seat>,
    /// The only address that it goes to.
    pub recipient: Address,
    /// The account of answers that it counts towards; `None` if it answers nobody.
    pub budget: Option<Account>,
}

/// An email to be queued.
#[derive(Debug, Clone, Copy)]
pub struct NewOutgoing<'a> {
    /// Its Message-ID. The same cause always gives the same one.
    pub message_id: &'a MessageId,
    /// The envelope's sender, to which mail servers return what they cannot deliver.
    pub sender: &'a Address,
    /// What it is about, and for whom.
    pub slip: &'a Slip,
    /// The whole email as it goes to the server, not sealed yet.
    pub raw: &'a [u8],
}

/// How many emails wait, were sent, or could not be delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct OutboxCount {
    /// Emails still to be sent, now or later.
    pub waiting: u32,
    /// Emails that the transport has accepted.
    pub sent: u32,
    /// Emails that were given up after somebody had tried to send them.
    pub failed: u32,
}

impl Ledger<'_> {
    /// The last error of an email that still waits to be sent; `None` if there is none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_sending_error(&self) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT last_error FROM outbox WHERE state = 'waiting' AND last_error IS NOT NULL ORDER BY next_attempt_at DESC LIMIT 1",
        )?;
        Ok(statement.query_row([], |row| row.get(0)).optional()?)
    }

    /// Queues an email, sealed; returns whether it was new. An email with a known Message-ID is not queued again.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn queue(&self, mail: &NewOutgoing<'_>, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let now = instant_text(now);
        let queued = self
            .transaction
            .prepare_cached(
                "INSERT INTO outbox (message_id, kind, turn, seat, sender, recipient, raw, is_sealed, created_at, next_attempt_at, budget)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?8, ?9) ON CONFLICT (message_id) DO NOTHING",
            )?
            .execute(params![
                mail.message_id.as_str(),
                mail.slip.kind.code(),
                mail.slip.turn,
                mail.slip.seat.map(|seat| seat.0),
                mail.sender.as_str(),
                mail.slip.recipient.as_str(),
                close(self.seals.waiting.as_ref(), mail.raw, AN_EMAIL)?,
                now,
                mail.slip.budget.as_ref().map(Account::name)
            ])?;
        Ok(queued == 1)
    }

    /// The id of the last email queued; 0 if there is none.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_outgoing(&self) -> Result<i64, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT coalesce(max(id), 0) FROM outbox")?.query_row([], |row| row.get(0))?)
    }

    /// The kind and the seat of each email queued after that one.
    ///
    /// # Errors
    /// When SQLite refuses, or a kind or a seat cannot be read.
    pub fn queued_after(&self, id: i64) -> Result<Vec<(EmailKind, Option<Seat>)>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT kind, seat FROM outbox WHERE id > ?1 ORDER BY id")?;
        let rows = statement
            .query_map([id], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?)))?
            .collect::<Result<Vec<_>, _>>()?;
        rows.into_iter()
            .map(|(kind, seat)| Ok((EmailKind::read(&kind)?, seat.map(|seat| small(seat, "a seat").map(Seat)).transpose()?)))
            .collect()
    }

    /// How many emails of an account were queued since a time.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn spent_since(&self, account: &Account, since: DateTime<Utc>) -> Result<u32, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT count(*) FROM outbox WHERE budget = ?1 AND created_at > ?2")?;
        Ok(statement.query_row(params![account.name(), instant_text(since)], |row| row.get(0))?)
    }

    /// When the first of these emails was queued; `None` if there is none.
    ///
    /// # Errors
    /// When SQLite refuses or the time cannot be read.
    pub fn first_spent_since(&self, account: &Account, since: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT min(created_at) FROM outbox WHERE budget = ?1 AND created_at > ?2")?;
        let first: Option<String> = statement.query_row(params![account.name(), instant_text(since)], |row| row.get(0))?;
        first.map(|text| read_instant(&text)).transpose()
    }

    /// Whether an email with this Message-ID was ever queued.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn has_queued(&self, message_id: &MessageId) -> Result<bool, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT 1 FROM outbox WHERE message_id = ?1")?.exists([message_id.as_str()])?)
    }

    /// The seat that an email of ours was for; `None` if it was for none, or was never queued.
    ///
    /// # Errors
    /// When SQLite refuses or the seat cannot be read.
    pub fn seat_of_outgoing(&self, message_id: &MessageId) -> Result<Option<Seat>, StoreError> {
        self.seat_found("SELECT seat FROM outbox WHERE message_id = ?1", message_id.as_str())
    }

    /// The turn that an email of ours was about, or that was open when it was written; `None` if there was none, or it was never queued.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn turn_of_outgoing(&self, message_id: &MessageId) -> Result<Option<u32>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT turn FROM outbox WHERE message_id = ?1")?;
        Ok(statement.query_row([message_id.as_str()], |row| row.get(0)).optional()?.flatten())
    }

    /// Whether an email of ours was of this kind, and for this seat.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn is_letter_to(&self, message_id: &MessageId, kind: EmailKind, seat: Seat) -> Result<bool, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT 1 FROM outbox WHERE message_id = ?1 AND kind = ?2 AND seat = ?3")?;
        Ok(statement.exists(params![message_id.as_str(), kind.code(), seat.0])?)
    }

    /// When the oldest email that waits to be sent was queued.
    ///
    /// # Errors
    /// When SQLite refuses or the time cannot be read.
    pub fn oldest_waiting(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT min(created_at) FROM outbox WHERE state = 'waiting'")?;
        let oldest: Option<String> = statement.query_row([], |row| row.get(0))?;
        oldest.map(|text| read_instant(&text)).transpose()
    }

    /// How many emails the outbox has in each state. Those that were given up before anybody tried to send them are not counted: their reader has left, or
    /// what they say does not hold any more.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn outbox_count(&self) -> Result<OutboxCount, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT state, count(*) FROM outbox GROUP BY state")?;
        let mut count = OutboxCount::default();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let mails = row.get(1)?;
            match row.get::<_, String>(0)?.as_str() {
                "waiting" => count.waiting = mails,
                "sent" => count.sent = mails,
                _ => count.failed = mails,
            }
        }
        if count.failed > 0 {
            let untried = "SELECT count(*) FROM outbox WHERE state = 'failed' AND attempts = 0";
            count.failed -= self.transaction.prepare_cached(untried)?.query_row([], |row| row.get::<_, u32>(0))?;
        }
        Ok(count)
    }
}
