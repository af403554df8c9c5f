//! One-time codes that wait for an answer, in the host's own database and in those of campaigns.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cells::instant_text;
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::Digest;

/// A code that was mailed.
#[derive(Debug, Clone, Copy)]
pub struct NewCode<'a, T> {
    /// The digest of the code. The code itself is not stored.
    pub digest: Digest,
    /// What the answer will do.
    pub errand: &'a T,
    /// What the code is about and for whom; see [`Ledger::codes_since`].
    pub about: &'a str,
    /// When the code was made.
    pub made_at: DateTime<Utc>,
    /// From this time on it does nothing.
    pub expires_at: DateTime<Utc>,
}

impl Ledger<'_> {
    /// Stores a code, replacing what was known about it, and deletes codes that have expired.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn keep_code(&self, code: &NewCode<'_, impl Serialize>) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM one_time_code WHERE expires_at <= ?1")?.execute([instant_text(code.made_at)])?;
        self.transaction
            .prepare_cached(
                "INSERT OR REPLACE INTO one_time_code (digest, errand, about, made_at, expires_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![
                code.digest.to_string(),
                serde_json::json!(code.errand).to_string(),
                code.about,
                instant_text(code.made_at),
                instant_text(code.expires_at)
            ])?;
        Ok(())
    }

    /// What the answer with a code will do. `None` if there is no such code, if it has expired, or if this build does not know its errand: a code
    /// from another build must not stop the emails after it.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn errand_of_code<T: DeserializeOwned>(&self, digest: Digest, now: DateTime<Utc>) -> Result<Option<T>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT errand FROM one_time_code WHERE digest = ?1 AND expires_at > ?2")?;
        let text: Option<String> = statement.query_row(params![digest.to_string(), instant_text(now)], |row| row.get(0)).optional()?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Deletes a code, since each serves once.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn use_code(&self, digest: Digest) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM one_time_code WHERE digest = ?1")?.execute([digest.to_string()])?;
        Ok(())
    }

    /// How many waiting codes about this were made since a time.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn codes_since(&self, about: &str, since: DateTime<Utc>) -> Result<u32, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT count(*) FROM one_time_code WHERE about = ?1 AND made_at > ?2")?;
        Ok(statement.query_row(params![about, instant_text(since)], |row| row.get(0))?)
    }
}
