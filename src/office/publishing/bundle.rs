//! The bundle of a campaign, for people who want to check it without this host.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::campaign::bundle::BundleText;
use crate::files::{self, Access, Together};
use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::{DeskError, at};
use crate::store::Ledger;

/// The fact that tells what of a running game's bundle is on disk. It is a cache: without it, the bundle is written anew.
const KEPT: &str = "bundle of the site";

impl Keyless {
    /// The journal as a bundle: all of it if the game is over, else what is public.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn bundle(&self, ledger: &Ledger<'_>) -> Result<String, DeskError> {
        let mut bundle = BundleText::default();
        ledger.for_each_entry(0, self.is_over(), |entry, signature, hidden| bundle.add(entry, signature, hidden))?;
        Ok(bundle.text)
    }

    /// The name of its file in the archive.
    pub(super) fn bundle_name(&self) -> String {
        format!("{}.bundle", self.id())
    }
}

/// How far the bundle on disk has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    entries: u32,
    /// The file as it was left ([`files::stamp`]).
    stamp: String,
}

/// The bundle as the archive gets it. What a running game tells of an entry never changes, so the file is continued if it is as it was left. Whoever
/// downloads it at that moment may miss the end of the last entry, and `verify` says so.
pub(super) struct PublishedBundle {
    path: PathBuf,
    text: String,
    /// Whether the text goes behind what the file has, not in its place.
    continues: bool,
    /// How many entries the file has then; `None` if it will not be continued, because the game is over.
    entries: Option<u32>,
}

impl PublishedBundle {
    /// The bundle up to the present: what the file lacks, or all of it if that is wanted `anew`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn of(campaign: &Keyless, ledger: &Ledger<'_>, anew: bool) -> Result<PublishedBundle, DeskError> {
        let path = campaign.site_folder().join(campaign.bundle_name());
        let is_over = campaign.is_over();
        let fact = if is_over || anew { None } else { ledger.fact(KEPT)? };
        let kept: Option<Kept> = fact.and_then(|text| serde_json::from_str(&text).ok());
        let known = kept.filter(|kept| files::stamp(&path) == kept.stamp).map(|kept| kept.entries);
        let mut bundle = if known.is_some() { BundleText { text: String::new() } } else { BundleText::default() };
        let mut entries = known.unwrap_or_default();
        ledger.for_each_entry(entries, is_over, |entry, signature, hidden| {
            bundle.add(entry, signature, hidden);
            entries += 1;
        })?;
        Ok(PublishedBundle { path, text: bundle.text, continues: known.is_some(), entries: (!is_over).then_some(entries) })
    }

    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, together: &mut Together) -> Result<(), DeskError> {
        let written = match self.continues {
            true => together.append(&self.path, self.text.as_bytes()),
            false => together.write(&self.path, self.text.as_bytes(), Access::Public),
        };
        written.map_err(at(&self.path))
    }

    /// Notes what is on disk once it is there.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn note(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        match self.entries {
            Some(entries) => Ok(ledger.set_fact_in_json(KEPT, &Kept { entries, stamp: files::stamp(&self.path) })?),
            None => Ok(ledger.forget_fact(KEPT)?),
        }
    }
}
