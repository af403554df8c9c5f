//! Replacements for what does not read, so that the rest of a file still gets read.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::ConfigFault;

/// What is read otherwise than the file says.
#[derive(Debug, Default)]
pub(super) struct Mending<'a> {
    /// The keys to skip.
    pub(super) left_out: BTreeSet<String>,
    /// Sections and the keys that are read as if they stood there, with the values of the examples.
    added: BTreeSet<(String, &'static str)>,
    /// Every required key with a value; for a list, the keys that each of its entries needs.
    examples: Option<DeValue<'a>>,
    written: &'a str,
}

impl<'a> Mending<'a> {
    /// No mending yet: only skips the keys that are meant for another reader.
    pub(super) fn without(left_out: &[&str], examples: &'a str) -> Mending<'a> {
        let left_out = left_out.iter().map(|key| (*key).to_owned()).collect();
        Mending { left_out, written: examples, ..Mending::default() }
    }

    /// Mends this fault so that reading can go on. Returns its key and words, unless the fault only follows from an earlier one, and whether it could
    /// be mended.
    pub(super) fn mend(&mut self, fault: &ConfigFault) -> (Option<(String, String)>, bool) {
        let at = fault.at.as_ref().map_or("", |(key, _)| key.as_str()).to_owned();
        let Some(missing) = fault.missing else {
            // A fault of a whole section follows from the faults inside it.
            let told = (!self.has_mended_in(&at)).then(|| (at.clone(), fault.what.clone()));
            return (told, !at.is_empty() && self.left_out.insert(at));
        };
        let written = self.written;
        self.examples.get_or_insert_with(|| DeTable::parse(written).map_or_else(nothing, |document| DeValue::Table(document.into_inner())));
        let key = if at.is_empty() { missing.to_owned() } else { format!("{at}.{missing}") };
        let told = (!self.left_out.contains(&key)).then(|| (key, self.how_to_write(&at, missing)));
        let is_mended = match self.example_of(&at, missing) {
            Some(_) => self.added.insert((at, missing)),
            None => !at.is_empty() && self.left_out.insert(at),
        };
        (told, is_mended)
    }

    /// The keys that are read as if they stood in that section, with their values.
    pub(super) fn added_to(&self, section: &str) -> impl Iterator<Item = (&'static str, &Spanned<DeValue<'a>>)> {
        let added = self.added.iter().filter(move |(of, _)| of == section);
        added.filter_map(|(of, key)| Some((*key, self.example_of(of, key)?)))
    }

    /// Whether anything in that section is read otherwise than it stands.
    fn has_mended_in(&self, section: &str) -> bool {
        let is_in = |key: &String| key.strip_prefix(section).is_some_and(|rest| rest.starts_with('.'));
        self.left_out.iter().any(is_in) || self.added.iter().any(|(of, _)| of == section)
    }

    /// An example value for a key of that section; `None` if there is none. All entries of a list share one example.
    fn example_of(&self, section: &str, key: &str) -> Option<&Spanned<DeValue<'a>>> {
        let mut parts = section.split('.').filter(|part| !part.is_empty()).map(|part| part.split('[').next().unwrap_or(part));
        let section = parts.try_fold(self.examples.as_ref()?, |value, part| value.get(part).map(Spanned::get_ref));
        section?.get(key)
    }

    /// What to do about a missing key.
    fn how_to_write(&self, section: &str, key: &str) -> String {
        let Some(example) = self.example_of(section, key) else { return "it is missing".to_owned() };
        let written = |value: &Spanned<DeValue<'_>>| self.written.get(value.span()).unwrap_or_default().to_owned();
        match example.get_ref() {
            DeValue::Table(keys) => {
                let name = if section.is_empty() { key.to_owned() } else { format!("{section}.{key}") };
                let lines: Vec<String> = keys.iter().map(|(key, value)| format!("`{} = {}`", key.get_ref(), written(value))).collect();
                format!("it is missing: write `[{name}]` and below it, for example, {}", lines.join(", "))
            }
            _ => format!("it is missing: write, for example, `{key} = {}`", written(example)),
        }
    }
}

fn nothing<'a>(_: toml::de::Error) -> DeValue<'a> {
    DeValue::Table(DeTable::new())
}
