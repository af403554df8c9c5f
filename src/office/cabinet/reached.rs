//! How far the host has seen each campaign come, so that an older copy of its database is not taken for the newest one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::{CampaignId, Digest};
use crate::office::Host;
use crate::store::{Ledger, Store, StoreError};

/// Facts of the host's database: `reached/rim-3` is a [`Reached`].
const REACHED: &str = "reached/";

/// The end of what a campaign's database holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reached {
    /// The last entry of its journal, and the entry's hash.
    entry: u32,
    hash: Digest,
    /// The last sheet that was filed; 0 if none was.
    sheet: i64,
    /// The last turn that counted.
    pub turn: u32,
}

impl Reached {
    /// How far a database has come; `None` before the campaign begins.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) fn of(ledger: &Ledger<'_>, turn: u32) -> Result<Option<Reached>, StoreError> {
        let tip = ledger.tip()?;
        tip.map(|tip| Ok(Reached { entry: tip.number, hash: tip.hash, sheet: ledger.last_sheet()?, turn })).transpose()
    }

    /// Whether a database lacks something of this. No entry is ever changed and no sheet deleted, so it is then a copy from before.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) fn is_missing_in(&self, ledger: &Ledger<'_>) -> Result<bool, StoreError> {
        Ok(ledger.hash_of_entry(self.entry)? != Some(self.hash) || ledger.last_sheet()? < self.sheet)
    }

    /// How far the host has seen a campaign come; `None` if it has not, or its database cannot be read.
    pub(crate) fn recall(host: &Host, id: &CampaignId) -> Option<Reached> {
        let mut own_database = Store::open_if_written(&host.own_database()).ok()??;
        Reached::recall_from(Some(&mut own_database), Some(std::slice::from_ref(id))).remove(id)
    }

    /// The same of these campaigns, or of all, from the open database of the host.
    pub(crate) fn recall_from(own_database: Option<&mut Store>, of: Option<&[CampaignId]>) -> BTreeMap<CampaignId, Reached> {
        let facts = own_database.and_then(|store| {
            let ledger = store.look().ok()?;
            of.map_or_else(|| ledger.facts(REACHED), |ids| ledger.facts_of(REACHED, ids)).ok()
        });
        let read = |(id, text): (String, String)| Some((CampaignId::new(&id)?, serde_json::from_str(&text).ok()?));
        facts.unwrap_or_default().into_iter().filter_map(read).collect()
    }

    /// Notes it in the host's database. Returns whether it is news.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) fn keep(&self, ledger: &Ledger<'_>, id: &CampaignId) -> Result<bool, StoreError> {
        let (name, text) = (format!("{REACHED}{id}"), serde_json::json!(self).to_string());
        let is_news = ledger.fact(&name)?.as_deref() != Some(&text);
        if is_news {
            ledger.set_fact(&name, &text)?;
        }
        Ok(is_news)
    }
}

/// Forgets how far a campaign had come, so that it may go on from an earlier position.
///
/// # Errors
/// When the database refuses.
pub(crate) fn forget(ledger: &Ledger<'_>, id: &CampaignId) -> Result<(), StoreError> {
    ledger.forget_fact(&format!("{REACHED}{id}"))
}
