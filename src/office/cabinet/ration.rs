//! What a player may do only a few times in 24 hours, because everybody gets a letter each time.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::calendar;
use crate::engine::Seat;
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

/// Such a thing. The campaign's fact `times/proposals/3` says when the player of seat 3 has done it lately.
pub(in crate::office) struct Ration {
    pub what: &'static str,
    /// How many times in 24 hours.
    pub most: usize,
}

impl Ration {
    /// From when on a player may do it again; `None` if they may now.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn used_up_until(
        &self,
        ledger: &Ledger<'_>,
        seat: Seat,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, DeskError> {
        let times = self.times(ledger, seat, now)?;
        Ok(times.iter().rev().nth(self.most - 1).map(|first| calendar::later(*first, TimeDelta::days(1))))
    }

    /// Notes that a player has done it.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn note(&self, ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<(), DeskError> {
        let mut times = self.times(ledger, seat, now)?;
        times.push(now);
        Ok(ledger.set_fact_in_json(&self.fact(seat), &times)?)
    }

    /// Forgets what a player has done, who does not hold the seat any more.
    ///
    /// # Errors
    /// When the database refuses.
    pub(in crate::office) fn forget(&self, ledger: &Ledger<'_>, seat: Seat) -> Result<(), DeskError> {
        Ok(ledger.forget_fact(&self.fact(seat))?)
    }

    /// When it was done in the last 24 hours. Times of a clock that was wrong do not count.
    fn times(&self, ledger: &Ledger<'_>, seat: Seat, now: DateTime<Utc>) -> Result<Vec<DateTime<Utc>>, DeskError> {
        let mut times: Vec<DateTime<Utc>> = ledger.fact_in_json(&self.fact(seat))?.unwrap_or_default();
        times.retain(|at| *at <= now && calendar::earlier(now, TimeDelta::days(1)) < *at);
        Ok(times)
    }

    fn fact(&self, seat: Seat) -> String {
        format!("times/{}/{seat}", self.what)
    }
}
