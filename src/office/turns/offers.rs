//! What one player has offered or asked the other: under which names it is remembered, and that it lapses when the game goes back.

use crate::store::{Ledger, StoreError};

/// The last offer to end the game.
pub(super) const OFFER: &str = "offer to end the game";

/// The last request to take a move back.
pub(super) const TAKEBACK: &str = "request to take a move back";

/// Forgets them all: they were meant for another position.
///
/// # Errors
/// When the database refuses.
pub(super) fn forget(ledger: &Ledger<'_>) -> Result<(), StoreError> {
    ledger.forget_fact(OFFER)?;
    ledger.forget_fact(TAKEBACK)
}
