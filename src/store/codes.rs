//! One-time codes that wait for their answers, in the host's own database.

use chrono::{DateTime, Utc};
use rusqlite::{OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::cells::instant_text;
use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::Digest;

/// A code that has gone out in a letter.
#[derive(Debug, Clone, Copy)]
pub struct NewCode<'a, T> {
    /// Of the code, which itself is stored nowhere.
    pub digest: Digest,
    /// What the answer brings about.
    pub errand: &'a T,
    /// What it is about and for whom; see [`Ledger::codes_since`].
    pub about: &'a str,
    /// When it was made, from which [`Ledger::codes_since`] counts.
    pub made_at: DateTime<Utc>,
    /// From then on it brings nothing about.
    pub expires_at: DateTime<Utc>,
}

impl Ledger<'_> {
    /// Remembers a code, in place of what was known of it, and forgets those that nobody has answered in time.
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

    /// What the answer with a code brings about; `None` if there is no such code, it has expired, or it is for something that this build does
    /// not know: an email with a code that another build has mailed must not stop the emails behind it.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn errand_of_code<T: DeserializeOwned>(&self, digest: Digest, now: DateTime<Utc>) -> Result<Option<T>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT errand FROM one_time_code WHERE digest = ?1 AND expires_at > ?2")?;
        let text: Option<String> = statement.query_row(params![digest.to_string(), instant_text(now)], |row| row.get(0)).optional()?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Forgets a code, which serves once.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn use_code(&self, digest: Digest) -> Result<(), StoreError> {
        self.transaction.prepare_cached("DELETE FROM one_time_code WHERE digest = ?1")?.execute([digest.to_string()])?;
        Ok(())
    }

    /// How many codes about this wait that were made since then.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn codes_since(&self, about: &str, since: DateTime<Utc>) -> Result<u32, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT count(*) FROM one_time_code WHERE about = ?1 AND made_at > ?2")?;
        Ok(statement.query_row(params![about, instant_text(since)], |row| row.get(0))?)
    }
}
