//! Mailed reports: which a seat was mailed, and when those of a turn have left.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};

use super::cells::read_instant;
use super::error::StoreError;
use super::kind::EmailKind;
use super::ledger::Ledger;
use crate::campaign::MessageId;
use crate::engine::Seat;

/// The last report that a seat was mailed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastReport {
    /// The turn that it is about.
    pub turn: u32,
    /// The Message-ID that later emails to the seat refer to.
    pub message_id: MessageId,
}

/// Whether the reports of a turn have left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportsSent {
    /// None was mailed, or all were refused for good.
    Nothing,
    /// At least one still waits.
    NotYet,
    /// All have left; the last one was handed to the transport at this time.
    At(DateTime<Utc>),
}

impl Ledger<'_> {
    /// Whether the reports of a turn have left, for one seat or for all. A report that was refused for good counts as not mailed; for a report that
    /// was sent again, the first sending counts.
    ///
    /// # Errors
    /// When SQLite refuses or a stored time cannot be read.
    pub fn reports_sent(&self, turn: u32, seat: Option<Seat>) -> Result<ReportsSent, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT min(CASE WHEN state = 'sent' THEN coalesce(sent_at, created_at) END) FROM outbox
             WHERE kind = ?3 AND turn = ?1 AND undone = 0 AND seat IS NOT NULL AND (?2 IS NULL OR seat = ?2) AND state <> 'failed' GROUP BY seat",
        )?;
        // After a rollback, the letter about it replaces the reports. It is filed under the turn that it opens.
        let (kind, turn) = if self.goes_on_from_letter(turn + 1)? { (EmailKind::Rollback, turn + 1) } else { (EmailKind::Report, turn) };
        let rows = statement.query_map(params![turn, seat.map(|seat| seat.0), kind.code()], |row| row.get::<_, Option<String>>(0))?;
        let mut sent = ReportsSent::Nothing;
        for row in rows {
            let Some(text) = row? else { return Ok(ReportsSent::NotYet) };
            let at = read_instant(&text)?;
            sent = match sent {
                ReportsSent::At(last) => ReportsSent::At(last.max(at)),
                ReportsSent::Nothing | ReportsSent::NotYet => ReportsSent::At(at),
            };
        }
        Ok(sent)
    }

    fn goes_on_from_letter(&self, turn: u32) -> Result<bool, StoreError> {
        if self.era()? == 0 {
            return Ok(false);
        }
        let rollback = EmailKind::Rollback;
        let sql = format!("SELECT 1 FROM outbox WHERE kind = '{rollback}' AND turn = ?1 AND undone = 0 LIMIT 1");
        Ok(self.transaction.prepare_cached(&sql)?.exists([turn])?)
    }

    /// The last report mailed to a seat. If moves alternate, not every turn has one.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn last_report(&self, seat: Seat) -> Result<Option<LastReport>, StoreError> {
        let report = EmailKind::Report;
        let sql =
            format!("SELECT turn, message_id FROM outbox WHERE kind = '{report}' AND seat = ?1 AND undone = 0 ORDER BY turn DESC LIMIT 1");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let found: Option<(u32, String)> = statement.query_row([seat.0], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        let read = |(turn, text): (u32, String)| match MessageId::new(&text) {
            Some(message_id) => Ok(LastReport { turn, message_id }),
            None => Err(StoreError::Unreadable { what: "a Message-ID", why: text }),
        };
        found.map(read).transpose()
    }

    /// When the reports of a turn were written.
    ///
    /// # Errors
    /// When SQLite refuses or the stored time cannot be read.
    pub fn reported_at(&self, turn: u32) -> Result<Option<DateTime<Utc>>, StoreError> {
        let report = EmailKind::Report;
        let sql = format!("SELECT min(created_at) FROM outbox WHERE kind = '{report}' AND turn = ?1 AND undone = 0");
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let written: Option<String> = statement.query_row([turn], |row| row.get(0))?;
        written.map(|text| read_instant(&text)).transpose()
    }
}
