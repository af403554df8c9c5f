//! What several pages of an archive show alike, as their templates take it.

use serde::Serialize;

use super::path;

/// A step on the way back from a page.
#[derive(Serialize)]
pub(super) struct Step<'a> {
    pub title: &'a str,
    pub path: &'static str,
}

/// What other sites are told of the archive.
#[derive(Serialize, Clone, Copy)]
pub(in crate::render) struct Web<'a> {
    pub url: Option<&'a str>,
    pub has_picture: bool,
}

#[derive(Serialize)]
pub(super) struct Link {
    pub turn: u32,
    pub path: String,
}

/// A turn in the story so far.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    pub turn: u32,
    pub path: String,
    pub label: String,
    pub sentences: &'a [String],
}

pub(super) fn link(turn: u32) -> Link {
    Link { turn, path: path(turn) }
}
