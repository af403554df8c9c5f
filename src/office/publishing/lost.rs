//! What somebody has removed from an archive. A run looks for the front page alone, so another file stays lost until something is published, and once
//! the game is over nothing is.

use std::path::PathBuf;

use crate::office::cabinet::desk::Keyless;
use crate::office::cabinet::error::DeskError;
use crate::office::publishing::listing::last_windows;
use crate::office::publishing::pages::{has_composer, published_folders};
use crate::office::publishing::published::{end_is_published, published_turn};
use crate::office::publishing::site::{CALENDAR, FEED};
use crate::render::composer;
use crate::render::site::{BOOK, FILM, PICTURE, RECORD, RULES, STYLE, chapters_before, front_page_begins_at, page_of_turn};
use crate::store::Ledger;

/// The first file of the archive that was published and is not on disk.
///
/// # Errors
/// When the database refuses, or holds what cannot be read.
pub(in crate::office) fn lost_file(campaign: &Keyless, ledger: &Ledger<'_>) -> Result<Option<PathBuf>, DeskError> {
    let Some(published) = published_turn(ledger)? else { return Ok(None) };
    let site = campaign.site_folder();
    let turns = || (0..=published).map(page_of_turn);
    let chapters = chapters_before(front_page_begins_at(published)).map(|chapter| chapter.page());
    let private = published_folders(ledger)?.into_iter().flat_map(|folder| turns().map(move |page| format!("{folder}/{page}")));
    let pages = ["index.html", RULES].map(str::to_owned).into_iter().chain(turns()).chain(chapters).chain(private);
    let mut files = pages.chain(beside_pages(campaign, ledger, published)?).map(|name| site.join(name));
    Ok(files.find(|file| !file.exists()))
}

/// The files that an archive has been published with besides the pages of turns, chapters and rules.
fn beside_pages(campaign: &Keyless, ledger: &Ledger<'_>, published: u32) -> Result<Vec<String>, DeskError> {
    let deadlines = campaign.progress.as_ref().map(|progress| last_windows(progress, ledger)).transpose()?.unwrap_or_default();
    let some = [
        (FILM, published > 0),
        // A game that ended before its first turn has one only if somebody kept a diary, and diaries are sealed.
        (BOOK, published > 0 && campaign.is_over() && end_is_published(ledger)?),
        (RECORD, campaign.record_of_moves(ledger)?.is_some()),
        (CALENDAR, !deadlines.is_empty()),
        (composer::PAGE, has_composer(campaign, ledger)?),
    ];
    let some = some.into_iter().filter_map(|(name, is_there)| is_there.then_some(name));
    let all = [STYLE, PICTURE, FEED].into_iter().chain(some).map(str::to_owned);
    Ok(all.chain([campaign.bundle_name()]).collect())
}
