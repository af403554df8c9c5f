//! What letters say of a seat that its player has left.

use serde::Serialize;

use crate::campaign::journal::WhyVacated;
use crate::engine::Seat;
use crate::office::letters::facts::DeadlineFacts;

/// A player who has left a seat, which is vacant now.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct LeavingFacts {
    pub seat: Seat,
    pub name: String,
    pub why: WhyVacated,
    /// The reason in the words of the person who decided it; null if there is none.
    pub reason: Option<String>,
    /// Whether the player has left orders that count for the open turn.
    pub has_sheet: bool,
    /// Whether the caretaker gives the orders of the seat from here on.
    pub has_caretaker: bool,
    /// When the open turn is played early, in the time of the reader: everybody who is left is ready.
    pub early: Option<DeadlineFacts>,
}
