//! `[site]` of the host's file: the page that leads to the archives of all campaigns.

use serde::{Deserialize, Serialize};

use super::review::Review;
use crate::campaign::{Address, Identity};

/// What the host shows on the web beside its campaigns' archives.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct SiteConfig {
    /// Whether there is such a page at all.
    pub host_page: bool,
    /// Its heading; the pages' own words if absent.
    pub title: Option<String>,
    /// Where the folder `site` stands on the web, such as `https://pbem.example/`; it ends with a slash. Feeds and the previews that other
    /// sites show of a page need it.
    pub url: Option<String>,
    /// Where somebody who would like to play can write to. Robots read it too, so it is shown only if it is set.
    pub contact: Option<Address>,
    /// Whether reports lead to a page in which orders are written by clicking; only where `url` says where that page stands.
    pub composer: bool,
    /// The players who have asked for a page of their own. It tells their games and never their address.
    pub player_pages: Vec<Address>,
}

impl Default for SiteConfig {
    fn default() -> SiteConfig {
        SiteConfig { host_page: true, title: None, url: None, contact: None, composer: true, player_pages: Vec::new() }
    }
}

impl SiteConfig {
    /// Ends the address with a slash, if it is one that stands on the web.
    pub(super) fn check(&mut self, review: &mut Review<'_>) {
        let Some(url) = &mut self.url else { return };
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
        let can_stand = |letter: char| letter.is_ascii_alphanumeric() || "-._~:/%@+[]".contains(letter);
        if rest.is_empty() || rest.starts_with('/') || !rest.chars().all(can_stand) {
            review.wrong("site.url", format!("`{url}` is not the address of a folder such as https://pbem.example/"));
        } else if !url.ends_with('/') {
            url.push('/');
        }
    }

    /// Whether whoever has this identity has asked for a page.
    pub fn has_page(&self, identity: &Identity) -> bool {
        self.player_pages.iter().any(|address| address.identity() == *identity)
    }
}
