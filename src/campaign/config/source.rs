//! The text of a configuration file, and the places of keys in it.

use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::ConfigError;
use crate::engine::document::{FilePlace, Misreading};

/// A configuration file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigSource {
    /// The file as messages name it; relative paths in the text start at its folder.
    pub file: PathBuf,
    /// The text of the file.
    pub text: String,
}

impl ConfigSource {
    /// The file with this text.
    pub fn new(file: &Path, text: &str) -> ConfigSource {
        ConfigSource { file: file.to_owned(), text: text.to_owned() }
    }

    /// The folder at which its relative paths start.
    pub(super) fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(Path::new(""))
    }

    /// A mistake in a key such as `seat[1].address` that shows only when the key is used.
    pub fn mistake(&self, key: &str, what: impl Into<String>) -> ConfigError {
        let offset = DeTable::parse(&self.text).ok().and_then(|document| offset_of(document.get_ref(), key));
        self.misread(Misreading { key: key.to_owned(), place: offset.map(|offset| FilePlace::of(&self.text, offset)), what: what.into() })
    }

    /// A mistake for which a part of the file could not be read.
    pub fn misread(&self, Misreading { key, place, what }: Misreading) -> ConfigError {
        ConfigError { file: self.file.clone(), place, key, what }
    }
}

/// Where a key begins, or the innermost part of it that the file has; `None` if it has no part.
fn offset_of(document: &DeTable<'_>, key: &str) -> Option<usize> {
    let mut parts = key.split(['.', '[']).map(|part| part.trim_end_matches(']'));
    let (name, mut value) = document.get_key_value(parts.next()?)?;
    let mut offset = begin(name.span().start, value);
    for part in parts {
        let next = match value.get_ref() {
            DeValue::Table(table) => table.get_key_value(part).map(|(name, value)| (name.span().start, value)),
            DeValue::Array(list) => part.parse().ok().and_then(|index: usize| list.get(index)).map(|value| (value.span().start, value)),
            _ => None,
        };
        let Some((start, inner)) = next else { break };
        (offset, value) = (begin(start, inner), inner);
    }
    Some(offset)
}

/// A section begins with the bracket of its heading, anything else with the name of the key.
fn begin(name: usize, value: &Spanned<DeValue<'_>>) -> usize {
    name.min(value.span().start)
}
