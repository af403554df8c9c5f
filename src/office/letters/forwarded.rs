//! Words that are forwarded to a game master: as far as they go, and as often as they may.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::budget::Account;
use crate::campaign::config::LimitsConfig;
use crate::office::cabinet::error::DeskError;
use crate::office::letters::facts::ForwardedFacts;
use crate::store::Ledger;

impl ForwardedFacts {
    /// The words as far as they are forwarded.
    pub(in crate::office) fn of(words: &str, limits: &LimitsConfig) -> ForwardedFacts {
        let (text, is_cut) = cut(words, usize::from(limits.gm_message_kibibytes) * 1024);
        ForwardedFacts { text, is_cut, too_many: None }
    }
}

/// The daily limit of messages to the game master, if this budget has reached it; `None` if another message may go out.
pub(in crate::office) fn too_many(
    ledger: &Ledger<'_>,
    budget: &Account,
    limits: &LimitsConfig,
    now: DateTime<Utc>,
) -> Result<Option<u32>, DeskError> {
    let most = u32::from(limits.gm_messages_a_day);
    Ok((ledger.spent_since(budget, now - TimeDelta::days(1))? >= most).then_some(most))
}

/// The text as far as it fits into this many bytes, without splitting a letter, and whether something is missing.
fn cut(text: &str, at_most: usize) -> (String, bool) {
    if text.len() <= at_most {
        return (text.to_owned(), false);
    }
    let end = (0..=at_most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    (text[..end].trim_end().to_owned(), true)
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_long_message_ends_between_two_letters() {
        assert_eq!(cut("aé", 3), ("aé".to_owned(), false));
        assert_eq!(cut("aéb", 2), ("a".to_owned(), true));
        assert_eq!(cut("é", 1), (String::new(), true));
    }
}
