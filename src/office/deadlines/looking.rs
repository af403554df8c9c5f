//! What the host remembers of its runs, looked at without changing it.

use chrono::{DateTime, TimeDelta, Utc};

use super::timekeeping::{Keeping, WATCH};
use crate::campaign::watch::Watch;
use crate::files;
use crate::office::cabinet::error::DeskError;
use crate::office::{Host, World};
use crate::store::Store;

impl Keeping {
    /// How far the time of a run would be trusted now.
    ///
    /// # Errors
    /// When the host's database cannot be read.
    pub fn look(host: &Host, world: &World<'_>) -> Result<Keeping, DeskError> {
        let watch = watch(host)?;
        let (_, trust) = watch.judge(world.now, TimeDelta::hours(host.config.outage_hours.into()), false);
        Ok(Keeping { trust, corrections: watch.corrections })
    }
}

/// The last run that was noted; `None` if none was.
///
/// # Errors
/// When the host's database cannot be read.
pub(in crate::office) fn last_run(host: &Host) -> Result<Option<DateTime<Utc>>, DeskError> {
    Ok(watch(host)?.last_run)
}

fn watch(host: &Host) -> Result<Watch, DeskError> {
    if files::is_empty(&host.own_database()) {
        return Ok(Watch::default());
    }
    let fact = Store::open_to_read(&host.own_database())?.look()?.fact(WATCH)?;
    Ok(fact.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}
