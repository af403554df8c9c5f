//! A message between players, as its readers are told of it.

use serde::Serialize;

/// Who wrote to whom, and what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PressFacts {
    /// The writer's name; null if it is not told.
    pub from: Option<String>,
    /// Whether the reader wrote it.
    pub is_own: bool,
    /// Whether everybody may read it.
    pub is_public: bool,
    /// Whether it is for the reader, perhaps among others.
    pub to_reader: bool,
    /// The names of its other readers, `Ann and Cy`; null if there are none, or if everybody reads it.
    pub others: Option<String>,
    /// The text; null if only the title is told.
    pub text: Option<String>,
    /// How many messages with this title are told together.
    pub messages: u32,
}
