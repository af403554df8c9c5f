//! Mail on its way out: queued in the transaction that causes it, sent afterwards, retried.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::cells::{close, instant_text, open, read_instant, small};
use super::error::StoreError;
use super::kind::EmailKind;
use super::ledger::Ledger;
use crate::campaign::budget::Account;
use crate::campaign::{Address, Digest, MessageId};
use crate::engine::Seat;

/// What is sealed, as a message names it.
const AN_EMAIL: &str = "an email to be sent";

/// What an email to be sent is about, and for whom: by this it is looked for later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// What it is for.
    pub kind: EmailKind,
    /// The turn that it is about, or that was open when it was written; `None` if there is none.
    pub turn: Option<u32>,
    /// The seat that it is for; `None` if it is for none.
    pub seat: Option<Seat>,
    /// The one address that it goes to.
    pub recipient: Address,
    /// The answers that it is counted with; `None` for an email that answers nobody.
    pub budget: Option<Account>,
}

/// An email to be sent.
#[derive(Debug, Clone, Copy)]
pub struct NewOutgoing<'a> {
    /// Stable: the same cause gives the same Message-ID.
    pub message_id: &'a MessageId,
    /// The envelope's sender, to which mail servers return what they cannot deliver.
    pub sender: &'a Address,
    /// What it is about, and for whom.
    pub slip: &'a Slip,
    /// All of it as it goes to the server, not sealed yet.
    pub raw: &'a [u8],
}

/// An email that is due to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingEmail {
    /// Its row, by which what became of it is noted.
    pub id: i64,
    /// The same at every attempt.
    pub message_id: MessageId,
    /// What it is for.
    pub kind: EmailKind,
    /// The envelope's sender, to which mail servers return what they cannot deliver.
    pub sender: Address,
    /// The one address that it goes to.
    pub recipient: Address,
    /// All of it as it goes to the server, opened.
    pub raw: Vec<u8>,
    /// How often sending it was tried.
    pub attempts: u32,
}

/// How many emails wait, are sent, or could not be delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct OutboxCount {
    /// Those that have yet to be sent, now or later.
    pub waiting: u32,
    /// Those that the transport took.
    pub sent: u32,
    /// Those that were given up.
    pub failed: u32,
}

impl Ledger<'_> {
    /// Why the last email could not be sent, unless it was sent since.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_sending_error(&self) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT last_error FROM outbox WHERE state = 'waiting' AND last_error IS NOT NULL ORDER BY next_attempt_at DESC LIMIT 1",
        )?;
        Ok(statement.query_row([], |row| row.get(0)).optional()?)
    }

    /// Queues an email, sealed; one with the same Message-ID is queued once. Returns whether it was new.
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

    /// The last email that was queued; 0 if none was.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_outgoing(&self) -> Result<i64, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT coalesce(max(id), 0) FROM outbox")?.query_row([], |row| row.get(0))?)
    }

    /// Of each email that was queued after that one, its kind and the seat that it is for.
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

    /// At most `limit` emails that are due, the longest due first. The index gives that order, so only these rows are read.
    ///
    /// # Errors
    /// When SQLite refuses, or what was written when an email was queued cannot be read.
    pub fn due_mail(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<WaitingEmail>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT id, message_id, kind, sender, recipient, raw, attempts, is_sealed FROM outbox
             WHERE state = 'waiting' AND next_attempt_at <= ?1 ORDER BY next_attempt_at, id LIMIT ?2",
        )?;
        let mut rows = statement.query(params![instant_text(now), limit])?;
        let mut waiting = Vec::new();
        while let Some(row) = rows.next()? {
            let kept: Vec<u8> = row.get(5)?;
            let raw = if row.get(7)? { open(self.seals.waiting.as_ref(), &kept, AN_EMAIL)? } else { kept };
            waiting.push(WaitingEmail {
                id: row.get(0)?,
                message_id: read_message_id(row.get(1)?)?,
                kind: EmailKind::read(&row.get::<_, String>(2)?)?,
                sender: read_address(row.get(3)?)?,
                recipient: read_address(row.get(4)?)?,
                raw,
                attempts: row.get(6)?,
            });
        }
        Ok(waiting)
    }

    /// Whether any email is due.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn has_due_mail(&self, now: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut statement =
            self.transaction.prepare_cached("SELECT 1 FROM outbox WHERE state = 'waiting' AND next_attempt_at <= ?1 LIMIT 1")?;
        Ok(statement.exists([instant_text(now)])?)
    }

    /// When the next email is to be sent, or tried again; `None` if none waits.
    ///
    /// # Errors
    /// When SQLite refuses, or the time cannot be read.
    pub fn next_attempt(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT min(next_attempt_at) FROM outbox WHERE state = 'waiting'")?;
        statement.query_row([], |row| row.get::<_, Option<String>>(0))?.as_deref().map(read_instant).transpose()
    }

    /// How many emails are due.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn due_count(&self, now: DateTime<Utc>) -> Result<u32, StoreError> {
        let mut statement =
            self.transaction.prepare_cached("SELECT count(*) FROM outbox WHERE state = 'waiting' AND next_attempt_at <= ?1")?;
        Ok(statement.query_row([instant_text(now)], |row| row.get(0))?)
    }

    /// Notes that an email was taken by the transport, and when. From then on only its digest is kept, and of a report, whose words stand
    /// in its row, the header.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mark_sent(&self, mail: &WaitingEmail, now: DateTime<Utc>) -> Result<(), StoreError> {
        let kept = if matches!(mail.kind, EmailKind::Report | EmailKind::Again) {
            header(&mail.raw).to_vec()
        } else {
            Digest::of(&mail.raw).as_bytes().to_vec()
        };
        let sql = "UPDATE outbox SET state = 'sent', attempts = attempts + 1, last_error = NULL, sent_at = ?2, raw = ?3, is_sealed = 0 WHERE id = ?1";
        self.transaction.prepare_cached(sql)?.execute(params![mail.id, instant_text(now), kept])?;
        Ok(())
    }

    /// Notes that an email could not be offered because the transport failed. This does not count as an attempt.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mark_put_off(&self, id: i64, error: &str, again_at: DateTime<Utc>) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET last_error = ?2, next_attempt_at = ?3 WHERE id = ?1";
        self.transaction.prepare_cached(sql)?.execute(params![id, error, instant_text(again_at)])?;
        Ok(())
    }

    /// Notes a failure: another attempt at `again_at`, or none any more.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mark_failed(&self, id: i64, error: &str, again_at: Option<DateTime<Utc>>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "UPDATE outbox SET attempts = attempts + 1, last_error = ?2, next_attempt_at = coalesce(?3, next_attempt_at),
                 state = CASE WHEN ?3 IS NULL THEN 'failed' ELSE 'waiting' END WHERE id = ?1",
            )?
            .execute(params![id, error, again_at.map(instant_text)])?;
        Ok(())
    }

    /// Gives up emails that were sealed to a key that is lost, since they can never be sent.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn give_up_what_stays_sealed(&self) -> Result<(), StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT id, raw FROM outbox WHERE state = 'waiting' AND is_sealed = 1")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?)))?.collect::<Result<Vec<_>, _>>()?;
        for (id, raw) in rows {
            if open(self.seals.waiting.as_ref(), &raw, AN_EMAIL).is_err() {
                self.mark_failed(id, "it was sealed to a key of the host that was lost", None)?;
            }
        }
        Ok(())
    }

    /// How many emails of an account were queued since then.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn spent_since(&self, account: &Account, since: DateTime<Utc>) -> Result<u32, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT count(*) FROM outbox WHERE budget = ?1 AND created_at > ?2")?;
        Ok(statement.query_row(params![account.name(), instant_text(since)], |row| row.get(0))?)
    }

    /// When the first of them was queued; `None` if none was.
    ///
    /// # Errors
    /// When SQLite refuses or the time cannot be read.
    pub fn first_spent_since(&self, account: &Account, since: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT min(created_at) FROM outbox WHERE budget = ?1 AND created_at > ?2")?;
        let first: Option<String> = statement.query_row(params![account.name(), instant_text(since)], |row| row.get(0))?;
        first.map(|text| read_instant(&text)).transpose()
    }

    /// Whether an email of that Message-ID was ever queued.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn has_queued(&self, message_id: &MessageId) -> Result<bool, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT 1 FROM outbox WHERE message_id = ?1")?.exists([message_id.as_str()])?)
    }

    /// The seat that an email of ours was for; `None` if no such email was ever queued, or it was for no seat.
    ///
    /// # Errors
    /// When SQLite refuses or the seat cannot be read.
    pub fn seat_of_outgoing(&self, message_id: &MessageId) -> Result<Option<Seat>, StoreError> {
        self.seat_found("SELECT seat FROM outbox WHERE message_id = ?1", message_id.as_str())
    }

    /// When the oldest of the emails was written that wait to be sent.
    ///
    /// # Errors
    /// When SQLite refuses or the time cannot be read.
    pub fn oldest_waiting(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT min(created_at) FROM outbox WHERE state = 'waiting'")?;
        let oldest: Option<String> = statement.query_row([], |row| row.get(0))?;
        oldest.map(|text| read_instant(&text)).transpose()
    }

    /// The state of the outbox.
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
        Ok(count)
    }
}

/// Only what mail can be sent to is ever queued; anything else is damage.
fn read_address(text: String) -> Result<Address, StoreError> {
    Address::new(&text).map_err(|error| StoreError::Unreadable { what: AN_EMAIL, why: error.to_string() })
}

fn read_message_id(text: String) -> Result<MessageId, StoreError> {
    MessageId::new(&text).ok_or(StoreError::Unreadable { what: AN_EMAIL, why: format!("{text:?} is no Message-ID") })
}

/// The header of an email, with the empty line that ends it.
fn header(raw: &[u8]) -> &[u8] {
    const END: &[u8] = b"\r\n\r\n";
    let end = raw.windows(END.len()).position(|window| window == END).map_or(raw.len(), |at| at + END.len());
    &raw[..end]
}
