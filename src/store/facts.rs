//! Facts: single values by name, which need no table of their own.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use rusqlite::OptionalExtension;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::CampaignId;

impl Ledger<'_> {
    /// The value of a fact.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn fact(&self, name: &str) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT value FROM fact WHERE name = ?1")?;
        Ok(statement.query_row([name], |row| row.get(0)).optional()?)
    }

    /// The value of a fact; `None` if it is this one, or if there is no such fact.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn fact_unless(&self, name: &str, value: &str) -> Result<Option<String>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT value FROM fact WHERE name = ?1 AND value <> ?2")?;
        Ok(statement.query_row([name, value], |row| row.get(0)).optional()?)
    }

    /// A fact that is a number, a time or a key.
    ///
    /// # Errors
    /// When SQLite refuses, or the value cannot be read: what it has promised must not be promised anew.
    pub fn fact_as<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, StoreError> {
        self.fact(name)?.map(|text| text.parse().map_err(|error: T::Err| unreadable(name, &error))).transpose()
    }

    /// A fact that [`Ledger::set_fact_in_json`] has set.
    ///
    /// # Errors
    /// When SQLite refuses, or the value is not of this type.
    pub fn fact_in_json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, StoreError> {
        self.fact(name)?.map(|text| serde_json::from_str(&text).map_err(|error| unreadable(name, &error))).transpose()
    }

    /// The facts whose names begin with `begin`, by the rest of their names.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn facts(&self, begin: &str) -> Result<BTreeMap<String, String>, StoreError> {
        let mut facts = BTreeMap::new();
        self.for_each_fact(begin, |rest, value| drop(facts.insert(rest.to_owned(), value.to_owned())))?;
        Ok(facts)
    }

    /// The facts named `begin` and the id of one of these campaigns, by id; campaigns without one are left out.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn facts_of<'i>(&self, begin: &str, ids: impl IntoIterator<Item = &'i CampaignId>) -> Result<BTreeMap<String, String>, StoreError> {
        let fact = |id: &CampaignId| Ok(self.fact(&format!("{begin}{id}"))?.map(|value| (id.to_string(), value)));
        ids.into_iter().filter_map(|id| fact(id).transpose()).collect()
    }

    /// Passes the facts whose names begin with `begin` to `take` one by one, in the order of their names.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn for_each_fact(&self, begin: &str, mut take: impl FnMut(&str, &str)) -> Result<(), StoreError> {
        // A range of names, which the table's key finds without reading others.
        let mut statement = self.transaction.prepare_cached(
            "SELECT substr(name, length(?1) + 1), value FROM fact WHERE name >= ?1 AND name < ?1 || char(0x10FFFF) ORDER BY name",
        )?;
        let mut rows = statement.query([begin])?;
        while let Some(row) = rows.next()? {
            let text = |column| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
            take(text(0)?, text(1)?);
        }
        Ok(())
    }

    /// Deletes a fact, if it exists.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn forget_fact(&self, name: &str) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM fact WHERE name = ?1")?.execute([name])?;
        Ok(())
    }

    /// Sets a fact.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_fact(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT INTO fact (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2")?
            .execute([name, value])?;
        Ok(())
    }

    /// Sets a fact to plain data.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_fact_in_json(&self, name: &str, value: &impl Serialize) -> Result<(), StoreError> {
        self.set_fact(name, &serde_json::json!(value).to_string())
    }
}

fn unreadable(name: &str, error: &dyn Display) -> StoreError {
    StoreError::Unreadable { what: "a fact", why: format!("{name:?}, {error}") }
}
