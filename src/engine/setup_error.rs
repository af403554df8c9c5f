//! Why a game cannot begin.

/// A scenario that cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text does not read as a scenario of this game.
    #[error("{0}")]
    Unreadable(String),
    /// It reads, but what it says cannot be played.
    #[error("{0}")]
    Impossible(String),
}
