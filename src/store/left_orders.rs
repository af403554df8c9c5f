//! Orders sent ahead of time: those that players have left for a later turn, and their standing orders.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::cells::{close, instant_text, open, read_instant, small};
use super::error::StoreError;
use super::ledger::Ledger;
use crate::engine::{Seat, SeatSet};

/// Orders sent ahead of time, or their withdrawal.
#[derive(Debug, Clone, Copy)]
pub struct NewLeftOrders<'a> {
    /// The id of the email that brought or withdrew them.
    pub mail: i64,
    /// Whose orders they are.
    pub seat: Seat,
    /// The turn that they are for; `None` for standing orders.
    pub turn: Option<u32>,
    /// When that email arrived.
    pub received_at: DateTime<Utc>,
    /// Whether these are standing orders that also come before the orders of every sheet.
    pub always: bool,
    /// The orders as the player wrote them; `None` withdraws them.
    pub text: Option<&'a str>,
}

/// Orders sent ahead of time, opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOrders {
    /// The id of the email that brought them.
    pub mail: i64,
    /// The turn that they are for; `None` for standing orders.
    pub turn: Option<u32>,
    /// When that email arrived.
    pub received_at: DateTime<Utc>,
    /// Whether these are standing orders that also come before the orders of every sheet.
    pub always: bool,
    /// The orders as the player wrote them.
    pub text: String,
}

/// What is sealed, as errors name it.
const ORDERS: &str = "orders for later";

/// The turn number of standing orders; orders are never for turn 0.
const STANDING: u32 = 0;

impl Ledger<'_> {
    /// Stores orders sent ahead of time, sealed, or withdraws those stored. Whatever the order of reading, the latest email counts; returns whether
    /// it is this one.
    ///
    /// # Errors
    /// When SQLite refuses, or the key is not at hand.
    pub fn leave_orders(&self, left: &NewLeftOrders<'_>) -> Result<bool, StoreError> {
        let sealed = left.text.map(|text| close(self.seals.sheets.as_ref(), text.as_bytes(), ORDERS)).transpose()?;
        let sql = "INSERT INTO left_orders (seat, turn, mail, received_at, always, sealed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                   ON CONFLICT (seat, turn) DO UPDATE SET mail = ?3, received_at = ?4, always = ?5, sealed = ?6
                   WHERE received_at <= excluded.received_at";
        let values = params![left.seat.0, left.turn.unwrap_or(STANDING), left.mail, instant_text(left.received_at), left.always, sealed];
        Ok(self.transaction.prepare_cached(sql)?.execute(values)? > 0)
    }

    /// What a seat has left: standing orders first, then by turn.
    ///
    /// # Errors
    /// When SQLite refuses, or what is sealed cannot be opened here.
    pub fn left_orders(&self, seat: Seat) -> Result<Vec<LeftOrders>, StoreError> {
        let rows = self.left_rows("seat = ?1", seat.0.into())?;
        rows.into_iter().map(|(_, left)| self.opened_left(left)).collect()
    }

    /// The standing orders of a seat.
    ///
    /// # Errors
    /// As [`Ledger::left_orders`].
    pub fn standing_orders(&self, seat: Seat) -> Result<Option<LeftOrders>, StoreError> {
        let row = self.left_rows("turn = 0 AND seat = ?1", seat.0.into())?.pop();
        row.map(|(_, left)| self.opened_left(left)).transpose()
    }

    /// What was left for a turn, by seat.
    ///
    /// # Errors
    /// As [`Ledger::left_orders`].
    pub fn left_for(&self, turn: u32) -> Result<BTreeMap<Seat, LeftOrders>, StoreError> {
        let rows = self.left_rows("turn = ?1 AND turn > 0", turn.into())?;
        rows.into_iter().map(|(seat, left)| Ok((seat, self.opened_left(left)?))).collect()
    }

    /// The seats that have standing orders, or only those whose orders come before every sheet (`always`); opens nothing.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn seats_with_standing_orders(&self, always: bool) -> Result<SeatSet, StoreError> {
        let sql = "SELECT seat FROM left_orders WHERE turn = 0 AND sealed IS NOT NULL AND always >= ?1";
        let mut statement = self.transaction.prepare_cached(sql)?;
        let seats = statement.query_map([always], |row| row.get::<_, i64>(0))?.collect::<Result<Vec<_>, _>>()?;
        seats.into_iter().map(|seat| Ok(Seat(small(seat, "a seat")?))).collect()
    }

    /// Deletes what was left for turns up to this one.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn forget_left_up_to(&self, turn: u32) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM left_orders WHERE turn BETWEEN 1 AND ?1")?.execute([turn])?;
        Ok(())
    }

    /// Deletes everything that a seat has left; returns whether there was anything.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn forget_left_by(&self, seat: Seat) -> Result<bool, StoreError> {
        let has_any =
            self.transaction.prepare_cached("SELECT 1 FROM left_orders WHERE seat = ?1 AND sealed IS NOT NULL")?.exists([seat.0])?;
        self.transaction.prepare_cached("DELETE FROM left_orders WHERE seat = ?1")?.execute([seat.0])?;
        Ok(has_any)
    }

    fn left_rows(&self, which: &str, value: i64) -> Result<Vec<(Seat, SealedOrders)>, StoreError> {
        let sql = format!(
            "SELECT seat, turn, mail, received_at, always, sealed FROM left_orders WHERE {which} AND sealed IS NOT NULL ORDER BY turn, seat"
        );
        let mut statement = self.transaction.prepare_cached(&sql)?;
        let mut rows = statement.query([value])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let sealed = SealedOrders {
                turn: Some(row.get::<_, u32>(1)?).filter(|turn| *turn != STANDING),
                mail: row.get(2)?,
                received_at: read_instant(&row.get::<_, String>(3)?)?,
                always: row.get(4)?,
                sealed: row.get(5)?,
            };
            found.push((Seat(small(row.get(0)?, "a seat")?), sealed));
        }
        Ok(found)
    }

    fn opened_left(&self, left: SealedOrders) -> Result<LeftOrders, StoreError> {
        let SealedOrders { turn, mail, received_at, always, sealed } = left;
        let plain = open(self.seals.sheets.as_ref(), &sealed, ORDERS)?;
        let text = String::from_utf8(plain).map_err(|error| StoreError::Unreadable { what: ORDERS, why: error.to_string() })?;
        Ok(LeftOrders { mail, turn, received_at, always, text })
    }
}

/// Orders sent ahead of time, as stored.
struct SealedOrders {
    turn: Option<u32>,
    mail: i64,
    received_at: DateTime<Utc>,
    always: bool,
    sealed: Vec<u8>,
}
