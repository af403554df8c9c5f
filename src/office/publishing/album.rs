//! What is made once of every turn and kept: its words and its picture, so that publishing a turn costs that turn alone.

use serde::{Deserialize, Serialize};

use crate::campaign::journal::{Entry, Story};
use crate::campaign::urn;
use crate::engine::{Scene, Table, Viewer};
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::turns::recent::Recent;
use crate::render::picture::svg;
use crate::render::site::{Album, TurnNews};
use crate::store::{Ledger, StoreError, StoredTurn};

/// The fact that holds the album as it was last published. It is a cache: without it, all turns are drawn again.
const ALBUM: &str = "album of the site";

/// The album with the program that made it; another one may draw otherwise.
#[derive(Serialize, Deserialize)]
struct Kept {
    program: String,
    album: Album,
}

/// The album with all turns, drawn anew from `first` on if the kept one has those before it, and else from the opening on.
///
/// # Errors
/// When the database does not read, or a template fails.
pub(super) fn album(ledger: &Ledger<'_>, campaign: &Campaign, first: u32, newest: &mut Newest) -> Result<Album, DeskError> {
    let mut album = kept(ledger)?.filter(|album| first > 0 && album.frames.len() >= first as usize).unwrap_or_default();
    for stored in ledger.turns_from(album.frames.len() as u32)? {
        add(&mut album, ledger, campaign, &stored, newest)?;
    }
    Ok(album)
}

/// What was made of the last position for the public: the newest turn stands on several pages.
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
            None => self.draw(ledger, campaign, stored, campaign.game.restore(&stored.state)?.as_ref()),
        }
    }

    fn draw(&mut self, ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn, table: &dyn Table) -> Result<Drawn, DeskError> {
        let scene = Recent::of(ledger, campaign.game, stored.turn)?.scene(table, Viewer::Public);
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
            None => news(campaign, &stored, Viewer::Public).map(Some),
        }
    }
}

/// The album as it was last published; `None` if there is none that this program made.
///
/// # Errors
/// When the database refuses.
pub(super) fn kept(ledger: &Ledger<'_>) -> Result<Option<Album>, DeskError> {
    let kept = ledger.fact(ALBUM)?.and_then(|text| serde_json::from_str::<Kept>(&text).ok());
    Ok(kept.filter(|kept| kept.program == env!("CARGO_PKG_VERSION")).map(|kept| kept.album))
}

/// Keeps it.
///
/// # Errors
/// When the database refuses.
pub(super) fn keep(ledger: &Ledger<'_>, album: Album) -> Result<(), DeskError> {
    let kept = Kept { program: env!("CARGO_PKG_VERSION").to_owned(), album };
    let text = serde_json::to_string(&kept).map_err(|error| unreadable("the album of the site", error.to_string()))?;
    Ok(ledger.set_fact(ALBUM, &text)?)
}

fn add(album: &mut Album, ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn, newest: &mut Newest) -> Result<(), DeskError> {
    let entry = entry(stored)?;
    let table = campaign.game.restore(&stored.state)?;
    let news = heard(campaign, stored, table.as_ref(), Viewer::Public)?;
    let at = entry.at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let svg = newest.draw(ledger, campaign, stored, table.as_ref())?.svg;
    album.add(&news, (urn(&[campaign.id(), &stored.signed.hash.to_string()]), at), &svg, &campaign.templates)?;
    newest.news = Some(news);
    Ok(())
}

/// A turn as a viewer heard of it.
///
/// # Errors
/// When what is stored of it does not read.
pub(super) fn news(campaign: &Campaign, stored: &StoredTurn, viewer: Viewer) -> Result<TurnNews, DeskError> {
    heard(campaign, stored, campaign.game.restore(&stored.state)?.as_ref(), viewer)
}

fn heard(campaign: &Campaign, stored: &StoredTurn, table: &dyn Table, viewer: Viewer) -> Result<TurnNews, DeskError> {
    let story: Story = serde_json::from_str(&stored.story).map_err(|error| unreadable("the story of a turn", error.to_string()))?;
    let moments = table.moments(viewer, &story.events);
    Ok(TurnNews::of(campaign.facts(), stored.turn, viewer, table.view(viewer), &story.events, moments))
}

/// The journal's entry of a turn.
///
/// # Errors
/// When it does not read.
pub(super) fn entry(stored: &StoredTurn) -> Result<Entry, DeskError> {
    Entry::read(&stored.signed.entry).map_err(|why| unreadable("an entry of the journal", why))
}

fn unreadable(what: &'static str, why: String) -> DeskError {
    StoreError::Unreadable { what, why }.into()
}
