//! What letters say of ends by consent: offers, their answers, and games that are aborted.

use serde::Serialize;

/// What became of DRAW?, of its answers, or of ABORT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ConsentFacts {
    /// `offer`, `yes`, `no` or `abort`.
    pub asked: &'static str,
    /// `offered`, `known` (the same offer stands already), `again` (it was declined, and its player has not moved since), `agreed`,
    /// `declined`, `nothing` (no offer stands), `aborted`, `begun` (both have moved), `closed` (no turn is open, or the time is up),
    /// `beside-move`, or `not-here` (the players all move at once).
    pub became: &'static str,
    /// Who has asked.
    pub name: String,
    pub opponent: String,
    /// Whether the rules of the game know draws, so that it ends in one.
    pub is_draw: bool,
}

/// An offer to end the game by consent that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct OfferFacts {
    /// Who has offered it.
    pub name: String,
    pub is_own: bool,
    pub is_draw: bool,
}
