//! What letters say of a seat that its player has left.

use serde::Serialize;

use crate::campaign::journal::WhyVacated;
use crate::engine::Seat;

/// A player who does not hold a seat any more, which is vacant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct LeavingFacts {
    pub seat: Seat,
    pub name: String,
    pub why: WhyVacated,
    /// In the words of whoever has decided it; null if there are none.
    pub reason: Option<String>,
    /// Whether the player has left orders that count for the open turn.
    pub has_sheet: bool,
    /// Whether the caretaker gives the orders of the seat from here on.
    pub has_caretaker: bool,
}
