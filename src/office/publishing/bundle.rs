//! The bundle of a campaign, for people who want to check it without this host.

use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::campaign::bundle::BundleText;
use crate::campaign::{Digest, GrowingDigest};
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

/// How far the bundle on disk has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    entries: u32,
    digest: Digest,
}

/// The bundle as the archive gets it. What a running game tells of an entry never changes, so only what comes behind the last one is read from the
/// database, if the file is as it was left.
pub(super) struct PublishedBundle {
    path: PathBuf,
    text: String,
    /// What is on disk after it is written, unless the game is over.
    kept: Option<Kept>,
}

impl PublishedBundle {
    /// The bundle up to the present.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn of(campaign: &Keyless, ledger: &Ledger<'_>) -> Result<PublishedBundle, DeskError> {
        let path = campaign.site_folder().join(campaign.bundle_name());
        let is_over = campaign.is_over();
        let kept: Option<Kept> = if is_over { None } else { ledger.fact_in_json(KEPT)? };
        let known = kept.and_then(|kept| {
            let (text, mut digest) = (fs::read_to_string(&path).ok()?, GrowingDigest::default());
            digest.add(text.as_bytes());
            (digest.digest() == kept.digest).then_some((kept.entries, text.len(), BundleText { text }, digest))
        });
        let (mut entries, digested, mut bundle, mut digest) = known.unwrap_or_default();
        ledger.for_each_entry(entries, is_over, |entry, signature, hidden| {
            bundle.add(entry, signature, hidden);
            entries += 1;
        })?;
        digest.add(&bundle.text.as_bytes()[digested..]);
        let kept = (!is_over).then(|| Kept { entries, digest: digest.digest() });
        Ok(PublishedBundle { path, text: bundle.text, kept })
    }

    /// Writes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write(&self, together: &mut Together) -> Result<(), DeskError> {
        together.write(&self.path, self.text.as_bytes(), Access::Public).map_err(at(&self.path))
    }

    /// Notes what is on disk once it is there.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn note(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        match &self.kept {
            Some(kept) => Ok(ledger.set_fact_in_json(KEPT, kept)?),
            None => Ok(ledger.forget_fact(KEPT)?),
        }
    }
}
