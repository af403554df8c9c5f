//! The rows of the host's page in the host's own database: which of them are out of date, and the new ones that a run makes.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::campaign::CampaignId;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;
use crate::office::publishing::listing::{ListedTournament, Listing, mark};
use crate::store::{Ledger, Store};

/// `listed/rim-3` is the row of a campaign, and `mark of rim-3` tells whether it is up to date.
const LISTED: &str = "listed/";
const MARK: &str = "listed mark/";

/// The fact that tells what the host's page on disk was made of besides the rows; it is gone once a row has changed.
pub(in crate::office) const HOST_PAGE: &str = "host page";

/// `listed tournament/spring` is the row of a tournament.
const TOURNAMENT: &str = "listed tournament/";

/// The fact that tells when the next digest falls due; it is gone once a row has come by which digests go to others, or at other times.
pub(crate) const DIGESTS_DUE: &str = "digests due";

/// The rows that a run finds to be out of date, and the new ones that it makes.
#[derive(Debug, Default)]
pub(crate) struct Listings {
    /// The marks as they were kept; `None` before they are read.
    marks: Option<BTreeMap<String, String>>,
    news: Mutex<Vec<Listing>>,
}

impl Listings {
    /// Reads what is kept, of these campaigns or of all. Without the host's database every row is made anew.
    pub(crate) fn recall(&mut self, own_database: Option<&mut Store>, of: Option<&[CampaignId]>) {
        let marks = own_database.and_then(|store| {
            let ledger = store.look().ok()?;
            of.map_or_else(|| ledger.facts(MARK), |ids| ledger.facts_of(MARK, ids)).ok()
        });
        self.marks.get_or_insert_default().extend(marks.unwrap_or_default());
    }

    pub(crate) fn are_recalled(&self) -> bool {
        self.marks.is_some()
    }

    /// Makes the row of an open campaign anew if it is out of date.
    ///
    /// # Errors
    /// When the campaign's database does not read.
    pub(crate) fn look_at(&self, desk: &mut Desk) -> Result<(), DeskError> {
        let now = mark(&desk.campaign, &desk.store.look()?)?;
        if now.is_none() || now.as_ref() == self.marks.as_ref().and_then(|marks| marks.get(&**desk.campaign.id())) {
            return Ok(());
        }
        let listing = Listing::of(desk)?;
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        news.retain(|known| Some(&known.id) != listing.as_ref().map(|listing| &listing.id));
        news.extend(listing);
        Ok(())
    }

    /// Stores the new rows, and those of tournaments that differ, and marks the host's page as out of date then. Returns whether there were
    /// any.
    ///
    /// # Errors
    /// When the host's database refuses.
    pub(crate) fn keep(&self, ledger: &Ledger<'_>, tournaments: &[ListedTournament]) -> Result<bool, DeskError> {
        let (mut has_changed, mut digests_differ) = (false, false);
        // The rows are dropped here: the page, which is made next, reads all of them one by one.
        let news = std::mem::take(&mut *self.news.lock().unwrap_or_else(PoisonError::into_inner));
        for listing in &news {
            let name = format!("{LISTED}{}", listing.id);
            let before: Option<Listing> = ledger.fact(&name)?.and_then(|text| serde_json::from_str(&text).ok());
            digests_differ |= before.as_ref().map(Listing::digests).unwrap_or_default() != listing.digests();
            ledger.set_fact_in_json(&name, &listing)?;
            ledger.set_fact(&format!("{MARK}{}", listing.id), &listing.mark)?;
            has_changed = true;
        }
        for row in tournaments {
            let (name, text) = (format!("{TOURNAMENT}{}", row.id), serde_json::json!(row).to_string());
            if ledger.fact(&name)?.as_ref() != Some(&text) {
                ledger.set_fact(&name, &text)?;
                has_changed = true;
            }
        }
        if has_changed {
            ledger.forget_fact(HOST_PAGE)?;
        }
        if digests_differ {
            ledger.forget_fact(DIGESTS_DUE)?;
        }
        Ok(has_changed)
    }
}

/// The rows of tournaments, by their names.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn kept_tournaments(ledger: &Ledger<'_>) -> Result<Vec<ListedTournament>, DeskError> {
    Ok(ledger.facts(TOURNAMENT)?.values().filter_map(|text| serde_json::from_str(text).ok()).collect())
}

/// All rows, by the names of their campaigns. One that does not read is left out, and made anew when its campaign is opened next.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn kept(ledger: &Ledger<'_>) -> Result<Vec<Listing>, DeskError> {
    let mut all = Vec::new();
    for_each(ledger, |listing| all.push(listing))?;
    Ok(all)
}

/// The same rows one by one, which saves memory where little of each is needed.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn for_each(ledger: &Ledger<'_>, mut take: impl FnMut(Listing)) -> Result<(), DeskError> {
    Ok(ledger.for_each_fact(LISTED, |_, text| serde_json::from_str(text).into_iter().for_each(&mut take))?)
}
