//! A campaign's archive as static files: readable without JavaScript, from any folder or host.

mod body;
mod book;
mod film;
mod frame;
mod inline;
mod opening;
mod pages;
mod parts;
mod reel;
#[cfg(test)]
mod tests;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

pub use frame::{Frame, TurnNews};
pub(super) use parts::Web;
pub use reel::{Reel, Spans};

use super::report::{CampaignFacts, EndFacts, NextTurn};
use super::rules::RulesModel;
use super::{SiteFile, TemplateError, Templates};

/// What is made once of every turn and kept, the opening first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Album {
    /// One for each turn, the opening first.
    pub leaves: Vec<Leaf>,
    /// The pictures of the same turns.
    pub reel: Reel,
}

/// A turn in an album.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The turn in words.
    pub frame: Frame,
    /// The turn in the front page's story, and in its list of all turns.
    article_html: String,
    item_html: String,
}

impl Album {
    /// Adds a turn that is later than all before, with its picture; `id` is that of its [`Frame`], and `at` is when it was played.
    ///
    /// # Errors
    /// When a template of the campaign's own asks for something that is not there.
    pub fn add(
        &mut self,
        news: &TurnNews,
        (id, at): (String, DateTime<Utc>),
        svg: &str,
        templates: &Templates,
    ) -> Result<(), TemplateError> {
        let frame = news.frame(templates, id, at)?;
        let told = news.told(&frame);
        let [article_html, item_html] = ["shared/site-article", "shared/site-item"].map(|name| templates.html_of(name, &told));
        self.reel.add(frame.turn, svg);
        self.leaves.push(Leaf { frame, article_html: article_html?, item_html: item_html? });
        Ok(())
    }

    /// The opening first.
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = &Frame> + ExactSizeIterator {
        self.leaves.iter().map(|leaf| &leaf.frame)
    }

    /// The story so far, the newest turn first.
    fn story_html(&self) -> String {
        self.leaves.iter().rev().map(|leaf| leaf.article_html.as_str()).collect()
    }

    fn turns_html(&self) -> String {
        self.leaves.iter().map(|leaf| leaf.item_html.as_str()).collect()
    }
}

/// What the archive shows; public things only.
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
    /// The public report as [`super::writing::ReportWriting::html`] made it; what stands in its `<main>` is shown.
    pub report_html: String,
    /// The same as text: shown if there is no HTML.
    pub report_text: String,
    /// As [`super::picture::svg::render`] made it; may be empty.
    pub map_svg: String,
    /// All that happened, once the game is over and nothing is hidden any more.
    pub full: Option<TurnNews>,
}

/// The name of the picture's file.
pub const PICTURE: &str = "picture.png";

/// The film in one file, from the first turn on, and the book of a game that is over.
const FILM: &str = "film.svg";
/// The book in one file; there is one only for a game that is over.
pub const BOOK: &str = "book.html";

/// The name of the record's file.
const RECORD: &str = "record.txt";

/// The name of the page of the rules.
pub const RULES: &str = "rules.html";

/// The files of the archive: `index.html`, `style.css`, and those of `rules.html` and `turn-N.html` that do not stay as they are. The same model gives
/// the same bytes.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn build(site: &SiteModel, templates: &Templates) -> Result<Vec<SiteFile>, TemplateError> {
    let pages = pages::Pages::of(site, templates);
    let mut files = vec![
        file("index.html", templates.html("shared/site-index", &pages.index()?)?),
        file("style.css", style(templates)?),
        site.bundle.clone(),
    ];
    if !site.keeps_rules {
        files.push(file(RULES, templates.html("shared/site-rules", &pages.rules()?)?));
    }
    files.extend(site.picture.clone().map(|picture| (PICTURE.to_owned(), picture)));
    files.extend(site.record.clone().map(|record| file(RECORD, record)));
    files.extend(pages.film()?.map(|film| file(FILM, film)));
    if site.has_book() {
        files.push(file(BOOK, templates.html("shared/site-book", &pages.book()?)?));
    }
    for (index, turn) in site.turns.iter().enumerate() {
        files.push(file(&page_of_turn(turn.turn), templates.html("shared/site-turn", &pages.turn(index, turn)?)?));
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

/// The name of the page of a turn.
pub fn page_of_turn(turn: u32) -> String {
    format!("turn-{turn}.html")
}

impl SiteModel {
    fn has_film(&self) -> bool {
        self.album.leaves.len() > 1 && !self.album.reel.is_empty()
    }

    fn has_book(&self) -> bool {
        self.ended.is_some() && (self.album.leaves.len() > 1 || !self.diaries.is_empty())
    }
}
