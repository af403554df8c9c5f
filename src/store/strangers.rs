//! Answers to strangers, counted in the host's own database because all campaigns share them.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::params;

use super::cells::instant_text;
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::{Address, Fingerprint};

/// How many answers strangers may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrangerLimits {
    /// To one address within `to_one_within`.
    pub to_one: u32,
    /// The time up to now for which `to_one` counts.
    pub to_one_within: TimeDelta,
    /// To all addresses within an hour; `None` for an address that is no stranger's, whose answers are no part of that sum.
    pub to_all_an_hour: Option<u32>,
}

/// Answers are known for so long at least, whatever limit asks for them.
const KEPT: TimeDelta = TimeDelta::days(1);

/// What stands before the address of somebody who is no stranger; no address begins with it.
const KNOWN: &str = "known ";

impl Ledger<'_> {
    /// Takes one answer to a stranger from the allowance; returns whether there was one left. For the same email the result is always the same, so
    /// that a run that was killed in between still answers it.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn take_stranger_answer(
        &self,
        fingerprint: &Fingerprint,
        address: &Address,
        limits: StrangerLimits,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let fingerprint = fingerprint.to_string();
        let as_stranger = address.identity().to_string();
        let as_known = format!("{KNOWN}{as_stranger}");
        let long_ago = instant_text(now - limits.to_one_within.max(KEPT));
        let since = instant_text(now - limits.to_one_within);
        let hour_ago = instant_text(now - TimeDelta::hours(1));
        let granted = self.transaction.prepare_cached("SELECT 1 FROM stranger_answer WHERE fingerprint = ?1")?.exists([&fingerprint])?;
        if granted {
            return Ok(true);
        }
        let count = |sql: &str, values: &[&dyn rusqlite::ToSql]| -> Result<u32, StoreError> {
            Ok(self.transaction.prepare_cached(sql)?.query_row(values, |row| row.get(0))?)
        };
        let to_one = count(
            "SELECT count(*) FROM stranger_answer WHERE address IN (?1, ?2) AND answered_at > ?3",
            &[&as_stranger, &as_known, &since],
        )?;
        let to_all =
            count("SELECT count(*) FROM stranger_answer WHERE answered_at > ?1 AND address NOT GLOB ?2 || '*'", &[&hour_ago, &KNOWN])?;
        if to_one >= limits.to_one || limits.to_all_an_hour.is_some_and(|most| to_all >= most) {
            return Ok(false);
        }
        let address = if limits.to_all_an_hour.is_some() { as_stranger } else { as_known };
        self.transaction.prepare_cached("DELETE FROM stranger_answer WHERE answered_at <= ?1")?.execute([&long_ago])?;
        self.transaction
            .prepare_cached("INSERT INTO stranger_answer (fingerprint, address, answered_at) VALUES (?1, ?2, ?3)")?
            .execute(params![fingerprint, address, instant_text(now)])?;
        Ok(true)
    }
}
