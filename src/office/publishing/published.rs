//! How far the archive on disk has come, and what it lacks.

use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::office::publishing::pages::Stale;
use crate::store::Ledger;

/// The fact that tells how far the archive on disk has come.
const PUBLISHED: &str = "published turn";

/// The fact that tells how far the published bundle has come.
const PUBLISHED_ENTRY: &str = "published entry";

/// The fact that says that the archive tells of the end of the game; its text is the last turn before the end.
const PUBLISHED_END: &str = "published end";

/// The fact that holds the campaign's era when the archive on disk was written.
const PUBLISHED_ERA: &str = "published era";

/// What the archive on disk lacks.
pub(super) struct Lacking {
    /// The first turn that it does not tell of; `last` is the last that was played. It tells of all turns if `first` is the turn after `last`.
    pub first: u32,
    pub last: u32,
    /// The last turn that it tells of, if the game has gone back or forward since.
    pub overtaken: Option<u32>,
    stale: Stale,
    /// The game is over, and is to be told in full.
    has_ended: bool,
    era: String,
    /// The last entry of the journal.
    head: String,
}

/// Notes that the archive on disk tells of turns up to this one, if it is told anew from then on.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn note_published_turn(ledger: &Ledger<'_>, turn: u32) -> Result<(), DeskError> {
    Ok(ledger.set_fact(PUBLISHED, &turn.to_string())?)
}

/// The last turn that the archive on disk tells of; `None` before the first is published.
///
/// # Errors
/// When the database refuses.
pub(super) fn published_turn(ledger: &Ledger<'_>) -> Result<Option<u32>, DeskError> {
    Ok(ledger.fact_as(PUBLISHED)?)
}

/// Whether the archive on disk tells of the end of the game.
///
/// # Errors
/// When the database refuses.
pub(super) fn end_is_published(ledger: &Ledger<'_>) -> Result<bool, DeskError> {
    Ok(ledger.fact(PUBLISHED_END)?.is_some())
}

impl Lacking {
    /// What the archive lacks; `None` before the opening, and if it lacks nothing.
    pub(super) fn of(desk: &mut Desk) -> Result<Option<Lacking>, DeskError> {
        let Desk { store, campaign, .. } = desk;
        let Some(progress) = &campaign.progress else { return Ok(None) };
        let (ledger, last) = (store.look()?, progress.table.turn());
        // An archive that is not there, as in a folder made from a backup, has nothing published.
        let is_there = campaign.site_folder().join("index.html").exists();
        let published: Option<u32> = published_turn(&ledger)?.filter(|_| is_there);
        let (era, known_era) = (ledger.era()?.to_string(), ledger.fact(PUBLISHED_ERA)?);
        let overtaken = published.filter(|_| known_era.as_deref().unwrap_or("0") != era);
        let first = if overtaken.is_some() { 0 } else { published.map_or(0, |turn| turn + 1) };
        let stale = campaign.stale_pages(&ledger)?;
        // The bundle has what was done between turns at once.
        let head = ledger.tip()?.map_or_else(String::new, |tip| tip.number.to_string());
        if first > last && stale == Stale::Nothing && ledger.fact(PUBLISHED_ENTRY)?.as_ref() == Some(&head) {
            return Ok(None);
        }
        // A game that has just ended is told in full, in all its turns; a decision ends it after its last turn was published.
        let has_ended = campaign.is_over() && (first <= last || overtaken.is_some() || !end_is_published(&ledger)?);
        Ok(Some(Lacking { first, last, overtaken, stale, has_ended, era, head }))
    }

    /// Whether private folders may be on disk that belong to nobody who plays now: names have changed since, or all is told anew.
    pub(super) fn has_stale_folders(&self) -> bool {
        self.stale == Stale::Folders || self.first == 0
    }

    /// The first turn whose page is made: the page before a new one must link to it, and earlier pages stay as they are.
    pub(super) fn first_page(&self) -> u32 {
        if self.has_ended || self.stale == Stale::Folders { 0 } else { self.first.saturating_sub(1) }
    }

    /// Notes that the archive lacks it no longer.
    pub(super) fn note_published(&self, ledger: &Ledger<'_>) -> Result<(), DeskError> {
        ledger.set_fact(PUBLISHED, &self.last.to_string())?;
        ledger.set_fact(PUBLISHED_ERA, &self.era)?;
        ledger.set_fact(PUBLISHED_ENTRY, &self.head)?;
        if self.has_ended {
            ledger.set_fact(PUBLISHED_END, &self.last.to_string())?;
        } else if self.overtaken.is_some() {
            ledger.forget_fact(PUBLISHED_END)?;
        }
        Ok(())
    }
}
