//! Where an archive is on the web, and how to get back from it.

use serde::Serialize;

/// The host's page that a page leads back to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostLink {
    /// The host's title; null for the template's own words.
    pub title: Option<String>,
    /// The domain of the host's address.
    pub domain: String,
    /// The path to the host's page from the page that leads back.
    pub path: String,
}

/// What other sites are told about the archive.
#[derive(Serialize, Clone, Copy)]
pub(in crate::render) struct Web<'a> {
    pub url: Option<&'a str>,
    pub has_picture: bool,
}
