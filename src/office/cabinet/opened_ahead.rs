//! Turns that a clock opened that was ahead: when they really opened, nobody knows, so nothing can have come too early for them.

use chrono::{DateTime, Utc};

use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, StoreError, TurnWindow};

/// The fact that names the last such turn, and when it opened by the clock that was ahead.
const OPENED_AHEAD: &str = "opened by a clock ahead";

/// Whether an open turn is known to be such a turn.
///
/// # Errors
/// When the database refuses.
pub(super) fn is_known(ledger: &Ledger<'_>, window: &TurnWindow) -> Result<bool, StoreError> {
    let known: Option<(u32, DateTime<Utc>)> = ledger.fact_in_json(OPENED_AHEAD)?;
    Ok(known == Some((window.turn, window.opened_at)))
}

/// Notes that an open turn is such a turn.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn note(ledger: &Ledger<'_>, window: &TurnWindow) -> Result<(), DeskError> {
    Ok(ledger.set_fact_in_json(OPENED_AHEAD, &(window.turn, window.opened_at))?)
}
