//! Clocks of games whose moves alternate: how much of each reserve was used, how each bank changed, who is away, and deadlines that moved.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use rusqlite::params;

use super::cells::{instant_text, small};
use super::error::StoreError;
use super::ledger::Ledger;
use super::turns::TurnWindow;
use crate::campaign::clock::Absence;
use crate::campaign::local::{LocalTime, TIME_ZONE_DATABASE};
use crate::engine::Seat;

impl Ledger<'_> {
    /// Notes how much of its reserve a seat has used in a turn; less than a second counts as nothing.
    ///
    /// # Errors
    /// When it has been noted already: a turn is adjudicated once.
    pub fn use_reserve(&self, turn: u32, seat: Seat, used: TimeDelta) -> Result<(), StoreError> {
        if used.num_seconds() > 0 {
            self.transaction.prepare_cached("INSERT INTO reserve_use (turn, seat, seconds) VALUES (?1, ?2, ?3)")?.execute(params![
                turn,
                seat.0,
                used.num_seconds()
            ])?;
        }
        Ok(())
    }

    /// How much of its reserve each seat has used; a seat that has used nothing is absent.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn reserve_used(&self) -> Result<BTreeMap<Seat, TimeDelta>, StoreError> {
        self.seconds_by_seat("SELECT seat, sum(seconds) FROM reserve_use WHERE undone = 0 GROUP BY seat ORDER BY seat")
    }

    /// Notes by how much a turn changed a seat's bank; less than a second counts as nothing.
    ///
    /// # Errors
    /// When it has been noted already: a turn is adjudicated once.
    pub fn change_bank(&self, turn: u32, seat: Seat, by: TimeDelta) -> Result<(), StoreError> {
        if by.num_seconds() != 0 {
            self.transaction.prepare_cached("INSERT INTO bank_change (turn, seat, seconds) VALUES (?1, ?2, ?3)")?.execute(params![
                turn,
                seat.0,
                by.num_seconds()
            ])?;
        }
        Ok(())
    }

    /// By how much each seat's bank has changed since the game began; a seat whose bank has not changed is absent.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn banked(&self) -> Result<BTreeMap<Seat, TimeDelta>, StoreError> {
        self.seconds_by_seat("SELECT seat, sum(seconds) FROM bank_change WHERE undone = 0 GROUP BY seat ORDER BY seat")
    }

    fn seconds_by_seat(&self, sql: &str) -> Result<BTreeMap<Seat, TimeDelta>, StoreError> {
        self.by_seat(sql, [], |_, seconds: i64| {
            TimeDelta::try_seconds(seconds).ok_or(StoreError::Unreadable { what: "a time used", why: seconds.to_string() })
        })
    }

    /// Replaces a seat's days of absence.
    ///
    /// # Errors
    /// When two begin on the same day.
    pub fn set_absences(&self, seat: Seat, absences: &[Absence]) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM absence WHERE seat = ?1")?.execute([seat.0])?;
        let mut insert = self.transaction.prepare_cached("INSERT INTO absence (seat, from_day, until_day) VALUES (?1, ?2, ?3)")?;
        for absence in absences {
            insert.execute(params![seat.0, absence.from.to_string(), absence.until.to_string()])?;
        }
        Ok(())
    }

    /// All days of absence by seat, in ascending order.
    ///
    /// # Errors
    /// When SQLite refuses or a stored day cannot be read.
    pub fn absences(&self) -> Result<BTreeMap<Seat, Vec<Absence>>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT seat, from_day, until_day FROM absence ORDER BY seat, from_day")?;
        let rows = statement
            .query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?)))?
            .collect::<Result<Vec<_>, _>>()?;
        let mut absences: BTreeMap<Seat, Vec<Absence>> = BTreeMap::new();
        for (seat, from, until) in rows {
            let day = |text: &str| {
                text.parse().map_err(|error: jiff::Error| StoreError::Unreadable { what: "a day of absence", why: error.to_string() })
            };
            absences.entry(Seat(small(seat, "a seat")?)).or_default().push(Absence { from: day(&from)?, until: day(&until)? });
        }
        Ok(absences)
    }

    /// Stores the new deadline of a window that has been announced. The caller also appends the act that moves it to the journal.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_deadline(&self, window: &TurnWindow) -> Result<(), StoreError> {
        let LocalTime { at, local, zone } = &window.deadline;
        self.transaction
            .prepare_cached(
                "UPDATE turn_window SET deadline_at = ?2, deadline_local = ?3, zone = ?4, tzdb = ?5 WHERE turn = ?1 AND undone = 0",
            )?
            .execute(params![window.turn, instant_text(*at), local, zone.name(), TIME_ZONE_DATABASE])?;
        Ok(())
    }
}
