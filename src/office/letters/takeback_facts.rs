//! What letters say of moves that are to be taken back.

use serde::Serialize;

use super::consent_facts::Unasked;

/// What became of TAKEBACK? or its answers; or, with `became` asked, the request that waits for its answer, with paused, the one that
/// was agreed to and waits for the end of a pause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct TakebackFacts {
    pub asked: TakebackLine,
    pub became: TakebackState,
    /// Who has sent the line.
    pub name: String,
    pub opponent: String,
    /// The moves that are taken back, in their order.
    pub moves: Vec<String>,
    /// After which turn the game goes on.
    pub to: u32,
    /// How often each player may take a move back.
    pub allowed: u8,
    /// Whether the reader has made the request that waits.
    pub is_own: bool,
}

impl TakebackFacts {
    /// Whether it is a request that waits for the reader's answer.
    pub(crate) fn waits_for_reader(&self) -> bool {
        !self.is_own && self.became == TakebackState::Asked
    }
}

/// A line about a move that is to be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TakebackLine {
    Ask,
    Yes,
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TakebackState {
    Asked,
    /// The same request waits already.
    Known,
    /// The opponent's request waits for an answer.
    Open,
    /// It was declined, and its player has not moved since.
    Again,
    Agreed,
    Declined,
    /// No request waits.
    Nothing,
    /// The player has not moved yet.
    NoMove,
    UsedUp,
    /// In this campaign no moves are taken back.
    Off,
    /// The opponent has agreed, and it counts once the game goes on.
    Paused,
    #[serde(untagged)]
    Unasked(Unasked),
}
