//! Emails as they arrived.

use std::fmt;

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::cells::{close, instant_text, open, read_instant};
use super::error::StoreError;
use super::kind::{EmailKind, any_of};
use super::ledger::Ledger;
use crate::campaign::envelope::{Envelope, Verdict};
use crate::campaign::{Address, Fingerprint};
use crate::engine::Seat;

/// An email to be filed, with what was decided about it.
#[derive(Debug, Clone, Copy)]
pub struct NewMail<'a> {
    /// Its fingerprint, its sender, and when it arrived.
    pub envelope: &'a Envelope,
    /// What was decided about it.
    pub verdict: Verdict,
    /// The seat that it speaks for, if any.
    pub seat: Option<Seat>,
    /// The turn that was open then; `None` if none was, or if the email is for no campaign or quarantined.
    pub turn: Option<u32>,
    /// The bytes as they came, not sealed yet.
    pub raw: &'a [u8],
}

/// Whether an email is new, or was filed before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FiledMail {
    /// It was not here before, and is filed now.
    New {
        /// Its id, which sheets and orders sent ahead of time refer to.
        id: i64,
    },
    /// The same email is here already. It is filed once and answered once.
    Known,
}

/// A filed email, opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptMail {
    /// Its id, which sheets and orders sent ahead of time refer to.
    pub id: i64,
    /// When it arrived.
    pub received_at: DateTime<Utc>,
    /// Its only sender; `None` if it names none or several, and for a file of orders.
    pub sender: Option<Address>,
    /// What became of it.
    pub verdict: Verdict,
    /// Its bytes; `None` if they were dropped, or if the key that opens them is lost.
    pub raw: Option<Vec<u8>>,
}

/// What is sealed, as errors name it.
const AN_EMAIL: &str = "an email";

/// How many emails got a verdict.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MailCount {
    /// The verdict.
    pub verdict: Verdict,
    /// How many emails got it, including those whose bytes were dropped.
    pub mails: u32,
}

impl Ledger<'_> {
    /// Files an email, sealed, unless the same one was filed before.
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
                mail.envelope.fingerprint.to_string(),
                instant_text(mail.envelope.received_at),
                mail.envelope.sender.as_ref().map(Address::as_str),
                mail.seat.map(|seat| seat.0),
                mail.turn,
                mail.verdict.code(),
                close(self.seals.sheets.as_ref(), mail.raw, AN_EMAIL)?
            ])?;
        Ok(if filed == 1 { FiledMail::New { id: self.transaction.last_insert_rowid() } } else { FiledMail::Known })
    }

    /// Whether this email was filed before.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn knows_mail(&self, fingerprint: &Fingerprint) -> Result<bool, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT 1 FROM mail WHERE fingerprint = ?1")?;
        Ok(statement.exists([fingerprint.to_string()])?)
    }

    /// The seat for which a filed email spoke, if any.
    ///
    /// # Errors
    /// When SQLite refuses or the seat cannot be read.
    pub fn seat_of_mail(&self, fingerprint: &Fingerprint) -> Result<Option<Seat>, StoreError> {
        self.seat_found("SELECT seat FROM mail WHERE fingerprint = ?1", &fingerprint.to_string())
    }

    /// The emails that spoke for a seat while a turn was open, oldest first.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn mail_of(&self, seat: Seat, turn: u32) -> Result<Vec<KeptMail>, StoreError> {
        let sql = "SELECT id, received_at, sender, verdict, raw FROM mail WHERE seat = ?1 AND turn = ?2 ORDER BY received_at, id";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let mut rows = statement.query(params![seat.0, turn])?;
        let mut kept = Vec::new();
        while let Some(row) = rows.next()? {
            let sealed: Vec<u8> = row.get(4)?;
            let (id, sender): (i64, Option<String>) = (row.get(0)?, row.get(2)?);
            let no_address = |error| StoreError::Unreadable { what: AN_EMAIL, why: format!("the sender of email {id}: {error}") };
            kept.push(KeptMail {
                id,
                received_at: read_instant(&row.get::<_, String>(1)?)?,
                sender: sender.map(|sender| Address::new(&sender).map_err(no_address)).transpose()?,
                verdict: read_verdict(&row.get::<_, String>(3)?, format_args!("email {id}"))?,
                raw: open(self.seals.sheets.as_ref(), &sealed, AN_EMAIL).ok(),
            });
        }
        Ok(kept)
    }

    /// Drops the bytes of emails that belong to no seat: of all that are older than `before`, and of the oldest while there are more than
    /// `at_most_bytes` in all. The rows stay, so that such an email is recognized if it comes again. Quarantined emails stay whole.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_raw_of_strangers(&self, before: DateTime<Utc>, at_most_bytes: u64) -> Result<(), StoreError> {
        // A game hardly ever has any, and to compile what drops them costs as much as filing an email.
        let any = "SELECT 1 FROM mail WHERE seat IS NULL AND verdict <> 'quarantined' AND length(raw) > 0 LIMIT 1";
        if !self.transaction.prepare_cached(any)?.exists([])? {
            return Ok(());
        }
        let sql = "UPDATE mail SET raw = x'' WHERE id IN (
                     SELECT id FROM (
                       SELECT id, received_at, sum(length(raw)) OVER (ORDER BY received_at DESC, id DESC) AS bytes FROM mail
                       WHERE seat IS NULL AND verdict <> 'quarantined' AND length(raw) > 0)
                     WHERE bytes > ?1 OR received_at < ?2)";
        let at_most = i64::try_from(at_most_bytes).unwrap_or(i64::MAX);
        self.transaction.prepare_cached(sql)?.execute(params![at_most, instant_text(before)])?;
        Ok(())
    }

    /// The id of the last email that was filed; 0 if none was. What is filed is never deleted, so it only grows.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_mail(&self) -> Result<i64, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT coalesce(max(id), 0) FROM mail")?.query_row([], |row| row.get(0))?)
    }

    /// Drops the bytes of emails received before `before` that became no sheet and never will, and of emails sent before it. What became of each
    /// stays on record. Quarantined emails stay whole.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_old_emails(&self, before: DateTime<Utc>) -> Result<(), StoreError> {
        let before = instant_text(before);
        let came = "UPDATE mail SET raw = x'' WHERE received_at < ?1 AND verdict <> 'quarantined' AND length(raw) > 0
                    AND id NOT IN (SELECT mail FROM sheet UNION SELECT mail FROM commitment
                                   UNION SELECT mail FROM left_orders WHERE sealed IS NOT NULL)";
        let kinds = any_of(&[EmailKind::Report, EmailKind::Again]);
        let left = format!(
            "UPDATE outbox SET raw = x'' WHERE state = 'sent' AND kind NOT IN {kinds} AND coalesce(sent_at, created_at) < ?1 AND length(raw) > 0"
        );
        for sql in [came, left.as_str()] {
            self.transaction.prepare_cached(sql)?.execute([&before])?;
        }
        Ok(())
    }

    /// How many emails got each verdict, in the order of the verdicts' names.
    ///
    /// # Errors
    /// When SQLite refuses or a verdict cannot be read.
    pub fn mail_counts(&self) -> Result<Vec<MailCount>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT verdict, count(*) FROM mail GROUP BY verdict ORDER BY verdict")?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?.collect::<Result<Vec<_>, _>>()?;
        rows.into_iter().map(|(code, mails)| Ok(MailCount { verdict: read_verdict(&code, "the emails that came")?, mails })).collect()
    }
}

fn read_verdict(code: &str, row: impl fmt::Display) -> Result<Verdict, StoreError> {
    Verdict::read(code).ok_or_else(|| StoreError::Unreadable { what: "the verdict on an email", why: format!("{code:?}, {row}") })
}
