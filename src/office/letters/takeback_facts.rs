//! What letters say of moves that are to be taken back.

use serde::Serialize;

/// What became of TAKEBACK? or its answers; or, with `became` asked, the request that waits for its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct TakebackFacts {
    /// `ask`, `yes` or `no`.
    pub asked: &'static str,
    /// `asked`, `known` (the same request waits already), `open` (the opponent's request waits for an answer), `again` (it was declined, and its
    /// player has not moved since), `agreed`, `declined`, `nothing` (no request waits), `no-move` (the player has not moved yet), `used-up`, `off`
    /// (this campaign has none), `paused`, `closed` (no turn is open, or the time is up), `beside-move`, or `not-here` (the players all move at once).
    pub became: &'static str,
    /// Who has sent the line.
    pub name: String,
    pub opponent: String,
    /// The moves that are taken back, in their order.
    pub moves: Vec<String>,
    /// After which turn the game goes on.
    pub to: u32,
    /// How often each player may take a move back.
    pub allowed: u8,
    /// Whether the reader has asked; of a request that waits.
    pub is_own: bool,
}
