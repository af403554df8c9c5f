//! The pages of an archive: what each shows, as the models of their templates.

use serde::Serialize;

use super::album::Album;
use super::chapters::{Chapter, chapters_before};
use super::frame::Frame;
use super::model::{SiteModel, SitePlayer, SiteProof, SiteTurn};
use super::opening::Opening;
use super::parts::{Breadcrumb, ChapterLink, Link, PagePlace, StoryTurn, link};
use super::told::ToldTurns;
use super::web::Web;
use super::{body, book, film};
use crate::render::report::{CampaignFacts, EndFacts, NextTurn};
use crate::render::rules::{self, RulesHtml};
use crate::render::{TemplateError, Templates};

#[derive(Serialize)]
pub(super) struct IndexPage<'a> {
    #[serde(flatten)]
    place: PagePlace<'a>,
    players: &'a [SitePlayer],
    about: String,
    #[serde(flatten)]
    told: ToldTurns<'a>,
    /// The chapters that are told on pages of their own, the opening's first.
    chapters: Vec<ChapterLink>,
    moves_html: String,
    game_html: String,
    has_film: bool,
    has_book: bool,
    has_record: bool,
    has_composer: bool,
    next: &'a Option<NextTurn>,
    ended: &'a Option<EndFacts>,
    proof: &'a SiteProof,
}

#[derive(Serialize)]
pub(super) struct ChapterPage<'a> {
    #[serde(flatten)]
    place: PagePlace<'a>,
    about: String,
    #[serde(flatten)]
    chapter: ChapterLink,
    #[serde(flatten)]
    told: ToldTurns<'a>,
    before: Option<ChapterLink>,
    /// The turn that follows.
    after: Link,
}

#[derive(Serialize)]
pub(super) struct TurnPage<'a> {
    #[serde(flatten)]
    place: PagePlace<'a>,
    about: String,
    turn: u32,
    map_svg: &'a str,
    /// What only the page of the opening has; null for other turns.
    opening: Option<Opening<'a>>,
    report_html: String,
    moves_html: String,
    full_html: String,
    before: Option<Link>,
    after: Option<Link>,
}

#[derive(Serialize)]
pub(super) struct RulesPage<'a> {
    #[serde(flatten)]
    place: PagePlace<'a>,
    rules: RulesHtml,
}

#[derive(Serialize)]
pub(super) struct PageFrame<'a> {
    campaign: &'a CampaignFacts,
    players: &'a [SitePlayer],
    /// The page's turn; null for the front page.
    turn: Option<u32>,
    turns_played: u32,
    headline: &'a str,
    is_over: bool,
}

/// The moves up to a turn; empty before the first move, and for a game without a score.
fn moves(album: &Album, last: u32) -> String {
    let told = || album.frames().filter(|frame| frame.turn <= last && !frame.moves_html.is_empty());
    let moves: Vec<&str> = told().map(|frame| frame.moves_html.as_str()).collect();
    let has_begun = told().any(|frame| frame.turn > 0);
    if has_begun { moves.join("\n") } else { String::new() }
}

pub(super) struct Pages<'a> {
    site: &'a SiteModel,
    templates: &'a Templates,
}

impl<'a> Pages<'a> {
    pub(super) fn of(site: &'a SiteModel, templates: &'a Templates) -> Pages<'a> {
        Pages { site, templates }
    }

    pub(super) fn index(&self) -> Result<IndexPage<'a>, TemplateError> {
        let SiteModel { players, next, ended, proof, album, .. } = self.site;
        let (first, last) = (album.front_page_begins_at(), album.ends().map_or(0, |(_, last)| last));
        Ok(IndexPage {
            place: self.place(),
            players,
            about: self.about(None)?,
            told: ToldTurns::of(album, first, last),
            chapters: chapters_before(first).map(ChapterLink::of).collect(),
            moves_html: moves(album, u32::MAX),
            game_html: self.game_html()?,
            has_film: self.site.has_film(),
            has_book: self.site.has_book(),
            has_record: self.site.record.is_some(),
            has_composer: self.site.has_composer,
            next,
            ended,
            proof,
        })
    }

    pub(super) fn chapter(&self, chapter: Chapter) -> Result<ChapterPage<'a>, TemplateError> {
        let (first, last) = (chapter.first, chapter.last());
        Ok(ChapterPage {
            place: self.place(),
            about: self.about(Some(last))?,
            chapter: ChapterLink::of(chapter),
            told: ToldTurns::of(&self.site.album, first, last),
            before: chapters_before(first).next_back().map(ChapterLink::of),
            after: link(last + 1),
        })
    }

    pub(super) fn turn(&self, index: usize, turn: &'a SiteTurn) -> Result<TurnPage<'a>, TemplateError> {
        let site = self.site;
        let before = match index.checked_sub(1) {
            Some(before) => site.turns.get(before).map(|turn| turn.turn),
            None => site.earlier,
        };
        let full = match &turn.full {
            Some(news) => news.html("site-battles", self.templates)?,
            None => String::new(),
        };
        let own = format!("href=\"{}\"", super::page_of_turn(turn.turn));
        let moves_html = moves(&site.album, turn.turn).replace(&own, &format!("aria-current=\"page\" {own}"));
        Ok(TurnPage {
            place: self.place(),
            about: self.about(Some(turn.turn))?,
            turn: turn.turn,
            map_svg: &turn.map_svg,
            opening: if turn.turn == 0 { Some(Opening::of(site, self.templates)?) } else { None },
            report_html: body::of_report(turn, site.ended.is_some()),
            moves_html,
            full_html: body::finished(&full, true),
            before: before.map(link),
            after: site.turns.get(index + 1).map(|turn| link(turn.turn)),
        })
    }

    pub(super) fn rules(&self) -> Result<RulesPage<'a>, TemplateError> {
        Ok(RulesPage { place: self.place(), rules: rules::for_archive(self.templates, &self.site.rules)? })
    }

    pub(super) fn film(&self) -> Result<Option<String>, TemplateError> {
        if !self.site.has_film() {
            return Ok(None);
        }
        let album = &self.site.album;
        // A film of the whole game is made when it is over.
        let first = if self.site.ended.is_some() { 0 } else { album.front_page_begins_at() };
        Ok(film::Film { title: &self.site.campaign.title, album: &album.part(first..=u32::MAX) }.file())
    }

    pub(super) fn book(&self) -> Result<book::Book<'a>, TemplateError> {
        let SiteModel { players, ended, proof, album, .. } = self.site;
        let (pictures, insides) = book::Pictures::of(album);
        let last = album.frames().next_back().map_or(0, |frame| frame.turn);
        // Entries written when a decision ended the game go with the last turn.
        let of = |turn: u32| self.site.diaries.iter().filter(move |entry| entry.turn.min(last) == turn).collect();
        let leaves = self.story().zip(insides).map(|(told, inside)| book::BookTurn { diaries: of(told.turn), told, inside });
        Ok(book::Book {
            place: self.place(),
            players,
            about: self.about(None)?,
            begun_on: album.frames().next().map(Frame::day),
            ended_on: album.frames().next_back().map(Frame::day),
            ended,
            game_html: self.game_html()?,
            moves_html: moves(album, u32::MAX),
            pictures,
            leaves: leaves.collect(),
            proof,
        })
    }

    /// What the front page shows about the game itself; empty if the game has no template for it.
    fn game_html(&self) -> Result<String, TemplateError> {
        let Some(now) = &self.site.now else { return Ok(String::new()) };
        Ok(body::finished(&now.html("site-game", self.templates)?, false))
    }

    /// The story of each turn, the opening first.
    fn story(&self) -> impl DoubleEndedIterator<Item = StoryTurn<'a>> + ExactSizeIterator {
        self.site.album.frames().map(Frame::told)
    }

    /// A sentence about a page, for those who have not opened it.
    fn about(&self, turn: Option<u32>) -> Result<String, TemplateError> {
        let newest = self.site.album.frames().next_back();
        let frame = turn.map_or(newest, |turn| self.site.album.frame(turn));
        let about = PageFrame {
            campaign: &self.site.campaign,
            players: &self.site.players,
            turn,
            turns_played: newest.map_or(0, |frame| frame.turn),
            headline: frame.map_or("", |frame| &frame.headline),
            is_over: self.site.ended.is_some(),
        };
        Ok(self.templates.text("shared/site-about", &about)?.trim().to_owned())
    }

    fn place(&self) -> PagePlace<'a> {
        let SiteModel { campaign, host, tournament, url, picture, .. } = self.site;
        PagePlace {
            campaign,
            host,
            tournament: tournament.as_ref().map(|title| Breadcrumb { title, path: "../index.html" }),
            web: Web { url: url.as_deref(), has_picture: picture.is_some() },
        }
    }
}
