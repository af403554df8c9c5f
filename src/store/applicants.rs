//! People who would like to play in campaigns, or games of two, that have not begun; kept in the host's own database.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};
use rusqlite::params;

use super::cells::{instant_text, read_instant};
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::config::PairingOffer;
use crate::campaign::{Address, CampaignId, Digest};
use crate::engine::Seat;

/// Whose list people are on. Its text is the name of the list: no campaign has a slash in its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicantList<'a> {
    /// Those who would like to play in a campaign: `rim-3`.
    Campaign(&'a CampaignId),
    /// Those who wait for an opponent in a game of two: `play/anaash/8`.
    Queue(PairingOffer),
}

/// Somebody who has confirmed that they want to play.
#[derive(Debug, Clone)]
pub struct NewApplicant<'a> {
    /// What they want to play in.
    pub list: ApplicantList<'a>,
    /// The address that confirmed. A list has each address once, however it is spelled.
    pub address: &'a Address,
    /// The name that they want to play under.
    pub name: &'a str,
    /// The seats that they prefer, the first choice first.
    pub prefers: &'a [Seat],
    /// What this confirmation adds to a draw of lots: the digest of its email's Message-ID, or of its fingerprint.
    pub confirmation: Digest,
    /// When the confirming email arrived.
    pub confirmed_at: DateTime<Utc>,
}

/// An applicant as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredApplicant {
    /// The address as it was spelled in their first confirmation.
    pub address: Address,
    /// The name that they want to play under, from their last confirmation.
    pub name: String,
    /// The seats that they prefer, from their last confirmation, the first choice first; empty for any seat.
    pub prefers: Vec<Seat>,
    /// What their last confirmation adds to a draw of lots.
    pub confirmation: Digest,
    /// When their first confirmation arrived; later ones do not change it.
    pub confirmed_at: DateTime<Utc>,
}

impl<'a> From<&'a CampaignId> for ApplicantList<'a> {
    fn from(campaign: &'a CampaignId) -> ApplicantList<'a> {
        ApplicantList::Campaign(campaign)
    }
}

impl From<&PairingOffer> for ApplicantList<'_> {
    fn from(offer: &PairingOffer) -> Self {
        ApplicantList::Queue(*offer)
    }
}

impl fmt::Display for ApplicantList<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApplicantList::Campaign(campaign) => out.write_str(campaign),
            ApplicantList::Queue(offer) => write!(out, "play/{offer}"),
        }
    }
}

impl Ledger<'_> {
    /// Adds somebody to the end of a list. Somebody already on it keeps their place, and gets the new name and preferences.
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
                applicant.list.to_string(),
                applicant.address.as_str(),
                &*applicant.address.identity(),
                applicant.name,
                prefers,
                applicant.confirmation.to_string(),
                instant_text(applicant.confirmed_at)
            ])?;
        Ok(())
    }

    /// A list, in the order of confirmation.
    ///
    /// # Errors
    /// When SQLite refuses or a row cannot be read.
    pub fn applicants<'a>(&self, list: impl Into<ApplicantList<'a>>) -> Result<Vec<StoredApplicant>, StoreError> {
        let mut statement = self
            .transaction
            .prepare_cached("SELECT address, name, prefers, confirmation, confirmed_at FROM applicant WHERE campaign = ?1 ORDER BY id")?;
        let rows = statement
            .query_map([list.into().to_string()], |row| {
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

    /// How many have asked to play in campaigns; queues do not count.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn applicants_counted(&self) -> Result<BTreeMap<CampaignId, u32>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT campaign, count(*) FROM applicant GROUP BY campaign")?;
        let rows = statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))?.collect::<Result<Vec<_>, _>>()?;
        Ok(rows.into_iter().filter_map(|(list, count)| Some((CampaignId::new(&list)?, count))).collect())
    }

    /// Removes somebody from a list; returns whether they were on it.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_applicant<'a>(&self, list: impl Into<ApplicantList<'a>>, address: &Address) -> Result<bool, StoreError> {
        let mut statement = self.transaction.prepare_cached("DELETE FROM applicant WHERE campaign = ?1 AND identity = ?2")?;
        Ok(statement.execute([&*list.into().to_string(), &*address.identity()])? > 0)
    }
}
