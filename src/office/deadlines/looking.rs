//! What the host remembers of its runs, looked at without changing it.

use chrono::{DateTime, TimeDelta, Utc};

use super::memory::remembered;
use crate::campaign::watch::{Trust, Watch};
use crate::files;
use crate::office::cabinet::error::DeskError;
use crate::office::{Host, World};
use crate::store::Store;

/// The runs of a host as they are known now.
pub(in crate::office) struct Runs {
    /// The last one that was noted; `None` if none was.
    pub last: Option<DateTime<Utc>>,
    /// How far the time of a run would be trusted now.
    pub trust: Trust,
}

/// # Errors
/// When the host's database cannot be read.
pub(in crate::office) fn runs(host: &Host, world: &World<'_>) -> Result<Runs, DeskError> {
    let watch = match files::is_empty(&host.own_database()) {
        true => Watch::default(),
        false => remembered(&Store::open_to_read(&host.own_database())?.look()?)?,
    };
    let (_, trust) = watch.judge(world.now, TimeDelta::hours(host.config.outage_hours.into()), false);
    Ok(Runs { last: watch.last_run, trust })
}
