//! A message between players, as its readers are told of it.

use serde::Serialize;

/// Who wrote to whom, and what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PressFacts {
    /// The writer's name; null if nobody is told.
    pub from: Option<String>,
    /// The reader wrote it.
    pub is_own: bool,
    /// Anybody may read it.
    pub is_public: bool,
    /// It is for the reader, perhaps among others.
    pub to_reader: bool,
    /// The names of its other readers, `Ann and Cy`; null if there are none, or if everybody reads it.
    pub others: Option<String>,
    /// Null where only its title is told.
    pub text: Option<String>,
    /// How many messages with this title are told of together.
    pub messages: u32,
}
