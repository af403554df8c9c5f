//! Emails from before the host was set up, which the host's own database remembers.

use std::collections::BTreeSet;

use rusqlite::params;

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::Fingerprint;

/// An email to leave alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierMail<'a> {
    /// The folder that it is in.
    pub place: &'a str,
    /// The name of its file without flags, which stays the same when a mail program marks the email.
    pub name: &'a str,
    /// Identifies the same email under another name.
    pub fingerprint: &'a Fingerprint,
}

impl Ledger<'_> {
    /// Remembers an email to leave alone; does nothing if it is already remembered.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn remember_earlier(&self, mail: &EarlierMail<'_>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT INTO earlier_mail (place, name, fingerprint) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?
            .execute(params![mail.place, mail.name, mail.fingerprint.to_string()])?;
        Ok(())
    }

    /// The folder and name of each email to leave alone, so that none must be read again.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn earlier_names(&self) -> Result<BTreeSet<(String, String)>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT place, name FROM earlier_mail")?;
        let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        names.map(|name| Ok(name?)).collect()
    }

    /// Whether to leave this email alone, whatever its name and folder now.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn is_earlier(&self, fingerprint: &Fingerprint) -> Result<bool, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT 1 FROM earlier_mail WHERE fingerprint = ?1")?.exists([fingerprint.to_string()])?)
    }
}
