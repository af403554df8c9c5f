//! Mistakes in a configuration file: file, line, key, and what would be right.

use std::fmt;
use std::path::PathBuf;

use crate::engine::document::FilePlace;

/// A mistake in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The file with the mistake, named as in messages.
    pub file: PathBuf,
    /// The place in the file; `None` if something is missing from the whole file.
    pub place: Option<FilePlace>,
    /// The key, such as `seat[1].address`; empty if it is about the file as a whole.
    pub key: String,
    /// What is wrong and what would be right, as a sentence without a full stop.
    pub what: String,
}

/// All mistakes that can be found at once, by line. An empty list is no error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigErrors(pub Vec<ConfigError>);

impl std::error::Error for ConfigError {}
impl std::error::Error for ConfigErrors {}

impl fmt::Display for ConfigError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.file.display())?;
        if let Some(place) = self.place {
            write!(out, ":{}:{}", place.line, place.column)?;
        }
        match self.key.as_str() {
            "" => write!(out, ": {}", self.what),
            key => write!(out, ": {key}: {}", self.what),
        }
    }
}

/// All on one line; `check-config` shows a long list better.
impl fmt::Display for ConfigErrors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => Ok(()),
            [one] => one.fmt(out),
            [first, others @ ..] => write!(out, "{first} (and {} more: `ashpost check-config` names them all)", others.len()),
        }
    }
}

impl From<ConfigError> for ConfigErrors {
    fn from(error: ConfigError) -> ConfigErrors {
        ConfigErrors(vec![error])
    }
}
