//! What several pages of an archive share, for their templates.

use serde::Serialize;

use super::chapters::Chapter;
use super::names::page_of_turn;
use super::web::{HostLink, Web};
use crate::render::report::CampaignFacts;

/// A step on the way back from a page.
#[derive(Serialize)]
pub(super) struct Breadcrumb<'a> {
    pub title: &'a str,
    pub path: &'static str,
}

/// What a page belongs to, and the way back from it.
#[derive(Serialize)]
pub(super) struct PagePlace<'a> {
    pub campaign: &'a CampaignFacts,
    pub host: &'a Option<HostLink>,
    pub tournament: Option<Breadcrumb<'a>>,
    pub web: Web<'a>,
}

#[derive(Serialize)]
pub(super) struct Link {
    pub turn: u32,
    pub path: String,
}

/// A chapter that has a page of its own.
#[derive(Serialize)]
pub(super) struct ChapterLink {
    first: u32,
    last: u32,
    path: String,
}

impl ChapterLink {
    pub(super) fn of(chapter: Chapter) -> ChapterLink {
        ChapterLink { first: chapter.first, last: chapter.last(), path: chapter.page() }
    }
}

/// A turn in the story so far.
#[derive(Serialize)]
pub(super) struct StoryTurn<'a> {
    pub turn: u32,
    pub path: String,
    pub label: &'a str,
    pub sentences: &'a [String],
}

pub(super) fn link(turn: u32) -> Link {
    Link { turn, path: page_of_turn(turn) }
}
