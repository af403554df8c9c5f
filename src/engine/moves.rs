//! The moves of a game as they can be written down and played again.

/// What a game whose moves alternate can write down of itself; all of it is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moves {
    /// The position that it began with, in the notation of the rules.
    pub opening: String,
    /// A move of each side a row: canonical notation, `-` for a side that was skipped, nothing for one that has not moved.
    pub rows: Vec<(String, String)>,
}
