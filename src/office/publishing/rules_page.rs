//! The page of the rules, which seldom changes: it is made anew when something that goes into it has changed, or when the file on disk has.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use serde_json::json;

use crate::campaign::{Digest, digest};
use crate::office::cabinet::build::BUILD;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::render::site::{RULES, SiteModel};
use crate::render::{SiteFile, Templates};
use crate::store::Ledger;

/// The fact that tells what the page on disk was made of, and its digest.
const MADE: &str = "rules of the site";

/// What the page is made of.
pub(super) struct RulesSource {
    /// Absent if the game master has templates of their own, which may be edited at any time.
    made_of: Option<String>,
}

impl RulesSource {
    /// # Errors
    /// When the program's own templates do not read.
    pub(super) fn of(campaign: &Campaign, site: &SiteModel) -> Result<RulesSource, DeskError> {
        let SiteModel { campaign: facts, rules, host, tournament, url, picture, .. } = site;
        let parts = json!([BUILD, facts, rules, host, tournament, url, picture.is_some()]);
        let is_ours = Arc::ptr_eq(&campaign.templates, &Templates::shared(&BTreeMap::new())?);
        Ok(RulesSource { made_of: is_ours.then(|| digest(&parts.to_string())) })
    }

    /// Whether the page on disk is as it would be made now.
    ///
    /// # Errors
    /// When the database refuses.
    pub(super) fn is_there(&self, ledger: &Ledger<'_>, campaign: &Campaign) -> Result<bool, DeskError> {
        let (Some(made), Ok(there)) = (ledger.fact(MADE)?, fs::read(campaign.site_folder().join(RULES))) else { return Ok(false) };
        Ok(self.mark(&there).is_some_and(|mark| mark == made))
    }

    /// The fact to be noted once these files are on disk; `None` if the page is not among them.
    pub(super) fn made(&self, files: &[SiteFile]) -> Option<(&'static str, String)> {
        let (_, page) = files.iter().find(|(name, _)| name == RULES)?;
        Some((MADE, self.mark(page)?))
    }

    fn mark(&self, page: &[u8]) -> Option<String> {
        Some(format!("{} {}", self.made_of.as_ref()?, Digest::of(page)))
    }
}
