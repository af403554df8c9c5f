//! Rows of JSON that are kept sealed, and opened together.

use rusqlite::ToSql;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cells::{close, open};
use super::error::StoreError;
use super::ledger::Ledger;

impl Ledger<'_> {
    /// A value as it is kept; `what` names it in messages.
    ///
    /// # Errors
    /// When the key is not at hand.
    pub(super) fn sealed(&self, value: &impl Serialize, what: &'static str) -> Result<Vec<u8>, StoreError> {
        close(self.seals.sheets.as_ref(), serde_json::json!(value).to_string().as_bytes(), what)
    }

    /// The values of a query that finds sealed rows, in its order. What was sealed to a key that is lost is left out: nobody can read it any
    /// more.
    ///
    /// # Errors
    /// When SQLite refuses, the key is not at hand, or a value is not what it should be.
    pub(super) fn unsealed<T: DeserializeOwned>(&self, sql: &str, values: &[&dyn ToSql], what: &'static str) -> Result<Vec<T>, StoreError> {
        let mut statement = self.transaction.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| row.get::<_, Vec<u8>>(0))?.collect::<Result<Vec<_>, _>>()?;
        let mut found = Vec::new();
        for sealed in rows {
            match open(self.seals.sheets.as_ref(), &sealed, what) {
                Ok(plain) => {
                    found.push(serde_json::from_slice(&plain).map_err(|error| StoreError::Unreadable { what, why: error.to_string() })?)
                }
                Err(StoreError::Unreadable { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}
