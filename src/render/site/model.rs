//! What the archive shows; public things only.

use serde::Serialize;

use super::album::Album;
use super::frame::TurnNews;
use super::web::HostLink;
use crate::render::SiteFile;
use crate::render::report::{CampaignFacts, EndFacts, NextTurn};
use crate::render::rules::RulesModel;

/// The facts of all its pages.
#[derive(Debug, Clone)]
pub struct SiteModel {
    /// The campaign whose archive it is.
    pub campaign: CampaignFacts,
    /// Seat 1 first.
    pub players: Vec<SitePlayer>,
    /// The page that leads to all archives of the host.
    pub host: Option<HostLink>,
    /// The title of the tournament whose page lies one folder up.
    pub tournament: Option<String>,
    /// Where the archive stands on the web, with a slash at the end.
    pub url: Option<String>,
    /// The last turn whose page is there already and stays as it is.
    pub earlier: Option<u32>,
    /// The turns after those, whose pages are made; 0 is the opening.
    pub turns: Vec<SiteTurn>,
    /// Of all turns.
    pub album: Album,
    /// The newest turn as the public knows it.
    pub now: Option<TurnNews>,
    /// Absent once the game is over.
    pub next: Option<NextTurn>,
    /// Absent while it goes on.
    pub ended: Option<EndFacts>,
    /// What anybody needs to check the game.
    pub proof: SiteProof,
    /// What the rules of the campaign depend on.
    pub rules: RulesModel,
    /// Whether their page is there already and stays as it is.
    pub keeps_rules: bool,
    /// The address to write to, where the host tells it.
    pub contact: Option<String>,
    /// The record of the moves, where a game has one.
    pub record: Option<String>,
    /// What players wrote while the game went on, oldest first; empty before it is over.
    pub diaries: Vec<SiteDiaryEntry>,
    /// The bundle, as a file of the archive.
    pub bundle: SiteFile,
    /// The newest picture as PNG, for the previews that other sites show; a page without one is still a page.
    pub picture: Option<Vec<u8>>,
    /// Whether the page in which orders are written by clicking stands beside it.
    pub has_composer: bool,
}

/// What a player wrote into a diary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteDiaryEntry {
    /// What its writer was called.
    pub name: String,
    /// The turn that was open.
    pub turn: u32,
    /// The words themselves; never empty.
    pub text: String,
}

/// How anybody can check the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteProof {
    /// The key of the host.
    pub key: String,
    /// The last entry of the journal, and its hash.
    pub entry: u32,
    /// The hash of that entry, 64 hexadecimal digits.
    pub hash: String,
    /// The name of the bundle's file, beside the page.
    pub bundle: String,
}

/// A player in the list of the front page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SitePlayer {
    /// What the player is called.
    pub name: String,
    /// Nobody plays the seat any more; it goes by the name of its last player.
    pub vacant: bool,
    /// Of a game of two sides: the side that the player holds, such as `White`.
    pub side: Option<String>,
    /// The colour in pictures, `#rrggbb`; absent for a side whose pieces have several.
    pub colour: Option<&'static str>,
}

/// One turn as the public sees it.
#[derive(Debug, Clone)]
pub struct SiteTurn {
    /// Its number; 0 for the opening.
    pub turn: u32,
    /// The public report as [`crate::render::writing::ReportWriting::html`] made it; what stands in its `<main>` is shown.
    pub report_html: String,
    /// The same as text: shown if there is no HTML.
    pub report_text: String,
    /// As [`crate::render::picture::svg::render`] made it; may be empty.
    pub map_svg: String,
    /// All that happened, once the game is over and nothing is hidden any more.
    pub full: Option<TurnNews>,
}

impl SiteModel {
    pub(super) fn has_film(&self) -> bool {
        self.album.leaves.len() > 1 && !self.album.reel.is_empty()
    }

    pub(super) fn has_book(&self) -> bool {
        self.ended.is_some() && (self.album.leaves.len() > 1 || !self.diaries.is_empty())
    }
}
