//! When the seats of the game master close, before the orders of others are taken, and which have.

use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::calendar::later;
use crate::engine::{Seat, SeatSet};
use crate::office::cabinet::desk::{Keyless, Progress};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// The fact that names the last turn for which the seats of the game master have closed, and then these seats, with blanks between them.
const CLOSED: &str = "gm closed turn";

/// What is known of the closing for the open turn, beside the settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GmClosing {
    /// When these seats close, if it is not `gm_hours` after the turn opened, because no clock ran for a while.
    put_off_to: Option<DateTime<Utc>>,
    /// The seats that have closed, whoever holds them now; `None` as long as none has.
    closed: Option<SeatSet>,
}

impl GmClosing {
    /// What the database knows of it.
    ///
    /// # Errors
    /// When it does not read.
    pub(super) fn of(ledger: &Ledger<'_>, turn: u32) -> Result<GmClosing, DeskError> {
        Ok(GmClosing { put_off_to: ledger.fact_as(&put_off(turn))?, closed: closed_seats(ledger, turn)? })
    }

    /// Writes down that these seats have closed for a turn.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn note(ledger: &Ledger<'_>, turn: u32, seats: &SeatSet) -> Result<(), DeskError> {
        let numbers = seats.iter().map(|seat| format!(" {seat}"));
        Ok(ledger.set_fact(CLOSED, &numbers.fold(turn.to_string(), |closed, seat| closed + &seat))?)
    }

    /// Forgets it for turns whose orders are taken again.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn forget(ledger: &Ledger<'_>, mut turns: RangeInclusive<u32>) -> Result<(), DeskError> {
        ledger.forget_fact(CLOSED)?;
        turns.try_for_each(|turn| Ok(ledger.forget_fact(&put_off(turn))?))
    }
}

impl Progress {
    /// Whether the seats of the game master have closed for the open turn.
    pub(in crate::office) fn has_gm_closed(&self) -> bool {
        self.gm_closing.closed.is_some()
    }

    /// Takes in that these seats have closed, as [`GmClosing::note`] wrote down.
    pub(in crate::office) fn gm_has_closed(&mut self, seats: SeatSet) {
        self.gm_closing.closed = Some(seats);
    }

    /// Puts the closing of these seats off.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn put_gm_closing_off(&mut self, ledger: &Ledger<'_>, turn: u32, to: DateTime<Utc>) -> Result<(), DeskError> {
        ledger.set_fact(&put_off(turn), &to.to_rfc3339())?;
        self.gm_closing = GmClosing { put_off_to: Some(to), closed: None };
        Ok(())
    }
}

impl Keyless {
    /// When the seats of the game master close; `None` where the game master holds none, unless some have closed, and once the game is over.
    pub fn gm_closes_at(&self) -> Option<DateTime<Utc>> {
        self.gm_closes_in(self.progress.as_ref()?)
    }

    /// The same for another position of the game.
    pub(in crate::office) fn gm_closes_in(&self, progress: &Progress) -> Option<DateTime<Utc>> {
        let window = progress.window.as_ref()?;
        let is_needed = !self.alternates() && (progress.has_gm_closed() || !self.config.gm_seats().is_empty());
        is_needed.then(|| progress.gm_closing.put_off_to.unwrap_or_else(|| self.gm_closes_after(window.opened_at)))
    }

    /// When the seats of the game master close if they have their hours from an instant on.
    pub(in crate::office) fn gm_closes_after(&self, instant: DateTime<Utc>) -> DateTime<Utc> {
        later(instant, TimeDelta::hours(self.config.policy.gm_hours.into()))
    }

    /// Whether the orders of a seat close before those of others are taken: those of the game master, and those that have closed so and have another
    /// player since.
    pub fn closes_first(&self, seat: Option<Seat>) -> bool {
        !self.alternates() && seat.is_some_and(|seat| self.config.gm_seats().contains(&seat) || self.fixed_seats().contains(&seat))
    }

    /// The seats whose orders for the open turn are fixed: those that closed before the others, whoever holds them now, and those that the game master,
    /// whose seats have closed, has taken since.
    pub(in crate::office) fn fixed_seats(&self) -> SeatSet {
        let closed = self.progress.as_ref().filter(|_| !self.alternates()).and_then(|progress| progress.gm_closing.closed.as_ref());
        closed.map(|closed| closed | &self.config.gm_seats()).unwrap_or_default()
    }

    /// Whether the orders of the game master's own seats are fixed for the open turn; `None` where the game master holds none, and once the game is over.
    pub fn are_gm_seats_closed(&self) -> Option<bool> {
        self.gm_closes_at()?;
        self.progress.as_ref().map(Progress::has_gm_closed)
    }
}

/// The fact that holds when the seats of the game master close for a turn, if that was put off.
fn put_off(turn: u32) -> String {
    format!("gm closes/{turn}")
}

/// The seats that have closed for a turn before the others; `None` as long as none has. Older programs stored no seats.
fn closed_seats(ledger: &Ledger<'_>, turn: u32) -> Result<Option<SeatSet>, DeskError> {
    let Some(closed) = ledger.fact(CLOSED)? else { return Ok(None) };
    let mut numbers = closed.split(' ');
    let is_of_it = numbers.next() == Some(turn.to_string().as_str());
    Ok(is_of_it.then(|| numbers.filter_map(|number| number.parse().ok().map(Seat)).collect()))
}
