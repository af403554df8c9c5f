//! What the archive shows; all of it is public.

use serde::Serialize;

use super::album::Album;
use super::frame::TurnNews;
use super::web::HostLink;
use crate::render::report::{CampaignFacts, EndFacts, NextTurn};
use crate::render::rules::RulesModel;

/// The facts of all pages.
#[derive(Debug, Clone)]
pub struct SiteModel {
    /// The campaign.
    pub campaign: CampaignFacts,
    /// The players, seat 1 first.
    pub players: Vec<SitePlayer>,
    /// The page that leads to all archives of the host.
    pub host: Option<HostLink>,
    /// The title of the tournament whose page is one folder up.
    pub tournament: Option<String>,
    /// The archive's address on the web, with a slash at the end; `None` if unknown.
    pub url: Option<String>,
    /// The last turn whose page exists and stays unchanged.
    pub earlier: Option<u32>,
    /// The later turns, whose pages are made now; 0 is the opening.
    pub turns: Vec<SiteTurn>,
    /// What is kept of the turns: of all of them in a game with a list of moves and once the game is over, else at least of those that are told now.
    pub album: Album,
    /// The first turn of the first chapter that is told now; earlier ones have pages, which stay unchanged.
    pub chapters_from: u32,
    /// The newest turn as the public knows it.
    pub now: Option<TurnNews>,
    /// The next turn; `None` once the game is over.
    pub next: Option<NextTurn>,
    /// How the game ended; `None` while it goes on.
    pub ended: Option<EndFacts>,
    /// What anybody needs for checking the game.
    pub proof: SiteProof,
    /// What the rules of the campaign depend on.
    pub rules: RulesModel,
    /// Whether the page of the rules exists and stays unchanged.
    pub keeps_rules: bool,
    /// The address to write to, if the host publishes it.
    pub contact: Option<String>,
    /// The record of moves, if the game has one.
    pub record: Option<String>,
    /// Players' diary entries, oldest first; empty while the game goes on.
    pub diaries: Vec<SiteDiaryEntry>,
    /// The newest picture as PNG, for previews on other sites; `None` leaves previews without one.
    pub picture: Option<Vec<u8>>,
    /// Whether the folder has the page on which orders are written by clicking.
    pub has_composer: bool,
}

/// A player's diary entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteDiaryEntry {
    /// The writer's name.
    pub name: String,
    /// The turn that was open.
    pub turn: u32,
    /// The text of the entry; never empty.
    pub text: String,
}

/// How anybody can check the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteProof {
    /// The host's key.
    pub key: String,
    /// The number of the journal's last entry.
    pub entry: u32,
    /// The hash of that entry, 64 hexadecimal digits.
    pub hash: String,
    /// The file name of the bundle.
    pub bundle: String,
}

/// A player in the list on the front page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SitePlayer {
    /// The player's name.
    pub name: String,
    /// Whether nobody plays the seat any more; it then has the name of its last player.
    pub vacant: bool,
    /// In a game of two sides, the player's side, such as `White`.
    pub side: Option<String>,
    /// The player's colour in pictures, `#rrggbb`; `None` for a side whose pieces have several colours.
    pub colour: Option<&'static str>,
}

/// One turn, as the public sees it.
#[derive(Debug, Clone)]
pub struct SiteTurn {
    /// Its number; 0 for the opening.
    pub turn: u32,
    /// The public report as [`crate::render::writing::ReportWriting::html`] made it. The content of its `<main>` is shown.
    pub report_html: String,
    /// The report as text, which is shown if there is no HTML.
    pub report_text: String,
    /// The picture as [`crate::render::picture::svg::render`] made it; may be empty.
    pub map_svg: String,
    /// Everything that happened, once the game is over and nothing is hidden any more.
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
