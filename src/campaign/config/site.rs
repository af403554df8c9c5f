//! `[site]` of the host's file: the page that lists the archives of all campaigns.

use serde::{Deserialize, Serialize};

use super::review::Review;
use crate::campaign::{Address, Identity};

/// What the host shows on the web besides its campaigns' archives.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct SiteConfig {
    /// Whether there is such a page.
    pub host_page: bool,
    /// Its heading; a built-in one if absent.
    pub title: Option<String>,
    /// The web address of the folder `site`, such as `https://pbem.example/`; it ends with a slash. Feeds, and the previews of a page on
    /// other sites, need it.
    pub url: Option<String>,
    /// The address that people who want to play can write to. Robots read it, too, so it is shown only if it is set.
    pub contact: Option<Address>,
    /// Whether reports link to a page where orders are written by clicking; only if `url` says where that page is.
    pub composer: bool,
    /// The players who have asked for a page of their own. The page shows their games and never their address.
    pub player_pages: Vec<Address>,
}

impl SiteConfig {
    /// Where the pages are on the web, as letters may say of a campaign; `None` for one that the host's page leaves out: nothing below that page leads
    /// to its archive, so a link would be dead. Without a host's page the web server shows each archive itself.
    pub fn url_for(&self, is_unlisted: bool) -> Option<&str> {
        self.url.as_deref().filter(|_| !(self.host_page && is_unlisted))
    }
}

impl Default for SiteConfig {
    fn default() -> SiteConfig {
        SiteConfig { host_page: true, title: None, url: None, contact: None, composer: true, player_pages: Vec::new() }
    }
}

impl SiteConfig {
    /// Checks that the address is one on the web, and ends it with a slash.
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

    /// Whether the person with this identity has asked for a page.
    pub fn has_page(&self, identity: &Identity) -> bool {
        self.player_pages.iter().any(|address| address.identity() == *identity)
    }
}
