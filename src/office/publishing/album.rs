//! What is made once of every turn and kept: its words and its picture, so that publishing a turn costs that turn alone.

use serde::{Deserialize, Serialize};

use crate::campaign::journal::Signed;
use crate::campaign::journal::{Entry, Story};
use crate::campaign::urn;
use crate::engine::{Scene, Table, Viewer};
use crate::office::cabinet::build::BUILD;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::recent::Recent;
use crate::office::publishing::published::Lacking;
use crate::render::charts;
use crate::render::picture::svg;
use crate::render::site::{Album, Frame, Leaf, Reel, TurnNews, chapters_before, front_page_begins_at};
use crate::store::{Ledger, StoreError, StoredTurn};

/// The fact that holds the [`Cover`] of the album as it was last published. It is a cache: without it, what is told is drawn again.
const COVER: &str = "album of the site";

/// Precedes a turn's number in the name of the fact that holds its [`Leaf`].
const LEAF: &str = "album of the site/";

/// The first line of what is stored of an album besides its leaves; its film follows.
#[derive(Serialize, Deserialize)]
struct Cover<'a> {
    /// The program that made it: another one may draw otherwise.
    program: &'a str,
    /// The first and the last turn that it tells. There may be leaves of earlier turns, and of later ones that were undone.
    turns: (u32, u32),
}

/// What the archive is made to tell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// The first turn that it does not tell as it should.
    first: u32,
    /// The first turn whose page is made.
    pub first_page: u32,
    /// The first turn of the first chapter whose page is made.
    pub chapters_from: u32,
}

impl Wanted {
    /// All turns, on all pages.
    pub(super) const ALL: Wanted = Wanted { first: 0, first_page: 0, chapters_from: 0 };

    /// What it lacks. Pages of chapters are made of what the front page told until now, and where one is not there, as in an archive of a program that
    /// knew no chapters.
    pub(super) fn of(campaign: &Campaign, lacking: &Lacking) -> Wanted {
        let (first, last, first_page) = (lacking.first, lacking.last, lacking.first_page());
        if first_page == 0 {
            return Wanted { first, ..Wanted::ALL };
        }
        let site = campaign.site_folder();
        let missing = chapters_before(front_page_begins_at(last)).find(|chapter| !site.join(chapter.page()).is_file());
        let told_until_now = front_page_begins_at(first.saturating_sub(1));
        Wanted { first, first_page, chapters_from: missing.map_or(told_until_now, |chapter| chapter.first.min(told_until_now)) }
    }
}

/// The album of what is told now.
pub(super) struct OpenAlbum {
    pub album: Album,
    /// How many of its leaves are kept as they are.
    pub kept: usize,
}

impl OpenAlbum {
    /// The album, drawn anew from the first turn that is wanted on if the kept one has what is needed before it.
    ///
    /// # Errors
    /// When the database does not read, or a template fails.
    pub(super) fn of(ledger: &Ledger<'_>, campaign: &Campaign, wanted: Wanted, newest: &mut Newest) -> Result<OpenAlbum, DeskError> {
        let begins_at = needed_from(campaign, wanted.chapters_from);
        let kept = if wanted.first > begins_at { kept(ledger, begins_at)? } else { None };
        let next = |album: &Album| album.leaves.last().map_or(begins_at, |leaf| leaf.frame.turn + 1);
        let mut album = kept.filter(|album| next(album) >= wanted.first).unwrap_or_default();
        let kept = album.leaves.len();
        for stored in ledger.turns_from(next(&album))? {
            add(&mut album, ledger, campaign, &stored, newest)?;
        }
        Ok(OpenAlbum { album, kept })
    }
}

/// From which turn on an album is needed for pages that tell from `begins_at` on: where there is a list of moves, every page has all of them, and the
/// book and the film of a game that is over have all turns.
fn needed_from(campaign: &Campaign, begins_at: u32) -> u32 {
    let has_moves = campaign.progress.as_ref().is_some_and(|progress| progress.table.moves().is_some());
    if has_moves || campaign.is_over() { 0 } else { begins_at }
}

/// Keeps an album, unless nothing was drawn; the first `kept` of its leaves are stored already. A stored leaf is not written again; the cover is,
/// with the film, whose every part shows a turn, from the first turn on that the front page tells.
///
/// # Errors
/// When the database refuses.
pub(super) fn keep(ledger: &Ledger<'_>, campaign: &Campaign, album: &Album, kept: usize) -> Result<(), DeskError> {
    let Some(last) = album.leaves[kept..].last().map(|leaf| leaf.frame.turn) else { return Ok(()) };
    for leaf in &album.leaves[kept..] {
        ledger.set_fact(&name_of_leaf(leaf.frame.turn), &leaf.text().map_err(no_text)?)?;
    }
    let first = needed_from(campaign, front_page_begins_at(last));
    let cover = Cover { program: BUILD, turns: (first, last) };
    let cover = serde_json::to_string(&cover).map_err(no_text)? + "\n" + &album.part(first..=last).reel.text().map_err(no_text)?;
    Ok(ledger.set_fact(COVER, &cover)?)
}

/// Names that sort in the order of their turns.
fn name_of_leaf(turn: u32) -> String {
    format!("{LEAF}{turn:06}")
}

fn no_text(error: serde_json::Error) -> DeskError {
    unreadable("the album of the site", error.to_string())
}

/// The album as it was last published; `None` if there is none that this program made and that begins at this turn or earlier.
fn kept(ledger: &Ledger<'_>, begins_at: u32) -> Result<Option<Album>, DeskError> {
    let Some(((first, last), reel)) = ledger.fact(COVER)?.and_then(|text| cover(&text)) else { return Ok(None) };
    if first > begins_at {
        return Ok(None);
    }
    let mut leaves: Vec<Leaf> = Vec::new();
    for turn in first..=last {
        let leaf = ledger.fact(&name_of_leaf(turn))?.and_then(|text| Leaf::read(&text));
        let Some(leaf) = leaf.filter(|leaf| leaf.frame.turn == turn) else { return Ok(None) };
        leaves.push(leaf);
    }
    Ok(Some(Album { leaves, reel }))
}

/// The first and the last turn of a stored album, and its film; `None` if this program did not make it.
fn cover(text: &str) -> Option<((u32, u32), Reel)> {
    let (cover, reel) = text.split_once('\n')?;
    let Cover { program, turns } = serde_json::from_str(cover).ok()?;
    Some((turns, Reel::read(reel).filter(|_| program == BUILD)?))
}

/// What was last published of the turns up to `last`, newest first, at most `most` of them.
///
/// # Errors
/// When the database refuses.
pub(super) fn told(ledger: &Ledger<'_>, last: u32, most: usize) -> Result<Vec<Frame>, DeskError> {
    let mut frames = Vec::new();
    for turn in (0..=last).rev().take(most) {
        frames.extend(ledger.fact(&name_of_leaf(turn))?.and_then(|text| Leaf::frame_in(&text)));
    }
    Ok(frames)
}

/// What was made of the last position for the public: the newest turn is on several pages.
#[derive(Default)]
pub(super) struct Newest {
    drawn: Option<Drawn>,
    news: Option<TurnNews>,
}

/// A position as the public sees it.
#[derive(Clone)]
pub(super) struct Drawn {
    turn: u32,
    pub scene: Scene,
    pub svg: String,
}

impl Newest {
    /// The position after a turn.
    ///
    /// # Errors
    /// When it, or what led to it, does not read.
    pub(super) fn drawn(&mut self, ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn) -> Result<Drawn, DeskError> {
        match self.drawn.as_ref().filter(|drawn| drawn.turn == stored.turn) {
            Some(drawn) => Ok(drawn.clone()),
            None => self.draw(ledger, campaign, stored, &*campaign.position(stored)?),
        }
    }

    fn draw(&mut self, ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn, table: &dyn Table) -> Result<Drawn, DeskError> {
        let scene = Recent::of(ledger, campaign.config.game, stored.turn)?.scene(table, Viewer::Public);
        let drawn = Drawn { turn: stored.turn, svg: svg::render(&scene), scene };
        if self.drawn.as_ref().is_none_or(|newest| newest.turn < stored.turn) {
            self.drawn = Some(drawn.clone());
        }
        Ok(drawn)
    }

    /// What the public heard of the newest turn.
    ///
    /// # Errors
    /// When what is stored of it does not read.
    pub(super) fn news(&mut self, ledger: &Ledger<'_>, campaign: &Campaign) -> Result<Option<TurnNews>, DeskError> {
        let Some(stored) = ledger.last_turn()? else { return Ok(None) };
        match self.news.take_if(|news| news.turn() == stored.turn) {
            Some(news) => Ok(Some(news)),
            None => news(ledger, campaign, &stored, Viewer::Public).map(Some),
        }
    }
}

fn add(album: &mut Album, ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn, newest: &mut Newest) -> Result<(), DeskError> {
    let entry = entry(&stored.signed)?;
    let table = campaign.position(stored)?;
    let news = heard(ledger, campaign, stored, &*table, Viewer::Public)?;
    let svg = newest.draw(ledger, campaign, stored, &*table)?.svg;
    album.add(&news, (urn(&[campaign.id(), &stored.signed.hash.to_string()]), entry.at), &svg, &campaign.templates)?;
    newest.news = Some(news);
    Ok(())
}

/// A turn as a viewer heard of it.
///
/// # Errors
/// When what is stored of it does not read.
pub(super) fn news(ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn, viewer: Viewer) -> Result<TurnNews, DeskError> {
    heard(ledger, campaign, stored, &*campaign.position(stored)?, viewer)
}

fn heard(ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn, table: &dyn Table, viewer: Viewer) -> Result<TurnNews, DeskError> {
    let story = ledger.story(stored.turn)?.unwrap_or_default();
    let story: Story = serde_json::from_str(&story).map_err(|error| unreadable("the story of a turn", error.to_string()))?;
    let moments = table.moments(viewer, &story.events);
    let view = table.view_with_history(viewer, charts::step(stored.turn as usize));
    Ok(TurnNews::of(campaign.facts(), stored.turn, viewer, view, &story.events, moments))
}

/// An entry of the journal.
///
/// # Errors
/// When it does not read.
pub(super) fn entry(signed: &Signed) -> Result<Entry, DeskError> {
    Entry::read(&signed.entry).map_err(|why| unreadable("an entry of the journal", why))
}

fn unreadable(what: &'static str, why: String) -> DeskError {
    StoreError::Unreadable { what, why }.into()
}
