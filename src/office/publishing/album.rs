//! What is made once of every turn and kept: its words and its picture, so that publishing a turn costs that turn alone.

use serde::{Deserialize, Serialize};

use crate::campaign::journal::{Entry, Story};
use crate::campaign::urn;
use crate::engine::{Scene, Viewer};
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
pub(super) fn album(ledger: &Ledger<'_>, campaign: &Campaign, first: u32, drawn: &mut Newest) -> Result<Album, DeskError> {
    let mut album = kept(ledger)?.filter(|album| first > 0 && album.frames.len() >= first as usize).unwrap_or_default();
    for stored in ledger.turns_from(album.frames.len() as u32)? {
        add(&mut album, ledger, campaign, &stored, drawn)?;
    }
    Ok(album)
}

/// The last position that was drawn for the public: the newest turn stands on several pages.
#[derive(Default)]
pub(super) struct Newest(Option<Drawn>);

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
    pub(super) fn of(&mut self, ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn) -> Result<Drawn, DeskError> {
        if let Some(drawn) = self.0.as_ref().filter(|drawn| drawn.turn == stored.turn) {
            return Ok(drawn.clone());
        }
        let table = campaign.game.restore(&stored.state)?;
        let scene = Recent::of(ledger, campaign.game, stored.turn)?.scene(table.as_ref(), Viewer::Public);
        let drawn = Drawn { turn: stored.turn, svg: svg::render(&scene), scene };
        if self.0.as_ref().is_none_or(|newest| newest.turn < stored.turn) {
            self.0 = Some(drawn.clone());
        }
        Ok(drawn)
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
    Ok(ledger.set_fact(ALBUM, &serde_json::json!(kept).to_string())?)
}

fn add(album: &mut Album, ledger: &Ledger<'_>, campaign: &Campaign, stored: &StoredTurn, drawn: &mut Newest) -> Result<(), DeskError> {
    let entry = entry(stored)?;
    let news = news(campaign, stored, Viewer::Public)?;
    let at = entry.at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    let frame = news.frame(&campaign.templates, urn(&[campaign.id(), &stored.signed.hash.to_string()]), at)?;
    album.frames.push(frame);
    album.reel.add(stored.turn, &drawn.of(ledger, campaign, stored)?.svg);
    Ok(())
}

/// A turn as a viewer heard of it.
///
/// # Errors
/// When what is stored of it does not read.
pub(super) fn news(campaign: &Campaign, stored: &StoredTurn, viewer: Viewer) -> Result<TurnNews, DeskError> {
    let table = campaign.game.restore(&stored.state)?;
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
