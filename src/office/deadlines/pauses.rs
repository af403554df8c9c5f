//! Pauses that somebody has decided on: the game master by a command, or the players by a vote.

use chrono::{DateTime, Utc};

use super::lost_time::{PAUSE_DECIDED, PAUSED, PAUSED_UNTIL, TimeStep, forget, hold, instant, take};
use super::time_notices::{self, TimeNotice};
use crate::campaign::journal::Act;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::vote_facts::DecisionFacts;
use crate::store::Ledger;

/// Pauses the game until a command resumes it. Returns whether no command had paused it before. A pause on which the players had agreed no longer
/// ends by itself.
///
/// # Errors
/// When the database refuses.
pub(super) fn pause(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<bool, DeskError> {
    if is_paused_by_command(ledger)? {
        return Ok(false);
    }
    let was_agreed = instant(ledger, PAUSED_UNTIL)?.is_some();
    ledger.set_fact(PAUSE_DECIDED, &now.to_rfc3339())?;
    ledger.forget_fact(PAUSED_UNTIL)?;
    if instant(ledger, PAUSED)?.is_none() {
        take(campaign, ledger, TimeStep::Pause, now)?;
    } else if was_agreed {
        campaign.record(ledger, Act::Paused, now)?;
        time_notices::tell_all(campaign, ledger, &TimeNotice::Paused, None, now)?;
    }
    Ok(true)
}

/// Lets a pause, if there is one, begin only now, for a game whose open turn has just got its deadline. One that players had agreed on and that
/// would be over is over. Returns whether the game is paused.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn begin_anew(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<bool, DeskError> {
    let Some(paused_at) = instant(ledger, PAUSED)? else { return Ok(false) };
    if ends_at(ledger)?.is_some_and(|until| until <= now) {
        forget(ledger)?;
        campaign.record(ledger, Act::Resumed { paused_at }, now)?;
        return Ok(false);
    }
    ledger.set_fact(PAUSED, &now.to_rfc3339())?;
    hold(campaign, now);
    Ok(true)
}

/// Lets the game go on. Returns whether it was paused.
///
/// # Errors
/// When the database refuses.
pub(super) fn resume(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<bool, DeskError> {
    let Some(paused_at) = instant(ledger, PAUSED)? else { return Ok(false) };
    take(campaign, ledger, TimeStep::Resume { paused_at, decision: None }, now)?;
    Ok(true)
}

/// Pauses the game until an instant on which its players have agreed.
///
/// # Errors
/// When a letter cannot be written, or the database refuses.
pub(in crate::office) fn pause_by_vote(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    until: DateTime<Utc>,
    decision: DecisionFacts,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    ledger.set_fact(PAUSE_DECIDED, &now.to_rfc3339())?;
    ledger.set_fact(PAUSED_UNTIL, &until.to_rfc3339())?;
    take(campaign, ledger, TimeStep::AgreedPause { until, decision: decision.into() }, now)
}

/// Ends a pause on which the players had agreed, since they want to go on now.
///
/// # Errors
/// When a letter cannot be written, or the database refuses.
pub(in crate::office) fn resume_by_vote(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    decision: DecisionFacts,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let Some(paused_at) = instant(ledger, PAUSED)? else { return Ok(()) };
    take(campaign, ledger, TimeStep::Resume { paused_at, decision: Some(decision.into()) }, now)
}

/// Whether the game is paused by a command, a vote or its file, or was and no run has noticed yet that it no longer is.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn is_paused(campaign: &Campaign, ledger: &Ledger<'_>) -> Result<bool, DeskError> {
    Ok(!campaign.config.open || instant(ledger, PAUSE_DECIDED)?.is_some() || instant(ledger, PAUSED)?.is_some())
}

/// Whether the game is paused by a command, until another lets it go on.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn is_paused_by_command(ledger: &Ledger<'_>) -> Result<bool, DeskError> {
    Ok(instant(ledger, PAUSE_DECIDED)?.is_some() && instant(ledger, PAUSED_UNTIL)?.is_none())
}

/// Whether the game is paused only because its players have agreed on it.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn is_agreed(campaign: &Campaign, ledger: &Ledger<'_>) -> Result<bool, DeskError> {
    Ok(campaign.config.open && instant(ledger, PAUSED_UNTIL)?.is_some())
}

/// When a pause on which the players have agreed is over.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn ends_at(ledger: &Ledger<'_>) -> Result<Option<DateTime<Utc>>, DeskError> {
    instant(ledger, PAUSED_UNTIL)
}
