//! What is wrong in a configuration file: which file, which line, which key, what would be right.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::engine::nearness::nearest;

/// A mistake in a configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The file with the mistake, as messages name it.
    pub file: PathBuf,
    /// Where in the file; `None` if something is missing from it as a whole.
    pub place: Option<FilePlace>,
    /// What is wrong, as a sentence without a full stop.
    pub what: String,
    /// The nearest legal spelling, if one is near.
    pub nearest: Option<String>,
}

/// A line and a character in it, both from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilePlace {
    /// The line of the file, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
}

impl std::error::Error for ConfigError {}

impl fmt::Display for ConfigError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.file.display())?;
        if let Some(place) = self.place {
            write!(out, ":{}:{}", place.line, place.column)?;
        }
        write!(out, ": {}", self.what)?;
        match &self.nearest {
            Some(nearest) => write!(out, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

/// Reads a TOML file into its type; unknown keys are errors that name the nearest known one.
pub(super) fn read<T: DeserializeOwned>(file: &Path, text: &str) -> Result<T, ConfigError> {
    let wrong = |place, what: String| ConfigError { file: file.to_owned(), place, nearest: nearest_key(&what), what };
    let document = toml::Deserializer::parse(text)
        .map_err(|error| wrong(error.span().map(|span| place_of(text, span.start)), error.message().to_owned()))?;
    serde_path_to_error::deserialize(document).map_err(|error| {
        let key = error.path().to_string();
        let place = error.inner().span().map(|span| place_of(text, span.start));
        let message = error.inner().message();
        let what = if key == "." { message.to_owned() } else { format!("{key}: {message}") };
        wrong(place, what)
    })
}

/// An error about a key that read well but means nothing that can be.
pub(super) fn about(file: &Path, text: &str, key: &str, what: impl Into<String>) -> ConfigError {
    ConfigError { file: file.to_owned(), place: place_of_key(text, key), what: format!("{key}: {}", what.into()), nearest: None }
}

fn place_of(text: &str, offset: usize) -> FilePlace {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    FilePlace { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// Where the last part of a key path such as `schedule.at` or `seat[2].address` is written: for a
/// list, the occurrence with that index.
fn place_of_key(text: &str, key: &str) -> Option<FilePlace> {
    let last = key.rsplit('.').next()?;
    let index = key.split_once('[').and_then(|(_, rest)| rest.split(']').next()?.parse::<usize>().ok()).unwrap_or(0);
    let section = key.split(['.', '[']).next()?;
    let header_at = text.match_indices(&format!("[{section}]")).nth(index).map_or(0, |(at, _)| at);
    let named = |line: &str| line.trim_start().strip_prefix(last).is_some_and(|rest| rest.trim_start().starts_with('='));
    let mut offset = header_at;
    for line in text.get(header_at..)?.split_inclusive('\n') {
        if named(line) {
            return Some(place_of(text, offset + line.len() - line.trim_start().len()));
        }
        offset += line.len();
    }
    (header_at > 0).then(|| place_of(text, header_at))
}

/// The known key that is nearest to the unknown one, from serde's own message.
fn nearest_key(message: &str) -> Option<String> {
    let mut quoted = message.split('`').skip(1).step_by(2);
    if !message.contains("unknown field") && !message.contains("unknown variant") {
        return None;
    }
    let unknown = quoted.next()?;
    nearest(unknown, quoted).first().map(|near| (*near).to_owned())
}
