//! Rows of JSON that are stored sealed and opened together.

use rusqlite::{Row, ToSql};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cells::{close, open};
use super::error::StoreError;
use super::ledger::Ledger;

impl Ledger<'_> {
    /// Seals a value as JSON; `what` names it in errors.
    ///
    /// # Errors
    /// When the key is not at hand.
    pub(super) fn sealed(&self, value: &impl Serialize, what: &'static str) -> Result<Vec<u8>, StoreError> {
        close(self.seals.sheets.as_ref(), serde_json::json!(value).to_string().as_bytes(), what)
    }

    /// The values of a query that selects sealed rows, in its order. Leaves out those sealed to a key that is lost, since nobody can read them any
    /// more.
    ///
    /// # Errors
    /// When SQLite refuses, the key is not at hand, or a value cannot be read.
    pub(super) fn unsealed<T: DeserializeOwned>(&self, sql: &str, values: &[&dyn ToSql], what: &'static str) -> Result<Vec<T>, StoreError> {
        Ok(self.unsealed_rows(sql, values, what, |_| Ok(()))?.into_iter().map(|((), value)| value).collect())
    }

    /// The same, each with what `beside` reads of its row.
    ///
    /// # Errors
    /// As for [`Ledger::unsealed`].
    pub(super) fn unsealed_rows<T: DeserializeOwned, R>(
        &self,
        sql: &str,
        values: &[&dyn ToSql],
        what: &'static str,
        beside: impl Fn(&Row<'_>) -> rusqlite::Result<R>,
    ) -> Result<Vec<(R, T)>, StoreError> {
        let mut statement = self.transaction.prepare_cached(sql)?;
        let rows = statement.query_map(values, |row| Ok((beside(row)?, row.get::<_, Vec<u8>>(0)?)))?.collect::<Result<Vec<_>, _>>()?;
        let mut found = Vec::new();
        for (beside, sealed) in rows {
            match open(self.seals.sheets.as_ref(), &sealed, what) {
                Ok(plain) => {
                    let value = serde_json::from_slice(&plain);
                    found.push((beside, value.map_err(|error| StoreError::Unreadable { what, why: error.to_string() })?));
                }
                Err(StoreError::Unreadable { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(found)
    }
}
