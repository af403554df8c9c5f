//! Who would like to play in campaigns that have not begun, in the host's own database.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::cells::{instant_text, read_instant};
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::{Address, Digest};
use crate::engine::Seat;

/// Somebody who has confirmed the wish to play.
#[derive(Debug, Clone)]
pub struct NewApplicant<'a> {
    /// The id of the campaign, or the name of a queue for games of two, which has a slash in it.
    pub campaign: &'a str,
    /// Which has confirmed the wish; a list has it once, however it is spelled.
    pub address: &'a Address,
    /// What they want to be called.
    pub name: &'a str,
    /// The first choice first.
    pub prefers: &'a [Seat],
    /// What the confirmation adds to a lot: the digest of its email's Message-ID, or of its fingerprint.
    pub confirmation: Digest,
    /// When the email that confirmed it arrived.
    pub confirmed_at: DateTime<Utc>,
}

/// An applicant as the list has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredApplicant {
    /// As it was spelled when they first confirmed.
    pub address: Address,
    /// What they want to be called, by their last confirmation.
    pub name: String,
    /// By their last confirmation, the first choice first; empty for any seat.
    pub prefers: Vec<Seat>,
    /// What their last confirmation adds to a lot.
    pub confirmation: Digest,
    /// When their first confirmation arrived: no later one moves it.
    pub confirmed_at: DateTime<Utc>,
}

impl Ledger<'_> {
    /// Enters somebody at the end of a campaign's list. Somebody who is on it keeps the place and gets the new name and preferences.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn enter_applicant(&self, applicant: &NewApplicant<'_>) -> Result<(), StoreError> {
        let prefers = serde_json::json!(applicant.prefers).to_string();
        self.transaction
            .prepare_cached(
                "INSERT INTO applicant (campaign, address, identity, name, prefers, confirmation, confirmed_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (campaign, identity) DO UPDATE SET name = ?4, prefers = ?5, confirmation = ?6",
            )?
            .execute(params![
                applicant.campaign,
                applicant.address.as_str(),
                &*applicant.address.identity(),
                applicant.name,
                prefers,
                applicant.confirmation.to_string(),
                instant_text(applicant.confirmed_at)
            ])?;
        Ok(())
    }

    /// The list of a campaign, in the order of confirmation.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn applicants(&self, campaign: &str) -> Result<Vec<StoredApplicant>, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT address, name, prefers, confirmation, confirmed_at FROM applicant WHERE campaign = ?1 ORDER BY id")?;
        let rows = statement
            .query_map([campaign], |row| {
                let texts = (row.get::<_, String>(0)?, row.get::<_, String>(2)?, row.get::<_, String>(3)?, row.get::<_, String>(4)?);
                Ok((row.get::<_, String>(1)?, texts))
            })?
            .collect::<Result<Vec<_>, _>>()?;
        let unreadable = |why: String| StoreError::Unreadable { what: "an applicant", why };
        let read = |(name, (address, prefers, confirmation, confirmed_at)): (String, (String, String, String, String))| {
            Ok(StoredApplicant {
                address: Address::new(&address).map_err(|error| unreadable(error.to_string()))?,
                name,
                prefers: serde_json::from_str(&prefers).map_err(|error| unreadable(error.to_string()))?,
                confirmation: confirmation.parse().map_err(|_| unreadable(confirmation.clone()))?,
                confirmed_at: read_instant(&confirmed_at)?,
            })
        };
        rows.into_iter().map(read).collect()
    }

    /// How many have asked to play in which campaigns.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn applicants_counted(&self) -> Result<BTreeMap<String, u32>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT campaign, count(*) FROM applicant GROUP BY campaign")?;
        Ok(statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
    }

    /// Takes somebody off the list of a campaign; returns whether they were on it.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_applicant(&self, campaign: &str, address: &Address) -> Result<bool, StoreError> {
        let mut statement = self.transaction.prepare_cached("DELETE FROM applicant WHERE campaign = ?1 AND identity = ?2")?;
        Ok(statement.execute([campaign, &address.identity()])? > 0)
    }

    /// Drops the list of a campaign that has begun.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_applicants(&self, campaign: &str) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM applicant WHERE campaign = ?1")?.execute([campaign])?;
        Ok(())
    }
}
