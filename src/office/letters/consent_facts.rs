//! What letters say of ends by consent: offers, their answers, and games that are aborted.

use serde::Serialize;

/// What became of DRAW?, of its answers, or of ABORT.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ConsentFacts {
    pub asked: ConsentLine,
    pub became: ConsentState,
    /// Who has asked.
    pub name: String,
    pub opponent: String,
    /// Whether the rules of the game know draws, so that it ends in one.
    pub is_draw: bool,
    /// The same email has a move, whose report says whose move it is then.
    pub with_move: bool,
}

/// A line about the end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ConsentLine {
    Offer,
    Yes,
    No,
    Abort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ConsentState {
    Offered,
    /// The same offer stands already.
    Known,
    /// It was declined, and its player has not moved since.
    Again,
    Agreed,
    Declined,
    /// No offer stands.
    Nothing,
    Aborted,
    /// Both have moved.
    Begun,
    #[serde(untagged)]
    Unasked(Unasked),
}

/// Why nothing can be asked of the other player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Unasked {
    /// The players all move at once.
    NotHere,
    /// The email also has a move, and neither counts.
    BesideMove,
    /// No turn is open, or the time is up.
    Closed,
}

/// An offer to end the game by consent that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct OfferFacts {
    /// Who has offered it.
    pub name: String,
    pub is_own: bool,
    pub is_draw: bool,
}
