//! Small facts: values by name, which need no table of their own.

use std::collections::BTreeMap;

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::CampaignId;

impl Ledger<'_> {
    /// The value of a small fact.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn fact(&self, name: &str) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT value FROM fact WHERE name = ?1")?;
        let mut rows = statement.query([name])?;
        Ok(match rows.next()? {
            Some(row) => Some(row.get(0)?),
            None => None,
        })
    }

    /// The small facts whose names begin so, by the rest of their names.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn facts(&self, begin: &str) -> Result<BTreeMap<String, String>, StoreError> {
        let mut facts = BTreeMap::new();
        self.for_each_fact(begin, |rest, value| drop(facts.insert(rest, value)))?;
        Ok(facts)
    }

    /// The same of these campaigns alone, as many as there are.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn facts_of<'i>(&self, begin: &str, ids: impl IntoIterator<Item = &'i CampaignId>) -> Result<BTreeMap<String, String>, StoreError> {
        let fact = |id: &CampaignId| Ok(self.fact(&format!("{begin}{id}"))?.map(|value| (id.to_string(), value)));
        ids.into_iter().filter_map(|id| fact(id).transpose()).collect()
    }

    /// The same one by one, in the order of their names.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn for_each_fact(&self, begin: &str, mut take: impl FnMut(String, String)) -> Result<(), StoreError> {
        // A range of names, which the table's key finds without reading the others.
        let mut statement = self.transaction.prepare_cached(
            "SELECT substr(name, length(?1) + 1), value FROM fact WHERE name >= ?1 AND name < ?1 || char(0x10FFFF) ORDER BY name",
        )?;
        let mut rows = statement.query([begin])?;
        while let Some(row) = rows.next()? {
            take(row.get(0)?, row.get(1)?);
        }
        Ok(())
    }

    /// Drops a small fact, if there is one of that name.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn forget_fact(&self, name: &str) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM fact WHERE name = ?1")?.execute([name])?;
        Ok(())
    }

    /// Sets a small fact.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_fact(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT INTO fact (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2")?
            .execute([name, value])?;
        Ok(())
    }
}
