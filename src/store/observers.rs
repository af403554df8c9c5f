//! People who follow a game without a seat, in the host's own database.

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::{Address, CampaignId};

impl Ledger<'_> {
    /// Adds an observer to a campaign; does nothing if they already are one.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn enter_observer(&self, campaign: &CampaignId, address: &Address) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached(
                "INSERT INTO observer (campaign, address, identity) VALUES (?1, ?2, ?3) ON CONFLICT (campaign, identity) DO NOTHING",
            )?
            .execute([&**campaign, address.as_str(), &address.identity()])?;
        Ok(())
    }

    /// A campaign's observers, in the order in which they came.
    ///
    /// # Errors
    /// When SQLite refuses or an address cannot be read.
    pub fn observers(&self, campaign: &CampaignId) -> Result<Vec<Address>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT address FROM observer WHERE campaign = ?1 ORDER BY id")?;
        let rows = statement.query_map([&**campaign], |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>()?;
        let read = |text: String| {
            Address::new(&text).map_err(|error| StoreError::Unreadable { what: "the address of an observer", why: error.to_string() })
        };
        rows.into_iter().map(read).collect()
    }

    /// Removes an observer; returns whether there was one.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn drop_observer(&self, campaign: &CampaignId, address: &Address) -> Result<bool, StoreError> {
        let mut statement = self.transaction.prepare_cached("DELETE FROM observer WHERE campaign = ?1 AND identity = ?2")?;
        Ok(statement.execute([&**campaign, &address.identity()])? > 0)
    }
}
