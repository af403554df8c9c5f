//! What a host remembers of its runs, and a campaign of the corrections that it has made good.

use chrono::{DateTime, Utc};

use crate::campaign::watch::{Correction, Watch};
use crate::campaign::{CampaignId, calendar};
use crate::office::Host;
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, Store};

/// What the host remembers of its runs.
pub(super) const WATCH: &str = "watch";

/// How many of the host's corrections a campaign has made good.
pub(super) const CORRECTED: &str = "corrections made good";

/// What the host's database remembers of its runs.
///
/// # Errors
/// When the database refuses.
pub(super) fn remembered(ledger: &Ledger<'_>) -> Result<Watch, DeskError> {
    Ok(ledger.fact_in_json(WATCH)?.unwrap_or_default())
}

/// Restores what a lost database of the host knew about its runs: the time of the last one, as far as it is known, and as many corrections
/// as the campaigns have made good, so that no campaign takes the next corrections for those.
///
/// # Errors
/// When the database refuses.
pub(crate) fn remember_again(host: &Host, ledger: &Ledger<'_>, last_run: Option<DateTime<Utc>>) -> Result<(), DeskError> {
    let corrected = |id: &CampaignId| -> Option<usize> {
        let mut store = Store::open_to_read(&host.database(id)).ok()?;
        store.look().ok()?.fact_as(CORRECTED).ok()?
    };
    let made_good = host.campaign_ids()?.iter().filter_map(corrected).max().unwrap_or(0);
    // This outage moves no deadline, since it lies before all of them.
    let nothing = Correction::Outage { since: calendar::FIRST, until: calendar::FIRST };
    let watch = Watch { last_run, noticed_at: None, corrections: vec![nothing; made_good] };
    Ok(ledger.set_fact_in_json(WATCH, &watch)?)
}
