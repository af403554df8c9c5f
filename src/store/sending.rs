//! Emails that are due to be sent, and what became of them.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::cells::{instant_text, open, read_instant, small};
use super::deliveries::BRING_REPORTS;
use super::error::StoreError;
use super::kind::{EmailKind, any_of};
use super::ledger::Ledger;
use super::outbox::AN_EMAIL;
use crate::campaign::{Address, Digest, MessageId};
use crate::engine::Seat;

/// An email that is due to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingEmail {
    /// Its id, under which the result is noted.
    pub id: i64,
    /// Its Message-ID, the same at every attempt.
    pub message_id: MessageId,
    /// Its purpose.
    pub kind: EmailKind,
    /// The envelope's sender, to which mail servers return what they cannot deliver.
    pub sender: Address,
    /// The only address that it goes to.
    pub recipient: Address,
    /// The whole email as it goes to the server, opened.
    pub raw: Vec<u8>,
    /// How often it was attempted.
    pub attempts: u32,
}

impl Ledger<'_> {
    /// At most `limit` emails that are due, the longest due first. The index has that order, so only these rows are read.
    ///
    /// # Errors
    /// When SQLite refuses, or an email cannot be read as it was queued.
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

    /// When the next email is due to be sent or tried again; `None` if none waits.
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

    /// Notes that the transport has accepted an email, and when. From now on only its digest is stored or, for a report, whose text has its own row,
    /// only its header.
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

    /// Notes that an email could not be offered because the transport failed. This does not count as an attempt. An email that was given up meanwhile
    /// stays so.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mark_put_off(&self, id: i64, error: &str, again_at: DateTime<Utc>) -> Result<(), StoreError> {
        let sql = "UPDATE outbox SET last_error = ?2, next_attempt_at = ?3 WHERE id = ?1 AND state = 'waiting'";
        self.transaction.prepare_cached(sql)?.execute(params![id, error, instant_text(again_at)])?;
        Ok(())
    }

    /// Notes a failed attempt. The next one is at `again_at`; `None` gives the email up. An email that was given up meanwhile stays so.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn mark_failed(&self, id: i64, error: &str, again_at: Option<DateTime<Utc>>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "UPDATE outbox SET attempts = attempts + 1, last_error = ?2, next_attempt_at = coalesce(?3, next_attempt_at),
                 state = CASE WHEN ?3 IS NULL THEN 'failed' ELSE 'waiting' END WHERE id = ?1 AND state = 'waiting'",
            )?
            .execute(params![id, error, again_at.map(instant_text)])?;
        if again_at.is_some() { Ok(()) } else { self.note_refused(id) }
    }

    /// Notes that an email is given up because it was refused: a report that is refused for good reaches nobody, just like one that comes back.
    fn note_refused(&self, id: i64) -> Result<(), StoreError> {
        let kinds = any_of(&BRING_REPORTS);
        let sql = format!(
            "SELECT seat, turn FROM outbox AS failed WHERE id = ?1 AND undone = 0 AND seat IS NOT NULL AND turn IS NOT NULL AND kind IN {kinds}
             AND NOT EXISTS (SELECT 1 FROM outbox AS other WHERE other.seat = failed.seat AND other.turn = failed.turn AND other.undone = 0
                             AND other.kind IN {kinds} AND other.state <> 'failed')"
        );
        let report: Option<(i64, u32)> =
            self.transaction.prepare_cached(&sql)?.query_row([id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        report.map_or(Ok(()), |(seat, turn)| self.note_returned(Seat(small(seat, "a seat")?), turn))
    }

    /// Gives up emails sealed to a key that is lost, since they can never be sent.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn give_up_what_stays_sealed(&self) -> Result<(), StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT id, raw FROM outbox WHERE state = 'waiting' AND is_sealed = 1")?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?)))?.collect::<Result<Vec<_>, _>>()?;
        for (id, raw) in rows {
            if open(self.seals.waiting.as_ref(), &raw, AN_EMAIL).is_err() {
                let sql = "UPDATE outbox SET state = 'failed', attempts = attempts + 1, last_error = ?2 WHERE id = ?1";
                let why = "it was sealed to a key of the host that was lost";
                self.transaction.prepare_cached(sql)?.execute(params![id, why])?;
            }
        }
        Ok(())
    }
}

/// Reads a queued address. Only addresses that mail can be sent to are ever queued, so anything else is damage.
pub(super) fn read_address(text: String) -> Result<Address, StoreError> {
    Address::new(&text).map_err(|error| StoreError::Unreadable { what: AN_EMAIL, why: error.to_string() })
}

fn read_message_id(text: String) -> Result<MessageId, StoreError> {
    MessageId::new(&text).ok_or(StoreError::Unreadable { what: AN_EMAIL, why: format!("{text:?} is no Message-ID") })
}

/// The header of an email, including the empty line that ends it.
fn header(raw: &[u8]) -> &[u8] {
    const END: &[u8] = b"\r\n\r\n";
    let end = raw.windows(END.len()).position(|window| window == END).map_or(raw.len(), |at| at + END.len());
    &raw[..end]
}
