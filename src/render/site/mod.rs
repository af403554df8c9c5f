//! A campaign's archive as static files: readable without JavaScript, from any folder or host.

mod body;
mod frame;
mod inline;
mod reel;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use frame::{Frame, TurnNews};
pub use reel::{Reel, Spans};

use super::report::{CampaignFacts, EndFacts, NextTurn};
use super::{SiteFile, TemplateError, Templates};

/// What is made once of every turn and kept, the opening first.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Album {
    pub frames: Vec<Frame>,
    pub reel: Reel,
}

/// What the archive shows; public things only.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteModel {
    pub campaign: CampaignFacts,
    /// Seat 1 first.
    pub players: Vec<SitePlayer>,
    /// The page that leads to all archives of the host.
    pub host: Option<HostLink>,
    /// The title of the tournament whose page lies one folder up.
    pub tournament: Option<String>,
    /// Where the archive stands on the web, with a slash at the end.
    pub url: Option<String>,
    /// Turns whose pages are there already and stay as they are, in ascending order.
    pub earlier: Vec<u32>,
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
    pub proof: SiteProof,
    /// The bundle, as a file of the archive.
    pub bundle: SiteFile,
    /// The newest picture as PNG, for the previews that other sites show; a page without one is still a page.
    pub picture: Option<Vec<u8>>,
}

/// The page of the host that a page leads back to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HostLink {
    /// Null where the pages' own words stand.
    pub title: Option<String>,
    pub domain: String,
    pub path: String,
}

/// How anybody can check the game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SiteProof {
    /// The key of the host.
    pub key: String,
    /// The last entry of the journal, and its hash.
    pub entry: u32,
    pub hash: String,
    /// The name of the bundle's file, beside the page.
    pub bundle: String,
}

/// A player in the list of the front page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SitePlayer {
    pub name: String,
    /// Of a game of two sides: the side that the player holds, such as `White`.
    pub side: Option<String>,
    /// The colour in pictures, `#rrggbb`; absent for a side whose pieces have several.
    pub colour: Option<&'static str>,
}

/// One turn as the public sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteTurn {
    pub turn: u32,
    /// The public report as [`super::writing::Writing::html`] made it; what stands in its `<main>` is shown.
    pub report_html: String,
    /// The same as text: shown if there is no HTML.
    pub report_text: String,
    /// As [`super::picture::svg::render`] made it; may be empty.
    pub map_svg: String,
    /// All that happened, once the game is over and nothing is hidden any more.
    pub full: Option<TurnNews>,
}

#[derive(Serialize)]
struct IndexPage<'a> {
    campaign: &'a CampaignFacts,
    players: &'a [SitePlayer],
    host: &'a Option<HostLink>,
    tournament: Option<Step<'a>>,
    web: Web<'a>,
    about: String,
    turns: Vec<Link>,
    latest: Option<Latest<'a>>,
    film: Option<inline::Film>,
    /// The newest turn first.
    story: Vec<Told<'a>>,
    moves_html: String,
    game_html: String,
    next: &'a Option<NextTurn>,
    ended: &'a Option<EndFacts>,
    proof: &'a SiteProof,
}

#[derive(Serialize)]
struct TurnPage<'a> {
    campaign: &'a CampaignFacts,
    host: &'a Option<HostLink>,
    tournament: Option<Step<'a>>,
    web: Web<'a>,
    about: String,
    turn: u32,
    map_svg: &'a str,
    report_html: String,
    full_html: String,
    before: Option<Link>,
    after: Option<Link>,
}

/// A step on the way back from a page.
#[derive(Serialize)]
struct Step<'a> {
    title: &'a str,
    path: &'static str,
}

/// What other sites are told of the archive.
#[derive(Serialize, Clone, Copy)]
struct Web<'a> {
    url: Option<&'a str>,
    has_picture: bool,
}

#[derive(Serialize)]
struct Link {
    turn: u32,
    path: String,
}

#[derive(Serialize)]
struct Latest<'a> {
    before: Option<Link>,
    #[serde(flatten)]
    told: Told<'a>,
}

/// A turn in the story so far.
#[derive(Serialize)]
struct Told<'a> {
    turn: u32,
    path: String,
    label: String,
    sentences: &'a [String],
}

#[derive(Serialize)]
struct About<'a> {
    campaign: &'a CampaignFacts,
    players: &'a [SitePlayer],
    /// The turn that a page is about; null for the front page.
    turn: Option<u32>,
    turns_played: u32,
    headline: &'a str,
    is_over: bool,
}

/// The name of the picture's file.
pub const PICTURE: &str = "picture.png";

/// The files of the archive: `index.html`, `style.css`, and `turn-N.html` but for earlier turns. The same model gives the same bytes.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn build(site: &SiteModel, templates: &Templates) -> Result<Vec<SiteFile>, TemplateError> {
    let pages = Pages { site, templates };
    let mut files = vec![
        file("index.html", templates.html("shared/site-index", &pages.index()?)?),
        file("style.css", style(templates)?),
        site.bundle.clone(),
    ];
    files.extend(site.picture.clone().map(|picture| (PICTURE.to_owned(), picture)));
    for (index, turn) in site.turns.iter().enumerate() {
        files.push(file(&path(turn.turn), templates.html("shared/site-turn", &pages.turn(index, turn)?)?));
    }
    Ok(files)
}

/// The style of all pages of archives.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn style(templates: &Templates) -> Result<String, TemplateError> {
    Ok(templates.text("shared/style", &())? + &templates.text("shared/site-style", &())?)
}

fn file(path: &str, text: String) -> SiteFile {
    (path.to_owned(), text.into_bytes())
}

fn path(turn: u32) -> String {
    format!("turn-{turn}.html")
}

fn link(turn: u32) -> Link {
    Link { turn, path: path(turn) }
}

/// The score; empty before the first move, and where a game has none.
fn moves(album: &Album) -> String {
    let moves: Vec<&str> = album.frames.iter().map(|frame| frame.moves_html.as_str()).filter(|moves| !moves.is_empty()).collect();
    let has_begun = album.frames.iter().any(|frame| frame.turn > 0 && !frame.moves_html.is_empty());
    if has_begun { moves.join("\n") } else { String::new() }
}

struct Pages<'a> {
    site: &'a SiteModel,
    templates: &'a Templates,
}

impl<'a> Pages<'a> {
    fn index(&self) -> Result<IndexPage<'a>, TemplateError> {
        let SiteModel { campaign, players, host, next, ended, proof, album, .. } = self.site;
        let numbers: Vec<u32> = self.site.earlier.iter().copied().chain(self.site.turns.iter().map(|turn| turn.turn)).collect();
        let story: Vec<Told<'_>> = album.frames.iter().rev().map(|frame| self.told(frame)).collect::<Result<_, _>>()?;
        let latest = match album.frames.last() {
            Some(frame) => Some(Latest { before: frame.turn.checked_sub(1).map(link), told: self.told(frame)? }),
            None => None,
        };
        Ok(IndexPage {
            campaign,
            players,
            host,
            tournament: self.tournament(),
            web: self.web(),
            about: self.about(None)?,
            turns: numbers.into_iter().map(link).collect(),
            latest,
            film: inline::film(album),
            story,
            moves_html: moves(album),
            game_html: self.game_html()?,
            next,
            ended,
            proof,
        })
    }

    fn turn(&self, index: usize, turn: &'a SiteTurn) -> Result<TurnPage<'a>, TemplateError> {
        let site = self.site;
        let before = match index.checked_sub(1) {
            Some(before) => site.turns.get(before).map(|turn| turn.turn),
            None => site.earlier.last().copied(),
        };
        let full = match &turn.full {
            Some(news) => news.html("site-battles", self.templates)?,
            None => String::new(),
        };
        Ok(TurnPage {
            campaign: &site.campaign,
            host: &site.host,
            tournament: self.tournament(),
            web: self.web(),
            about: self.about(Some(turn.turn))?,
            turn: turn.turn,
            map_svg: &turn.map_svg,
            report_html: body::of_report(turn, site.ended.is_some()),
            full_html: body::finished(&full, true),
            before: before.map(link),
            after: site.turns.get(index + 1).map(|turn| link(turn.turn)),
        })
    }

    /// What the front page shows of the game itself; empty where a game has no template for it.
    fn game_html(&self) -> Result<String, TemplateError> {
        let Some(now) = &self.site.now else { return Ok(String::new()) };
        Ok(body::finished(&now.html("site-game", self.templates)?, false))
    }

    fn told(&self, frame: &'a Frame) -> Result<Told<'a>, TemplateError> {
        Ok(Told { turn: frame.turn, path: frame.page(), label: self.label(frame.turn)?, sentences: &frame.sentences })
    }

    fn label(&self, turn: u32) -> Result<String, TemplateError> {
        let label = self.templates.text("shared/site-label", &serde_json::json!({ "campaign": self.site.campaign, "turn": turn }))?;
        Ok(label.trim().to_owned())
    }

    /// A sentence on a page for those who have not opened it.
    fn about(&self, turn: Option<u32>) -> Result<String, TemplateError> {
        let frames = &self.site.album.frames;
        let frame = turn.map_or(frames.last(), |turn| frames.get(turn as usize));
        let about = About {
            campaign: &self.site.campaign,
            players: &self.site.players,
            turn,
            turns_played: frames.last().map_or(0, |frame| frame.turn),
            headline: frame.map_or("", |frame| &frame.headline),
            is_over: self.site.ended.is_some(),
        };
        Ok(self.templates.text("shared/site-about", &about)?.trim().to_owned())
    }

    fn tournament(&self) -> Option<Step<'a>> {
        self.site.tournament.as_ref().map(|title| Step { title, path: "../index.html" })
    }

    fn web(&self) -> Web<'a> {
        Web { url: self.site.url.as_deref(), has_picture: self.site.picture.is_some() }
    }
}
