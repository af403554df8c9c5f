//! How far the host has seen each campaign come, so that an older copy of its database is not taken for the newest one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::campaign::CampaignId;
use crate::campaign::journal::Tip;
use crate::engine::Seat;
use crate::office::Host;
use crate::office::cabinet::desk::Keyless;
use crate::store::{Ledger, Store, StoreError};

/// Facts of the host's database: `reached/rim-3` is a [`Reached`].
const REACHED: &str = "reached/";

/// The fact of a campaign's database that names the entry without which it goes on.
const GOES_ON_WITHOUT: &str = "goes on without";

/// The end of what a campaign's database holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Reached {
    /// The last entry of its journal.
    pub tip: Tip,
    /// The last email that was filed; 0 if none was.
    mail: i64,
    /// The last turn that counted.
    pub turn: u32,
    /// The epochs of the tokens of all seats.
    pub epochs: BTreeMap<Seat, u32>,
}

impl Reached {
    /// How far a campaign has come by its database; `None` before it begins.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) fn of(ledger: &Ledger<'_>, campaign: &Keyless) -> Result<Option<Reached>, StoreError> {
        let epochs = campaign.seat_names().into_keys().map(|seat| (seat, campaign.epoch(seat))).collect();
        let tip = ledger.tip()?;
        tip.map(|tip| Ok(Reached { tip, mail: ledger.last_mail()?, turn: campaign.turns_played(), epochs })).transpose()
    }

    /// Whether a database lacks something of this, and no game master has let it go on. No entry is ever changed and no email forgotten, so it is
    /// then a copy from before.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) fn is_missing_in(&self, ledger: &Ledger<'_>) -> Result<bool, StoreError> {
        let has_all = ledger.hash_of_entry(self.tip.number)? == Some(self.tip.hash) && ledger.last_mail()? >= self.mail;
        Ok(!has_all && ledger.fact(GOES_ON_WITHOUT)?.as_deref() != Some(&self.tip.hash.to_string()))
    }

    /// Lets a database go on that lacks something of this.
    ///
    /// # Errors
    /// When the database refuses.
    pub(crate) fn go_on_without(&self, ledger: &Ledger<'_>) -> Result<(), StoreError> {
        ledger.set_fact(GOES_ON_WITHOUT, &self.tip.hash.to_string())
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

/// Forgets how far a campaign had come, so that it may begin anew.
///
/// # Errors
/// When the database refuses.
pub(crate) fn forget(ledger: &Ledger<'_>, id: &CampaignId) -> Result<(), StoreError> {
    ledger.forget_fact(&format!("{REACHED}{id}"))
}
