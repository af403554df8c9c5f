//! Why a game cannot begin.

use crate::engine::document::Misreading;

/// A scenario that cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text does not read as a scenario of this game.
    #[error("{0}")]
    Unreadable(String),
    /// The text does not read, for each of these reasons.
    #[error("{}", first_of(.0))]
    Misread(Vec<Misreading>),
    /// The text reads, but cannot be played.
    #[error("{0}")]
    Impossible(String),
}

fn first_of(all: &[Misreading]) -> String {
    all.first().map(Misreading::to_string).unwrap_or_default()
}
