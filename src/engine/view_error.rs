//! The error for JSON that is not a view.

/// JSON that is not a view of the game.
#[derive(Debug, thiserror::Error)]
#[error("this is not a view of {game}: {source}")]
pub struct ViewError {
    pub(super) game: &'static str,
    pub(super) source: serde_json::Error,
}
