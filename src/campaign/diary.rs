//! Diaries: what players write during the game, and everybody reads once it is over.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::token::Token;
use super::words::cleaned;
use crate::engine::Seat;

/// The longest entry.
const MOST_KIBIBYTES: u16 = 8;

/// The most entries that a seat may have for one turn.
const MOST_OF_A_TURN: u16 = 10;

/// An entry, as it is kept until the game is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiaryEntry {
    /// The seat that its writer held.
    pub seat: Seat,
    /// The name of its writer, since the seat may pass on to another player.
    pub name: String,
    /// The turn that was open.
    pub turn: u32,
    /// When its email was received.
    pub at: DateTime<Utc>,
    /// Never empty and at most 8 KiB; without reply tokens and control sequences for terminals.
    pub text: String,
}

/// Why an entry is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "problem", rename_all = "kebab-case")]
pub enum NoEntry {
    /// The campaign keeps no diaries.
    None,
    /// The game is over, and its diaries are published.
    Over,
    /// END is missing.
    NoEnd,
    /// No words are left without blank lines and control characters.
    Empty,
    /// It is longer than allowed.
    TooLong {
        /// The longest entry, in KiB.
        kibibytes: u16,
    },
    /// The seat already has as many entries for the open turn as allowed.
    TooMany {
        /// The most entries of a seat for one turn.
        most: u16,
    },
}

/// The words of an entry as they are kept, without reply tokens. `written` is how many entries the seat already has for the open turn.
///
/// # Errors
/// When the entry is not kept.
pub fn entry(words: Option<&str>, written: usize, tokens: &[Token]) -> Result<String, NoEntry> {
    let text = cleaned(words.ok_or(NoEntry::NoEnd)?, tokens);
    if text.is_empty() {
        return Err(NoEntry::Empty);
    }
    if text.len() > usize::from(MOST_KIBIBYTES) * 1024 {
        return Err(NoEntry::TooLong { kibibytes: MOST_KIBIBYTES });
    }
    if written >= usize::from(MOST_OF_A_TURN) {
        return Err(NoEntry::TooMany { most: MOST_OF_A_TURN });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_words_of_some_length_without_tokens() {
        let tokens = ["4F7K2QXM5D3A6ZBT"].map(|token| Token::read(token).unwrap());
        assert_eq!(entry(Some("\n\tI trust Bob.\u{1b}[2J \n\n"), 0, &tokens).unwrap(), " I trust Bob.[2J");
        assert_eq!(entry(Some("my token: 4f7k 2qxm 5d3a 6zbt"), 0, &tokens).unwrap(), "my token: ****");
        assert_eq!(entry(None, 0, &tokens), Err(NoEntry::NoEnd));
        assert_eq!(entry(Some(" \n "), 0, &tokens), Err(NoEntry::Empty));
        assert_eq!(entry(Some(&"x".repeat(8 * 1024 + 1)), 0, &tokens), Err(NoEntry::TooLong { kibibytes: 8 }));
        assert_eq!(entry(Some("x"), 10, &tokens), Err(NoEntry::TooMany { most: 10 }));
    }
}
