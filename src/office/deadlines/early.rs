//! When a turn is played before its deadline, because every seat is ready.

use chrono::{DateTime, Utc};

use crate::campaign::budget::Account;
use crate::campaign::schedule;
use crate::engine::Seat;
use crate::office::cabinet::desk::{Campaign, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::office::letters::about::About;
use crate::office::letters::kind::LetterKind;
use crate::office::letters::model::LetterModel;
use crate::office::letters::wait_facts::WaitState;
use crate::office::letters::{self, NewLetter};
use crate::store::Ledger;

/// How many times in a turn a player is told that it is played early, or no longer is.
const MOST_EARLY_NOTICES: u32 = 6;

/// What somebody did to when the open turn is played.
pub(in crate::office) struct EarlyChange {
    /// Whose message or arrival it was.
    pub writer: Seat,
    /// Tells the letters about it from all others.
    pub id: String,
    /// When the turn was to be played early.
    pub before: Option<DateTime<Utc>>,
    /// When it is now.
    pub after: Option<DateTime<Utc>>,
    /// What it was.
    pub why: EarlyCause,
}

/// What decides when a turn is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::office) enum EarlyCause {
    /// READY, NOT READY or a sheet.
    Message,
    /// WAIT.
    Wait,
    /// The seat has another player.
    Arrival,
}

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

impl Campaign {
    /// Tells the other players that the turn is played early, or no longer is: everybody may change their mind in time. Somebody who says READY and
    /// NOT READY in turn tells them so only a few times. Returns how many letters wait to be sent.
    ///
    /// # Errors
    /// When a letter cannot be written, or the database refuses.
    pub(in crate::office) fn tell_of_early_turn(
        &self,
        ledger: &Ledger<'_>,
        change: &EarlyChange,
        now: DateTime<Utc>,
    ) -> Result<u32, DeskError> {
        let EarlyChange { writer, id, before, after, why } = change;
        let (Some(progress), Some(turn)) = (&self.progress, self.open_turn()) else { return Ok(0) };
        let is_news = before.is_some() != after.is_some() && after.is_none_or(|at| at > now);
        let mut told = 0;
        for seat in progress.table.to_move().into_iter().filter(|seat| is_news && seat != writer) {
            let budget = Account::Early { turn: turn.turn, seat };
            let Some(player) = self.config.seat(seat) else { continue };
            if ledger.spent_since(&budget, turn.opened_at)? >= MOST_EARLY_NOTICES {
                continue;
            }
            let about = About::EarlyNotice {
                early: after.map(|at| self.deadline_facts(at, Some(seat), now)),
                writer: self.writer(*writer),
                wait: (*why == EarlyCause::Wait).then_some(WaitState::Waits),
                has_taken_over: *why == EarlyCause::Arrival,
            };
            let model = LetterModel::new(self.heading(Some(seat), LetterKind::Notice, now), about);
            let written = letters::render(&self.templates, &model)?;
            let letter = NewLetter::notice(format!("{id}.{seat}"), &player.address, written)
                .about(Some(turn.turn), Some(seat))
                .following(ledger.last_report(seat)?.map(|report| report.message_id))
                .counted_with(budget);
            told += u32::from(letters::queue(ledger, &self.sender(), &letter, now)?);
        }
        Ok(told)
    }

    /// When the open turn is played now that a player has left: if nobody else is awaited, everybody has the whole time in which they may change
    /// their mind.
    pub(in crate::office) fn early_without(
        &self,
        ledger: &Ledger<'_>,
        turn: u32,
        before: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, DeskError> {
        let after = self.early_at(ledger, turn)?;
        if before.is_some() || after.is_none() {
            return Ok(after);
        }
        count_anew(self, ledger, now)?;
        self.early_at(ledger, turn)
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
