//! What letters say of WAIT.

use serde::Serialize;

/// What became of WAIT or NOT WAIT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum WaitState {
    Waits,
    WaitsNot,
    /// It came after the turn was closed.
    Late,
    /// Turns of this campaign wait for their deadlines anyway.
    NeverEarly,
    /// Moves alternate, and each is played when it arrives.
    ByMoves,
    /// The seat is out of the game.
    NoSay,
}
