//! When a turn is played before its deadline, because every seat is ready.

use chrono::{DateTime, Utc};

use crate::campaign::schedule;
use crate::office::cabinet::desk::{Campaign, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::store::Ledger;

impl Keyless {
    /// When the open turn is played because every seat is ready and none asks it to wait; `None` if it waits for its deadline, and while nothing is
    /// played at all.
    ///
    /// # Errors
    /// When the database does not read.
    pub fn early_at(&self, ledger: &Ledger<'_>, turn: u32) -> Result<Option<DateTime<Utc>>, DeskError> {
        let goes_on = !self.alternates() && !self.plays_nothing();
        let Some(progress) = self.progress.as_ref().filter(|_| goes_on) else { return Ok(None) };
        let Some(limits) = self.limits(progress) else { return Ok(None) };
        let (to_be_ready, ready) = (self.to_be_ready(progress, ledger, turn)?, ledger.ready_to_play(turn)?);
        Ok(schedule::early_at(&self.config.schedule, limits.deadline_at, &to_be_ready, &ready))
    }
}

/// Once the game goes on, everybody has the whole time in which they may change their mind, as if they had become ready only now.
///
/// # Errors
/// When the database refuses.
pub(super) fn count_anew(campaign: &Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<(), DeskError> {
    match campaign.open_turn() {
        Some(turn) => Ok(ledger.date_ready_anew(turn.turn, now)?),
        None => Ok(()),
    }
}
