//! The book of a finished game: one page to print, with the picture of each turn. What the pictures share is in it once, and each picture consists of
//! references to it.

use chrono::NaiveDate;
use serde::Serialize;

use super::album::Album;
use super::model::{SiteDiaryEntry, SitePlayer, SiteProof};
use super::parts::{PagePlace, StoryTurn};
use crate::render::report::EndFacts;

/// The page, as the model of its template.
#[derive(Serialize)]
pub(super) struct Book<'a> {
    #[serde(flatten)]
    pub place: PagePlace<'a>,
    pub players: &'a [SitePlayer],
    pub about: String,
    /// The days of beginning and end, such as `2027-03-05`.
    pub begun_on: Option<NaiveDate>,
    pub ended_on: Option<NaiveDate>,
    pub ended: &'a Option<EndFacts>,
    pub game_html: String,
    pub moves_html: String,
    pub pictures: Pictures<'a>,
    /// The turns, the opening first.
    pub leaves: Vec<BookTurn<'a>>,
    pub proof: &'a SiteProof,
}

/// What all pictures share.
#[derive(Serialize)]
pub(super) struct Pictures<'a> {
    width: f64,
    height: f64,
    attributes: &'a str,
    /// All pieces, each with its name.
    pieces: String,
}

/// One turn.
#[derive(Serialize)]
pub(super) struct BookTurn<'a> {
    #[serde(flatten)]
    pub told: StoryTurn<'a>,
    /// The inside of its picture.
    pub inside: String,
    /// The diary entries that players wrote before it was played.
    pub diaries: Vec<&'a SiteDiaryEntry>,
}

impl<'a> Pictures<'a> {
    /// The pieces, and the inside of each turn's picture, the opening first.
    pub(super) fn of(album: &'a Album) -> (Pictures<'a>, Vec<String>) {
        let (width, height) = album.reel.size();
        let pieces = album.reel.pieces();
        let defined = pieces.iter().enumerate().map(|(number, piece)| format!("<g id=\"p{number}\">{}</g>", piece.svg));
        let defined = defined.collect::<Vec<_>>().join("\n");
        let inside = |turn: u32| {
            let shown = pieces.iter().enumerate().filter(|(_, piece)| piece.shown.contains(turn));
            shown.map(|(number, _)| format!("<use href=\"#p{number}\"/>")).collect()
        };
        let insides = album.frames().map(|frame| inside(frame.turn)).collect();
        (Pictures { width, height, attributes: album.reel.attributes(), pieces: defined }, insides)
    }
}
