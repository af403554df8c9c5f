//! How far outages and wrong clocks move an open deadline.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::journal::{Act, WhyMoved};
use crate::campaign::watch::Correction;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, TurnWindow};

/// By how much the corrections together move the deadline of this window.
pub(super) fn lost_by(ledger: &Ledger<'_>, window: &TurnWindow, corrections: &[Correction]) -> Result<TimeDelta, DeskError> {
    let mut lost = TimeDelta::zero();
    for correction in corrections {
        lost += match *correction {
            Correction::Outage { since, until } if window.opened_at < until => until.signed_duration_since(since.max(window.opened_at)),
            Correction::Outage { .. } => TimeDelta::zero(),
            // What a wrong clock added to this deadline is taken off again.
            Correction::ClockSetBack { to } => -moved_by_outages_after(ledger, window.turn, to)?,
        };
    }
    Ok(lost)
}

fn moved_by_outages_after(ledger: &Ledger<'_>, turn: u32, instant: DateTime<Utc>) -> Result<TimeDelta, DeskError> {
    let acts = ledger.acts_since(turn.saturating_sub(1))?.into_iter().filter(|recorded| recorded.at > instant);
    Ok(acts.fold(TimeDelta::zero(), |sum, recorded| match recorded.act {
        Act::DeadlineMoved { turn: of, from, to, why: WhyMoved::Outage } if of == turn => sum + to.signed_duration_since(from),
        // A turn that is played again has another deadline.
        Act::RolledBack { .. } | Act::RolledForward { .. } => TimeDelta::zero(),
        _ => sum,
    }))
}
