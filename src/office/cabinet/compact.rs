//! Making a campaign's database smaller: the bytes of old emails are dropped after the number of days that the host's file names.

use std::fs;

use chrono::TimeDelta;
use serde::Serialize;

use crate::campaign::calendar;
use crate::office::World;
use crate::office::cabinet::desk::Desk;
use crate::office::cabinet::error::DeskError;

/// The size of a database before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Compacted {
    /// The size of `campaign.db` before, in bytes, without its write-ahead log.
    pub bytes_before: u64,
    /// The size of `campaign.db` now, in bytes.
    pub bytes_after: u64,
}

/// Drops the bytes of emails that are older than `limits.keep_email_days` says, and rewrites the database without gaps. The journal,
/// snapshots, reports, and emails that became sheets or may yet become some are never touched, and neither is the verdict on each email.
///
/// # Errors
/// When the disk has no room for a second copy of the database.
pub fn compact(mut desk: Desk, world: &World<'_>) -> Result<Compacted, DeskError> {
    let database = desk.campaign.database();
    let size = || fs::metadata(&database).map_or(0, |found| found.len());
    let bytes_before = size();
    let keep_email_days = desk.campaign.host.limits.keep_email_days;
    if keep_email_days > 0 {
        let before = calendar::earlier(world.now, TimeDelta::days(keep_email_days.into()));
        let ledger = desk.store.begin()?;
        ledger.drop_old_emails(before)?;
        ledger.commit()?;
        (world.boundary)("after old emails are let go");
    }
    desk.store.close_gaps()?;
    let _lock = desk.close();
    Ok(Compacted { bytes_before, bytes_after: size() })
}
