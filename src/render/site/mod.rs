//! A campaign's archive as static files: readable without JavaScript, from any folder or host.

mod frame;
mod reel;

use serde::{Deserialize, Serialize};

pub use frame::{Frame, TurnNews};
pub use reel::{Reel, Spans};

use super::report::{CampaignFacts, EndFacts, NextTurn};
use super::{SiteFile, TemplateError, Templates};

/// What public reports have in front of the deadline of the next turn; `</section>` stands behind it.
const NEXT: &str = "<section class=\"next\">";

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
    /// The title of the tournament whose page lies one folder up.
    pub tournament: Option<String>,
    /// Turns whose pages are there already and stay as they are, in ascending order.
    pub earlier: Vec<u32>,
    /// The turns after those, whose pages are made; 0 is the opening.
    pub turns: Vec<SiteTurn>,
    /// Of all turns.
    pub album: Album,
    /// Absent once the game is over.
    pub next: Option<NextTurn>,
    /// Absent while it goes on.
    pub ended: Option<EndFacts>,
    pub proof: SiteProof,
    /// The bundle, as a file of the archive.
    pub bundle: SiteFile,
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
    /// As [`super::svg::render`] made it; may be empty.
    pub map_svg: String,
}

#[derive(Serialize)]
struct IndexPage<'a> {
    campaign: &'a CampaignFacts,
    players: &'a [SitePlayer],
    tournament: &'a Option<String>,
    turns: Vec<Link>,
    latest: Option<Latest<'a>>,
    next: &'a Option<NextTurn>,
    ended: &'a Option<EndFacts>,
    proof: &'a SiteProof,
}

#[derive(Serialize)]
struct TurnPage<'a> {
    campaign: &'a CampaignFacts,
    turn: u32,
    map_svg: &'a str,
    report_html: String,
    before: Option<Link>,
    after: Option<Link>,
}

#[derive(Serialize)]
struct Link {
    turn: u32,
    path: String,
}

#[derive(Serialize)]
struct Latest<'a> {
    turn: u32,
    path: String,
    map_svg: &'a str,
}

/// The files of the archive: `index.html`, `style.css`, and `turn-N.html` but for earlier turns. The same model gives the same bytes.
///
/// # Errors
/// When a template of the campaign's own asks for something that is not there.
pub fn build(site: &SiteModel, templates: &Templates) -> Result<Vec<SiteFile>, TemplateError> {
    let mut files = vec![
        file("index.html", templates.html("shared/site-index", &index_page(site))?),
        file("style.css", style(templates)?),
        site.bundle.clone(),
    ];
    for index in 0..site.turns.len() {
        if let Some(page) = turn_page(site, index) {
            files.push(file(&path(page.turn), templates.html("shared/site-turn", &page)?));
        }
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

fn index_page(site: &SiteModel) -> IndexPage<'_> {
    let latest = site.turns.last().map(|turn| Latest { turn: turn.turn, path: path(turn.turn), map_svg: &turn.map_svg });
    let turns = site.earlier.iter().copied().chain(site.turns.iter().map(|turn| turn.turn)).map(link).collect();
    let SiteModel { campaign, players, tournament, next, ended, proof, .. } = site;
    IndexPage { campaign, players, tournament, turns, latest, next, ended, proof }
}

fn turn_page(site: &SiteModel, index: usize) -> Option<TurnPage<'_>> {
    let turn = site.turns.get(index)?;
    let before = match index.checked_sub(1) {
        Some(before) => site.turns.get(before).map(|turn| turn.turn),
        None => site.earlier.last().copied(),
    };
    Some(TurnPage {
        campaign: &site.campaign,
        turn: turn.turn,
        map_svg: &turn.map_svg,
        report_html: body(turn),
        before: before.map(link),
        after: site.turns.get(index + 1).map(|turn| link(turn.turn)),
    })
}

fn body(turn: &SiteTurn) -> String {
    match main_part(&turn.report_html) {
        part if part.trim().is_empty() => format!("<pre>{}</pre>", handlebars::html_escape(&turn.report_text)),
        part => without_what_comes_next(part),
    }
}

/// A page stands for ever, and a deadline does not: the front page tells what comes next, the pages of turns leave it out.
fn without_what_comes_next(report: &str) -> String {
    let mut parts = report.split(NEXT);
    let before = parts.next().unwrap_or_default().to_owned();
    parts.fold(before, |kept, part| kept + part.split_once("</section>").map_or(part, |(_, behind)| behind))
}

/// What stands in `<main>`; the whole page, if a campaign's own template has none.
fn main_part(page: &str) -> &str {
    let inside = page.split_once("<main>").and_then(|(_, rest)| rest.rsplit_once("</main>"));
    inside.map_or(page, |(part, _)| part)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn site(turns: Vec<SiteTurn>) -> BTreeMap<String, String> {
        let campaign = CampaignFacts {
            id: "rim-3".into(),
            title: "Rim <3>".into(),
            game: "g".into(),
            game_title: "G".into(),
            unit: "turn",
            credit: None,
            templates: "g",
        };
        built(&SiteModel {
            campaign,
            players: vec![SitePlayer { name: "<b>Ann".into(), side: None, colour: Some("#e69f00") }],
            tournament: None,
            earlier: Vec::new(),
            turns,
            album: Album::default(),
            next: None,
            ended: None,
            proof: proof(),
            bundle: bundle(),
        })
    }

    fn proof() -> SiteProof {
        SiteProof { key: "8e1d".repeat(16), entry: 3, hash: "a90c".repeat(16), bundle: bundle().0 }
    }

    fn bundle() -> SiteFile {
        ("rim-3.bundle".into(), b"ashpost bundle 1\n".to_vec())
    }

    fn built(model: &SiteModel) -> BTreeMap<String, String> {
        let files = build(model, &Templates::new(&BTreeMap::new()).unwrap()).unwrap();
        files.into_iter().map(|(path, bytes)| (path, String::from_utf8(bytes).unwrap())).collect()
    }

    fn turn(turn: u32, html: &str) -> SiteTurn {
        SiteTurn { turn, report_html: html.into(), report_text: "a < b".into(), map_svg: "<svg></svg>".into() }
    }

    #[test]
    fn turns_link_to_their_neighbours_and_show_the_public_report() {
        let files = site(vec![turn(0, ""), turn(1, "<h1>x</h1><main><p>News</p></main>"), turn(2, "<p>Own</p>")]);
        assert_eq!(
            files.keys().collect::<Vec<_>>(),
            ["index.html", "rim-3.bundle", "style.css", "turn-0.html", "turn-1.html", "turn-2.html"]
        );
        assert!(files["turn-0.html"].contains("<pre>a &lt; b</pre>") && !files["turn-0.html"].contains("rel=\"prev\""));
        let middle = &files["turn-1.html"];
        assert!(middle.contains("href=\"turn-0.html\"") && middle.contains("href=\"turn-2.html\"") && middle.contains("<p>News</p>"));
        assert!(!middle.contains("<h1>x</h1>") && files["turn-2.html"].contains("<p>Own</p>"));
    }

    #[test]
    fn no_page_of_a_turn_tells_a_deadline() {
        let page = "<main><p>News</p>\n<section class=\"next\">\n<h2>Next</h2>is played on Friday\n</section>\n<p>Proof</p></main>";
        let files = site(vec![turn(0, page), turn(1, page)]);
        for name in ["turn-0.html", "turn-1.html"] {
            let page = &files[name];
            assert!(!page.contains("Friday") && page.contains("<p>News</p>") && page.contains("<p>Proof</p>"), "{page}");
        }
    }

    #[test]
    fn pages_that_stand_are_not_made_again_and_what_is_made_is_the_same() {
        let campaign = CampaignFacts {
            id: "rim-3".into(),
            title: "Rim".into(),
            game: "g".into(),
            game_title: "G".into(),
            unit: "turn",
            credit: None,
            templates: "g",
        };
        let all = vec![turn(0, "<p>0</p>"), turn(1, "<p>1</p>"), turn(2, "<p>2</p>")];
        let whole = SiteModel {
            campaign,
            players: Vec::new(),
            tournament: None,
            earlier: Vec::new(),
            turns: all.clone(),
            album: Album::default(),
            next: None,
            ended: None,
            proof: proof(),
            bundle: bundle(),
        };
        let news = SiteModel { earlier: vec![0], turns: all[1..].to_vec(), ..whole.clone() };
        let (whole, news) = (built(&whole), built(&news));
        assert_eq!(news.keys().collect::<Vec<_>>(), ["index.html", "rim-3.bundle", "style.css", "turn-1.html", "turn-2.html"]);
        assert!(news.iter().all(|(path, text)| whole[path] == *text));
    }

    #[test]
    fn names_are_escaped_and_nothing_is_loaded_from_elsewhere() {
        let files = site(vec![turn(0, "")]);
        assert!(files["index.html"].contains("&lt;b&gt;Ann") && files["index.html"].contains("Rim &lt;3&gt;"));
        assert!(files.values().all(|text| !text.contains("<script") && !text.contains("//")), "{files:?}");
        assert!(site(Vec::new()).contains_key("index.html"));
    }
}
