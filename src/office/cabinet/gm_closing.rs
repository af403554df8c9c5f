//! When the seats of the game master close, before the orders of others are taken, and which have.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};

use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// The fact that names the last turn for which the seats of the game master have closed, and then these seats, with blanks between them.
const CLOSED: &str = "gm closed turn";

/// What is known of the closing for the open turn, beside the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GmClosing {
    /// When these seats close, if it is not `gm_hours` after the turn opened: because no clock ran for a while, a clock had been ahead, or orders of
    /// others lay here.
    moved_to: Option<DateTime<Utc>>,
    /// The seats that have closed, whoever holds them now; `None` as long as none has.
    closed: Option<SeatSet>,
}

/// The seats of the game master that close now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::office) struct ClosedSeats {
    pub seats: SeatSet,
    /// When they close, if that is before their time.
    pub early_at: Option<DateTime<Utc>>,
}

impl GmClosing {
    /// What the database knows of it.
    ///
    /// # Errors
    /// When it does not read.
    pub(super) fn of(ledger: &Ledger<'_>, turn: u32) -> Result<GmClosing, DeskError> {
        Ok(GmClosing { moved_to: ledger.fact_as(&closes_fact(turn))?, closed: closed_seats(ledger, turn)? })
    }

    /// Writes down that these seats have closed for a turn, and when, if that was before their time.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn note(ledger: &Ledger<'_>, turn: u32, closed: &ClosedSeats) -> Result<(), DeskError> {
        if let Some(at) = closed.early_at {
            ledger.set_fact(&closes_fact(turn), &at.to_rfc3339())?;
        }
        let numbers = closed.seats.iter().map(|seat| format!(" {seat}"));
        Ok(ledger.set_fact(CLOSED, &numbers.fold(turn.to_string(), |closed, seat| closed + &seat))?)
    }

    /// Whether any have closed.
    pub(in crate::office) fn has_closed(&self) -> bool {
        self.closed.is_some()
    }

    /// Those that have closed; `None` as long as none has.
    pub(in crate::office) fn closed(&self) -> Option<&SeatSet> {
        self.closed.as_ref()
    }

    /// When they close or have closed, if it was moved.
    pub(in crate::office) fn moved_to(&self) -> Option<DateTime<Utc>> {
        self.moved_to
    }

    /// Takes in that these seats have closed, as [`GmClosing::note`] wrote down.
    pub(in crate::office) fn close(&mut self, closed: ClosedSeats) {
        self.moved_to = closed.early_at.or(self.moved_to);
        self.closed = Some(closed.seats);
    }

    /// Puts the closing for a turn off; whatever has closed is open again.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn put_off(&mut self, ledger: &Ledger<'_>, turn: u32, to: DateTime<Utc>) -> Result<(), DeskError> {
        self.closed = None;
        self.move_to(ledger, turn, to)
    }

    /// Moves the closing for a turn; what has closed stays closed.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn move_to(&mut self, ledger: &Ledger<'_>, turn: u32, to: DateTime<Utc>) -> Result<(), DeskError> {
        self.moved_to = Some(to);
        Ok(ledger.set_fact(&closes_fact(turn), &to.to_rfc3339())?)
    }

    /// Forgets it for turns whose orders are taken again.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn forget(ledger: &Ledger<'_>, mut turns: RangeInclusive<u32>) -> Result<(), DeskError> {
        ledger.forget_fact(CLOSED)?;
        turns.try_for_each(|turn| Ok(ledger.forget_fact(&closes_fact(turn))?))
    }
}

/// The fact that holds when the seats of the game master close for a turn, if that was moved.
fn closes_fact(turn: u32) -> String {
    format!("gm closes/{turn}")
}

/// The seats that have closed for a turn before the others; `None` as long as none has. Older programs stored no seats.
fn closed_seats(ledger: &Ledger<'_>, turn: u32) -> Result<Option<SeatSet>, DeskError> {
    let Some(closed) = ledger.fact(CLOSED)? else { return Ok(None) };
    let mut numbers = closed.split(' ');
    let is_of_it = numbers.next() == Some(turn.to_string().as_str());
    Ok(is_of_it.then(|| numbers.filter_map(|number| number.parse().ok().map(Seat)).collect()))
}
