//! When each player last said what counts for a turn, so that an older email found later does not change it.

use chrono::{DateTime, Utc};

use super::error::StoreError;
use super::ledger::Ledger;
use crate::engine::Seat;

/// `last word/2`: the turn for which the player of seat 2 last said what counts, and when that email arrived.
const LAST_WORD: &str = "last word/";

impl Ledger<'_> {
    /// When the email arrived with which a seat last said what counts for it in a turn: a sheet, WITHDRAW or a digest. A word from after
    /// `now` was noted by a clock that was ahead, and is not compared.
    ///
    /// # Errors
    /// When SQLite refuses or it cannot be read.
    pub fn last_word(&self, turn: u32, seat: Seat, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StoreError> {
        let last: Option<(u32, DateTime<Utc>)> = self.fact_in_json(&format!("{LAST_WORD}{seat}"))?;
        Ok(last.filter(|(of, at)| *of == turn && *at <= now).map(|(_, at)| at))
    }

    /// Notes that an email that arrived at `at` has said what counts; an earlier email changes nothing.
    ///
    /// # Errors
    /// As [`Ledger::last_word`].
    pub fn set_last_word(&self, turn: u32, seat: Seat, at: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), StoreError> {
        let last = self.last_word(turn, seat, now)?.map_or(at, |last| last.max(at));
        self.set_fact_in_json(&format!("{LAST_WORD}{seat}"), &(turn, last))
    }

    /// Forgets the words that were noted by a clock that was ahead: those from after `now`.
    ///
    /// # Errors
    /// As [`Ledger::last_word`].
    pub fn forget_last_words_after(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        for seat in self.facts(LAST_WORD)?.into_keys() {
            let name = format!("{LAST_WORD}{seat}");
            let last: Option<(u32, DateTime<Utc>)> = self.fact_in_json(&name)?;
            if last.is_some_and(|(_, at)| at > now) {
                self.forget_fact(&name)?;
            }
        }
        Ok(())
    }
}
