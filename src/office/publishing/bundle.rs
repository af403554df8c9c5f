//! The bundle of a campaign, for people who want to check it without this host.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::campaign::bundle::BundleText;
use crate::files::{Access, Together};
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

/// How much of a bundle is on disk.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Kept {
    entries: u32,
    bytes: u64,
}

/// The bundle as the archive gets it. What a running game tells of an entry never changes, so only what comes behind the last one is written anew.
pub(super) struct PublishedBundle {
    path: PathBuf,
    kept: Option<Kept>,
    /// All of it, or what comes behind what is kept.
    text: String,
    /// What is on disk after it is written, unless the game is over.
    next: Option<Kept>,
}

impl PublishedBundle {
    /// The bundle up to the present; all of it `anew`, and where the file is not as it was left.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn of(campaign: &Keyless, ledger: &Ledger<'_>, anew: bool) -> Result<PublishedBundle, DeskError> {
        let path = campaign.site_folder().join(campaign.bundle_name());
        let is_over = campaign.is_over();
        let kept: Option<Kept> = if anew || is_over { None } else { ledger.fact_in_json(KEPT)? };
        let kept = kept.filter(|kept| fs::metadata(&path).is_ok_and(|file| file.len() == kept.bytes));
        let mut bundle = if kept.is_some() { BundleText::behind() } else { BundleText::default() };
        let (mut entries, before) = kept.map_or((0, 0), |kept| (kept.entries, kept.bytes));
        ledger.for_each_entry(entries, is_over, |entry, signature, hidden| {
            bundle.add(entry, signature, hidden);
            entries += 1;
        })?;
        let next = Kept { entries, bytes: before + bundle.text.len() as u64 };
        Ok(PublishedBundle { path, kept, text: bundle.text, next: Some(next).filter(|_| !is_over) })
    }

    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, together: &mut Together) -> Result<(), DeskError> {
        let (path, text) = (&self.path, self.text.as_bytes());
        let written = match self.kept {
            Some(kept) => together.extend(path, kept.bytes, text, Access::Public),
            None => together.write(path, text, Access::Public),
        };
        written.map_err(at(path))
    }

    /// Notes what is on disk once it is there.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn note(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        match &self.next {
            Some(next) => Ok(ledger.set_fact_in_json(KEPT, next)?),
            None => Ok(ledger.forget_fact(KEPT)?),
        }
    }
}
