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
    /// The key that its section does not know, if that is what is wrong.
    pub(super) unknown: Option<String>,
    /// The key with the value, or the section without the key, and the byte at which it stands; `None` for the file as a whole.
    pub(super) at: Option<(String, usize)>,
}

impl ConfigFault {
    /// The same fault at that place, unless it already has a more exact one.
    pub(super) fn or_at(mut self, key: impl fmt::Display, offset: usize) -> ConfigFault {
        self.at.get_or_insert_with(|| (key.to_string(), offset));
        self
    }

    /// The same, and where the unknown key belongs, if only a few sections know it.
    pub(super) fn or_elsewhere(mut self, headings: &[Option<String>]) -> ConfigFault {
        let place = |heading: &Option<String>| {
            heading.as_ref().map_or("above the first heading".to_owned(), |heading| format!("below `{heading}`"))
        };
        let places: Vec<String> = headings.iter().map(place).collect();
        let places = match places.as_slice() {
            [one] => one.clone(),
            [others @ .., last] if others.len() < 3 => format!("{} or {last}", others.join(", ")),
            _ => return self,
        };
        self.what = format!("there is no such key in this section: it belongs {places}");
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
        ConfigFault { what: what.to_string(), missing: None, unknown: None, at: None }
    }

    fn missing_field(field: &'static str) -> ConfigFault {
        ConfigFault { missing: Some(field), ..ConfigFault::custom(format_args!("`{field}` is missing")) }
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> ConfigFault {
        let what = format!("there is no such key{}", guess_or_list(field, known.iter().copied()));
        ConfigFault { unknown: Some(field.to_owned()), ..ConfigFault::custom(what) }
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
