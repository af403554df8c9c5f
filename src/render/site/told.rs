//! The turns that a page tells: as a film to leaf through, as a story and as a list.

use serde::Serialize;

use super::album::Album;
use super::frame::Frame;
use super::inline::{self, InlineFilm};
use super::parts::{Link, StoryTurn, link};

/// What the front page and the pages of chapters have in common.
#[derive(Serialize)]
pub(super) struct ToldTurns<'a> {
    /// The first turn that the page tells.
    first: u32,
    latest: Option<Latest<'a>>,
    film: Option<InlineFilm>,
    /// The newest turn first.
    story_html: String,
    turns_html: String,
}

/// The last turn that a page tells.
#[derive(Serialize)]
struct Latest<'a> {
    before: Option<Link>,
    #[serde(flatten)]
    told: StoryTurn<'a>,
}

impl<'a> ToldTurns<'a> {
    /// The turns from `first` to `last`.
    pub(super) fn of(album: &'a Album, first: u32, last: u32) -> ToldTurns<'a> {
        let part = album.part(first..=last);
        let latest = album.frame(last).map(Frame::told);
        ToldTurns {
            first,
            latest: latest.map(|told| Latest { before: told.turn.checked_sub(1).map(link), told }),
            film: inline::film(&part),
            story_html: part.story_html(),
            turns_html: part.turns_html(),
        }
    }
}
