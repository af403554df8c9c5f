//! What one player has offered or asked the other: under which names it is remembered, and that it lapses when the game goes back, or its player
//! leaves.

use serde::Deserialize;

use crate::engine::Seat;
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

/// Forgets what the player of a seat has offered, asked or agreed to, who does not hold it any more: it binds nobody else.
///
/// # Errors
/// When the database refuses or a fact does not read.
pub(in crate::office) fn forget_of(ledger: &Ledger<'_>, seat: Seat) -> Result<(), StoreError> {
    #[derive(Deserialize)]
    struct Offer {
        by: Seat,
        /// The other player has agreed, and one of the two has left.
        #[serde(default)]
        is_agreed: bool,
    }
    for name in [OFFER, TAKEBACK] {
        if ledger.fact_in_json::<Offer>(name)?.is_some_and(|offer| offer.by == seat || offer.is_agreed) {
            ledger.forget_fact(name)?;
        }
    }
    Ok(())
}
