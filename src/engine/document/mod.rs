//! Reads a TOML text into its type, and reports all mistakes in words for its author.

mod fault;
mod kind;
mod mending;
mod node;

use std::fmt;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use kind::yes_or_no;
use mending::Mending;
use node::{Node, Trail};

/// Why a key does not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misreading {
    /// The key, such as `seat[1].address`; empty for the text as a whole.
    pub key: String,
    /// Its place; `None` if something is missing from the text as a whole.
    pub place: Option<FilePlace>,
    /// What is wrong and what would be right, as a clause without a full stop.
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
    /// The place of a byte of a text.
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

/// Reads a text, and collects every mistake. What is wrong is left out, and a missing required key is read as it stands in the text `examples`;
/// `None` if what is left still cannot be read. The keys `others` are skipped.
pub fn read<T: DeserializeOwned>(text: &str, examples: &str, others: &[&str]) -> (Option<T>, Vec<Misreading>) {
    let (document, no_toml) = DeTable::parse_recoverable(text);
    if !no_toml.is_empty() {
        return (None, no_toml.iter().map(|error| no_toml_at_all(text, error)).collect());
    }
    let document = Spanned::new(document.span(), DeValue::Table(document.into_inner()));
    let (mut mistakes, mut mending) = (Vec::new(), Mending::without(others, examples));
    loop {
        match T::deserialize(Node { value: &document, trail: &Trail::Root, text, mending: &mending }) {
            Ok(said) => return (Some(said), mistakes),
            Err(fault) => {
                let (told, is_mended) = mending.mend(&fault);
                let place = fault.at.map(|(_, offset)| FilePlace::of(text, offset));
                mistakes.extend(told.map(|(key, what)| Misreading { key, place, what }));
                if !is_mended {
                    return (None, mistakes);
                }
            }
        }
    }
}

/// What is wrong with a text that is not TOML. The most common slip gets its own words.
fn no_toml_at_all(text: &str, error: &toml::de::Error) -> Misreading {
    let written = error.span().and_then(|span| text.get(span)).unwrap_or_default();
    let what = match (error.message().starts_with("string values must be quoted"), written) {
        (false, _) => error.message().to_owned(),
        (true, "") => "nothing stands behind the `=`: write text in quotes, a number, true or false".to_owned(),
        (true, written) => match yes_or_no(written) {
            Some(right) => format!("`{written}` is no value: write `{right}`"),
            None => format!("`{written}` is neither a number nor true or false, and text needs quotes: write `\"{written}\"`"),
        },
    };
    Misreading { key: String::new(), place: error.span().map(|span| FilePlace::of(text, span.start)), what }
}
