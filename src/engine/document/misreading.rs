//! What does not read in a file, and where.

use std::fmt;

/// Why a key does not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misreading {
    /// The key, such as `seat[1].address`; empty if it is about the text as a whole.
    pub key: String,
    /// Where it stands; `None` if something is missing from the text as a whole.
    pub place: Option<FilePlace>,
    /// What is wrong and what would be right, as a sentence without a full stop.
    pub what: String,
}

/// A line and a character in it, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FilePlace {
    /// The line of the text, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
}

impl FilePlace {
    /// Where a byte of a text stands.
    pub fn of(text: &str, offset: usize) -> FilePlace {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        FilePlace { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl fmt::Display for Misreading {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(FilePlace { line, .. }) = self.place {
            write!(out, "line {line}: ")?;
        }
        if self.key.is_empty() { out.write_str(&self.what) } else { write!(out, "{}: {}", self.key, self.what) }
    }
}
