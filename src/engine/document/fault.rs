//! Why a value does not read, in words for the author of the file.

use std::fmt;

use serde::de;

use crate::engine::nearness::{guess_or_list, nearest};

/// What keeps a file from being read.
#[derive(Debug)]
pub(super) struct ConfigFault {
    /// What is wrong, as a clause without a full stop.
    pub(super) what: String,
    /// The missing key, if a key is missing.
    pub(super) missing: Option<&'static str>,
    /// The key of the value, or of the section that lacks a key, and its byte offset; `None` for the file as a whole.
    pub(super) at: Option<(String, usize)>,
}

impl ConfigFault {
    /// The same fault at that place, unless it already has a more exact one.
    pub(super) fn or_at(mut self, key: impl fmt::Display, offset: usize) -> ConfigFault {
        self.at.get_or_insert_with(|| (key.to_string(), offset));
        self
    }
}

impl std::error::Error for ConfigFault {}

impl fmt::Display for ConfigFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(out)
    }
}

impl de::Error for ConfigFault {
    fn custom<T: fmt::Display>(what: T) -> ConfigFault {
        ConfigFault { what: what.to_string(), missing: None, at: None }
    }

    fn missing_field(field: &'static str) -> ConfigFault {
        ConfigFault { missing: Some(field), ..ConfigFault::custom(format_args!("`{field}` is missing")) }
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> ConfigFault {
        ConfigFault::custom(format_args!("there is no such key{}", guess_or_list(field, known.iter().copied())))
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> ConfigFault {
        let guess = nearest(word, known.iter().copied()).first().map(|near| format!("; did you mean `{near}`?"));
        ConfigFault::custom(format_args!("`{word}` is none of {}{}", listed(known), guess.unwrap_or_default()))
    }
}

/// The possible words as a list: `file`, `sendmail`, `smtp`.
pub(super) fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
