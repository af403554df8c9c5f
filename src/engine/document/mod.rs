//! Reads a TOML text into its type, and reports all mistakes in words for its author.

mod fault;
mod headings;
mod kind;
mod line;
mod mending;
mod misreading;
mod node;
mod syntax;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Table};

use headings::headings_of;
use mending::Mending;
pub use misreading::{FilePlace, Misreading};
use node::{Node, Trail};
use syntax::syntax_slips;

/// The keys and values of a text, whatever they are.
///
/// # Errors
/// When it is no TOML: all that is wrong with it.
pub fn table(text: &str) -> Result<Table, Vec<Misreading>> {
    toml::from_str(text).map_err(|_| read::<Table>(text, "", &[]).1)
}

/// What a text says, and every mistake that keeps it from saying so. What is wrong is left out, and where a key must be there, it is read as
/// if it stood as in `examples`, another text; `None` if what is left cannot be read. Nothing is said of the keys `others`. A text without
/// `examples` may be a part of a file, so that no heading of the file is named to which a key belongs.
pub fn read<T: DeserializeOwned>(text: &str, examples: &str, others: &[&str]) -> (Option<T>, Vec<Misreading>) {
    let (document, no_toml) = DeTable::parse_recoverable(text);
    if !no_toml.is_empty() {
        return (None, syntax_slips(text, &no_toml));
    }
    let document = Spanned::new(document.span(), DeValue::Table(document.into_inner()));
    let (mut mistakes, mut mending) = (Vec::new(), Mending::without(others, examples));
    loop {
        match T::deserialize(Node { value: &document, trail: &Trail::Root, text, mending: &mending }) {
            Ok(said) => return (Some(said), mistakes),
            Err(mut fault) => {
                if let Some(unknown) = fault.unknown.take().filter(|_| !examples.is_empty()) {
                    fault = fault.or_elsewhere(&headings_of::<T>(&unknown));
                }
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
