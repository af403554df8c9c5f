//! Emails from before the host was set up, as the host's own database remembers them.

use std::collections::BTreeSet;

use rusqlite::params;

use super::error::StoreError;
use super::ledger::Ledger;
use crate::campaign::Fingerprint;

/// An email that is left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierMail<'a> {
    /// The folder that it lies in, and the name of its file without flags: what a mail program marks keeps its name.
    pub place: &'a str,
    /// The same for as long as it lies there, whatever a mail program notes behind it.
    pub name: &'a str,
    /// What tells the same email under another name.
    pub fingerprint: &'a Fingerprint,
}

impl Ledger<'_> {
    /// Remembers an email that is to be left alone; one that is remembered already stays as it is.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn remember_earlier(&self, mail: &EarlierMail<'_>) -> Result<(), StoreError> {
        self.transaction
            .prepare_cached("INSERT INTO earlier_mail (place, name, fingerprint) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING")?
            .execute(params![mail.place, mail.name, mail.fingerprint.to_string()])?;
        Ok(())
    }

    /// Place and name of all emails that are left alone, so that none of them need be read again.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn earlier_names(&self) -> Result<BTreeSet<(String, String)>, StoreError> {
        let mut statement = self.transaction.prepare_cached("SELECT place, name FROM earlier_mail")?;
        let names = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        names.map(|name| Ok(name?)).collect()
    }

    /// Whether this email is to be left alone, whatever it is called now and wherever it lies.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn is_earlier(&self, fingerprint: &Fingerprint) -> Result<bool, StoreError> {
        Ok(self.transaction.prepare_cached("SELECT 1 FROM earlier_mail WHERE fingerprint = ?1")?.exists([fingerprint.to_string()])?)
    }
}
