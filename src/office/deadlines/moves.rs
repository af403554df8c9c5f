//! Moving a deadline that was announced: only by an act in the journal, which says why.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::calendar::later;
use crate::campaign::journal::{Act, WhyMoved};
use crate::campaign::local::LocalTime;
use crate::campaign::schedule;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::{sealing, suspense};
use crate::store::Ledger;

/// A deadline that has moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedDeadline {
    /// The open turn that is due then.
    pub turn: u32,
    /// The deadline that was announced before.
    pub from: DateTime<Utc>,
    /// The deadline that counts now: later or earlier, and never the same.
    pub to: DateTime<Utc>,
    /// Whether it would be earlier if nobody were away.
    pub waits_for_the_absent: bool,
}

impl Campaign {
    /// Journals that the campaign has another key. The sheets of the open turn can no longer be opened, so none of them counts, and the commitments
    /// for that turn are made anew. Players get time to send their sheets again.
    ///
    /// # Errors
    /// When the campaign has not begun, or the database refuses.
    pub(in crate::office) fn commit_anew(&mut self, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<(), DeskError> {
        let open = self.window().map(|window| (window.turn, window.deadline.at));
        if let Some((turn, _)) = open {
            for seat in self.seat_names().into_keys() {
                ledger.withdraw_sheets(turn, seat)?;
                ledger.forget_commitment(turn, seat)?;
                ledger.forget_left_by(seat)?;
            }
            sealing::open_again(ledger, turn..=turn)?;
            let closes_at = self.gm_closes_after(now);
            if let (Some(_), Some(progress)) = (self.gm_closes_at(), &mut self.progress) {
                progress.gm_closing.put_off(ledger, turn, closes_at)?;
            }
        }
        let next = open.map(|(turn, _)| self.scribe(now).secrets(turn).commitment());
        self.record(ledger, Act::KeyReplaced { next }, now)?;
        let time = later(now, TimeDelta::hours(self.config.schedule.minimum_hours.into()));
        if open.is_some_and(|(_, deadline_at)| deadline_at < time) && !self.alternates() {
            self.move_deadline(ledger, time, WhyMoved::Key, now)?;
        }
        Ok(())
    }

    /// The new deadline of the open turn if nobody is to lose the time between two instants. `None` if no turn is open, or the calendar has
    /// no such day.
    pub(super) fn deadline_after_standstill(&self, from: DateTime<Utc>, until: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let progress = self.progress.as_ref()?;
        let deadline_at = progress.window.as_ref()?.deadline.at;
        // What is left in a bank stays the same, even if its clock would have stood still for part of that time.
        let mover = self.mover(progress).filter(|_| self.config.schedule.bank().is_some());
        match mover {
            Some(seat) => Some(self.clock(&progress.clocks, seat).moved_by_standstill(deadline_at, from, until)),
            None => deadline_at.checked_add_signed(until - from),
        }
    }

    /// The new deadline of the open turn if `at` falls on days on which a player is away. `None` if it stays, and where its orders are closed for good:
    /// those who have sealed theirs have only to reveal them.
    fn waiting_deadline(&self, ledger: &Ledger<'_>, at: DateTime<Utc>) -> Result<Option<LocalTime>, DeskError> {
        let Some(progress) = &self.progress else { return Ok(None) };
        let Some(window) = &progress.window else { return Ok(None) };
        let is_closed = self.orders_closed_at(ledger, window.turn)?.is_some();
        Ok(if is_closed { None } else { self.waiting_for_the_absent(progress, at) })
    }

    /// Where the deadline of the open turn comes to lie if it is moved to `to`, and whether it waits for players who are away then. Unless it is past, it
    /// is rounded as [`schedule::moved_to`] says, and waits if the game master has not chosen it.
    ///
    /// # Errors
    /// When the database refuses, or no calendar has such a day.
    pub(super) fn deadline_if_moved(
        &self,
        ledger: &Ledger<'_>,
        to: DateTime<Utc>,
        why: WhyMoved,
        now: DateTime<Utc>,
    ) -> Result<(LocalTime, bool), DeskError> {
        // A deadline that is past is not rounded up to one that is to come.
        if to <= now {
            return Ok((self.local(to, None), false));
        }
        let asked = schedule::moved_to(&self.config.schedule, to).ok_or(DeskError::NoDeadline)?;
        let waiting = if why.is_chosen_by_gm() { None } else { self.waiting_deadline(ledger, asked.at)? };
        let waits_for_the_absent = waiting.is_some();
        Ok((waiting.unwrap_or(asked), waits_for_the_absent))
    }

    /// Moves the deadline of the open turn to `to`, later or earlier than it was, as [`Campaign::deadline_if_moved`] says: in memory, in the database and
    /// in the journal. Returns what moved; `None` if no turn is open or the deadline is there already. Telling people is the caller's part.
    ///
    /// # Errors
    /// When the database refuses, or no calendar has such a day.
    pub fn move_deadline(
        &mut self,
        ledger: &Ledger<'_>,
        to: DateTime<Utc>,
        why: WhyMoved,
        now: DateTime<Utc>,
    ) -> Result<Option<MovedDeadline>, DeskError> {
        let (deadline, waits_for_the_absent) = self.deadline_if_moved(ledger, to, why, now)?;
        let Some(window) = self.progress.as_mut().and_then(|progress| progress.window.as_mut()) else { return Ok(None) };
        let moved = MovedDeadline { turn: window.turn, from: window.deadline.at, to: deadline.at, waits_for_the_absent };
        if moved.from == moved.to {
            return Ok(None);
        }
        window.deadline = deadline;
        let turn = window.turn;
        ledger.set_deadline(window)?;
        suspense::end_by_more_time(ledger, turn, why)?;
        self.record(ledger, Act::DeadlineMoved { turn: moved.turn, from: moved.from, to: moved.to, why }, now)?;
        Ok(Some(moved))
    }
}
