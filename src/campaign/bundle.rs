//! The bundle of a campaign: its journal as one file that anybody can check without the host. It holds no address.
//!
//! Each line holds one thing: an entry, its signature, or what the entry hid, once the game is over.

use super::journal::{Recorded, Replay, ReplayError, Signed, replay};
use super::keys::Signature;

/// The first line.
const HEADING: &str = "ashpost bundle 1";

/// What each line begins with.
const ENTRY: &str = "entry ";
const SIGNED: &str = "signed ";
const HIDDEN: &str = "hidden ";

/// A bundle that was read; only its form has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    entries: Vec<BundledEntry>,
}

/// An entry in a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BundledEntry {
    entry: String,
    signature: Signature,
    hidden: Option<String>,
}

/// What is wrong with a bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// A line does not have the required form.
    #[error("line {line}: expected {expected}")]
    Form {
        /// The line of the bundle, from 1.
        line: usize,
        /// What the line should hold, in words.
        expected: &'static str,
    },
    /// The form is right, but its journal is wrong.
    #[error(transparent)]
    Journal(#[from] ReplayError),
    /// The game is over, but a part of the journal is still hidden.
    #[error("{at}: the game is over, and what this entry hid is not told")]
    NotTold {
        /// The first entry without what it hid.
        at: super::journal::JournalPlace,
    },
}

/// Writes a bundle; it includes what the entries hide once the game is over.
pub fn write<'a>(journal: impl IntoIterator<Item = &'a Signed>, is_over: bool) -> String {
    let mut bundle = BundleText::default();
    for signed in journal {
        bundle.add(&signed.entry, &signed.signature.to_string(), signed.hidden.as_deref().filter(|_| is_over));
    }
    bundle.text
}

/// A bundle that grows by one entry after the other.
pub struct BundleText {
    /// The bundle so far.
    pub text: String,
}

impl Default for BundleText {
    fn default() -> BundleText {
        BundleText { text: format!("{HEADING}\n") }
    }
}

impl BundleText {
    /// Adds the next entry, and what it hid if that may be known.
    pub fn add(&mut self, entry: &str, signature: &str, hidden: Option<&str>) {
        let mut line = |kind: &str, told: &str| self.text.extend([kind, told, "\n"]);
        line(ENTRY, entry);
        line(SIGNED, signature);
        hidden.into_iter().for_each(|hidden| line(HIDDEN, hidden));
    }
}

impl Bundle {
    /// Reads a bundle. It has exactly one spelling, so no byte of it can be changed unnoticed.
    ///
    /// # Errors
    /// When a line does not have the required form; it is the first such line.
    pub fn read(text: &str) -> Result<Bundle, BundleError> {
        let form = |line: usize, expected| BundleError::Form { line: line + 1, expected };
        let count = text.matches('\n').count();
        let body = text.strip_suffix('\n').ok_or(form(count, "a whole line: the end of the file is missing"))?;
        let mut lines = body.split('\n').enumerate().peekable();
        if lines.next().map(|(_, line)| line) != Some(HEADING) {
            return Err(form(0, "`ashpost bundle 1`"));
        }
        let mut entries = Vec::new();
        while let Some((at, line)) = lines.next() {
            let entry = line.strip_prefix(ENTRY).ok_or(form(at, "`entry` and an entry of the journal"))?.to_owned();
            let signature = lines.next().and_then(|(_, line)| line.strip_prefix(SIGNED)).and_then(read_signature);
            let signature = signature.ok_or(form(at + 1, "`signed` and the entry's signature, 128 digits"))?;
            let hidden = lines.next_if(|(_, line)| line.starts_with(HIDDEN)).map(|(_, line)| line[HIDDEN.len()..].to_owned());
            entries.push(BundledEntry { entry, signature, hidden });
        }
        Ok(Bundle { entries })
    }

    /// Checks everything that the bundle says, and replays the game.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self) -> Result<Replay, BundleError> {
        let recorded = self.entries.iter().map(|written| Recorded {
            entry: &written.entry,
            hidden: written.hidden.as_deref(),
            sheets: None,
            signature: &written.signature,
            state: None,
        });
        let replayed = replay(&recorded.collect::<Vec<_>>())?;
        if let Some(at) = replayed.first_hidden().filter(|_| replayed.is_over) {
            return Err(BundleError::NotTold { at });
        }
        Ok(replayed)
    }
}

/// Reads a signature, which has only one spelling.
fn read_signature(text: &str) -> Option<Signature> {
    text.parse().ok().filter(|signature: &Signature| signature.to_string() == text)
}
