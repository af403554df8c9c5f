//! Reads a TOML text into its type, with all that is wrong in it, in words for whoever wrote it.

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

/// What a text says, and every mistake that keeps it from saying so. What is wrong is left out, and where a key must be there, it is read as
/// if it stood as in `examples`, another text; `None` if what is left cannot be read. Nothing is said of the keys `others`.
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

/// What is wrong with a text that is no TOML. The most common slip has words of its own.
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
