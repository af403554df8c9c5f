//! When orders for each turn are taken, and the reports made of it.

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::cells::{instant_text, read_instant, small};
use super::error::StoreError;
use super::ledger::Ledger;
use super::pack::{self, pack};
use crate::campaign::local::{LocalTime, TIME_ZONE_DATABASE, Zone};
use crate::engine::Seat;

/// The time in which orders for a turn are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnWindow {
    /// The turn that the orders are for.
    pub turn: u32,
    /// When it was announced: when the turn before was played, or when a rollback opened this turn again.
    pub opened_at: DateTime<Utc>,
    /// The announced deadline, without grace. It is never computed again.
    pub deadline: LocalTime,
}

/// A report as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredReport {
    /// The turn that it is about; 0 for the set-up.
    pub turn: u32,
    /// Whose view it shows; `None` for the public report.
    pub seat: Option<Seat>,
    /// The report as plain text.
    pub text: String,
    /// The report as a page, whatever format its reader is mailed.
    pub html: String,
    /// The report's data as JSON.
    pub json: String,
}

/// The value of the column `seat` for a public report; seats are numbered from 1.
const PUBLIC: u8 = 0;

impl Ledger<'_> {
    /// Announces when orders for a turn are taken.
    ///
    /// # Errors
    /// When it has been announced already.
    pub fn announce_window(&self, window: &TurnWindow) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO turn_window (turn, opened_at, deadline_at, deadline_local, zone, tzdb)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                window.turn,
                instant_text(window.opened_at),
                instant_text(window.deadline.at),
                window.deadline.local,
                window.deadline.zone.name(),
                TIME_ZONE_DATABASE
            ])?;
        Ok(())
    }

    /// The window of a turn; `None` if it has not been announced.
    ///
    /// # Errors
    /// When SQLite refuses or a stored time cannot be read.
    pub fn window(&self, turn: u32) -> Result<Option<TurnWindow>, StoreError> {
        self.window_undone(turn, 0)
    }

    /// The window that a turn had until this journal entry undid it.
    ///
    /// # Errors
    /// As [`Ledger::window`].
    pub fn window_undone(&self, turn: u32, entry: u32) -> Result<Option<TurnWindow>, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT opened_at, deadline_at, deadline_local, zone FROM turn_window WHERE turn = ?1 AND undone = ?2")?;
        let mut rows = statement.query([turn, entry])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        Ok(Some(TurnWindow {
            turn,
            opened_at: read_instant(&row.get::<_, String>(0)?)?,
            deadline: LocalTime { at: read_instant(&row.get::<_, String>(1)?)?, local: row.get(2)?, zone: Zone::as_told(row.get(3)?) },
        }))
    }

    /// Files a report.
    ///
    /// # Errors
    /// When it has been filed already.
    pub fn file_report(&self, report: &StoredReport) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO report (number, seat, text, html, json)
                 SELECT number, ?2, ?3, ?4, ?5 FROM snapshot WHERE turn = ?1 AND undone = 0",
            )?
            .execute(params![
                report.turn,
                seat_column(report.seat),
                pack(report.text.as_bytes()),
                pack(report.html.as_bytes()),
                pack(report.json.as_bytes())
            ])?;
        Ok(())
    }

    /// The report of a seat for a turn; the public report if `seat` is `None`.
    ///
    /// # Errors
    /// When SQLite refuses or the report is damaged.
    pub fn report(&self, turn: u32, seat: Option<Seat>) -> Result<Option<StoredReport>, StoreError> {
        Ok(self.filed(turn, Some(seat_column(seat)))?.pop())
    }

    /// The public report of a turn as text and as a page. Does not unpack its data, which hold the history of the game.
    ///
    /// # Errors
    /// When SQLite refuses or the report is damaged.
    pub fn public_report(&self, turn: u32) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT text, html FROM report JOIN snapshot USING (number) WHERE turn = ?1 AND undone = 0 AND seat = 0";
        let unpacked = |row: &rusqlite::Row<'_>| Ok((pack::text(row, 0, "a report")?, pack::text(row, 1, "a report")?));
        self.transaction.prepare_cached(sql)?.query_and_then([turn], unpacked)?.next().transpose()
    }

    /// The texts of all reports of a turn by seat, the public report first.
    ///
    /// # Errors
    /// When SQLite refuses or one is damaged.
    pub fn report_texts(&self, turn: u32) -> Result<Vec<(Option<Seat>, String)>, StoreError> {
        let sql = "SELECT seat, text FROM report JOIN snapshot USING (number) WHERE turn = ?1 AND undone = 0 ORDER BY seat";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let mut rows = statement.query([turn])?;
        let mut texts = Vec::new();
        while let Some(row) = rows.next()? {
            let text = pack::text(row, 1, "a report")?;
            texts.push((read_seat(row.get(0)?)?, text));
        }
        Ok(texts)
    }

    /// All reports of a turn, the public report first.
    ///
    /// # Errors
    /// When SQLite refuses or one is damaged.
    pub fn reports(&self, turn: u32) -> Result<Vec<StoredReport>, StoreError> {
        self.filed(turn, None)
    }

    fn filed(&self, turn: u32, column: Option<u8>) -> Result<Vec<StoredReport>, StoreError> {
        let mut statement = self.transaction.prepare_cached(
            "SELECT seat, text, html, json FROM report JOIN snapshot USING (number)
                 WHERE turn = ?1 AND undone = 0 AND seat = coalesce(?2, seat) ORDER BY seat",
        )?;
        let mut rows = statement.query(params![turn, column])?;
        let mut reports = Vec::new();
        while let Some(row) = rows.next()? {
            let text = |column: usize| pack::text(row, column, "a report");
            reports.push(StoredReport { turn, seat: read_seat(row.get(0)?)?, text: text(1)?, html: text(2)?, json: text(3)? });
        }
        Ok(reports)
    }
}

/// The value of the column `seat` for a report.
fn seat_column(seat: Option<Seat>) -> u8 {
    seat.map_or(PUBLIC, |seat| seat.0)
}

fn read_seat(column: i64) -> Result<Option<Seat>, StoreError> {
    let seat = small(column, "a seat")?;
    Ok((seat != PUBLIC).then_some(Seat(seat)))
}
