//! Names and titles in configuration files.

use serde::de::{Deserialize, Deserializer, Error};

/// A name or title: one line with a letter or digit. An empty one would leave a gap in the sentences of letters.
pub(super) fn one_line<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.chars().any(char::is_control) {
        return Err(D::Error::custom("it has to be one line, without control characters"));
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(D::Error::custom(format!("`{text}` is no name: it needs a letter or digit")));
    }
    Ok(text)
}
