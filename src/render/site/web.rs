//! Where an archive stands on the web, and what leads back from it.

use serde::Serialize;

/// The page of the host that a page leads back to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostLink {
    /// Null where the pages' own words stand.
    pub title: Option<String>,
    /// The domain that the host has its address at.
    pub domain: String,
    /// The path to it from the page that leads back.
    pub path: String,
}

/// What other sites are told of the archive.
#[derive(Serialize, Clone, Copy)]
pub(in crate::render) struct Web<'a> {
    pub url: Option<&'a str>,
    pub has_picture: bool,
}
