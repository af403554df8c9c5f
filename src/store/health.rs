//! Tells a damaged database from one that is busy, full or newer, and an empty one from one that was written to.

use std::path::Path;

use rusqlite::ErrorCode;

use super::error::StoreError;
use super::ledger::Store;
use crate::files;

impl StoreError {
    /// Whether the file itself is at fault, because it is no database or its content cannot be read. Trying again does not help.
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Damaged(_) | StoreError::Unreadable { .. } => true,
            StoreError::Sqlite(error) => match error {
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::Utf8Error(..) => true,
                error => matches!(error.sqlite_error_code(), Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt)),
            },
            StoreError::File { .. } | StoreError::OtherLog { .. } | StoreError::Newer { .. } | StoreError::NoKey(_) => false,
        }
    }
}

impl Store {
    /// Checks every page of the database, which takes as long as reading it all.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] with the first fault; another error if it cannot be read.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Damaged(found)) }
    }

    /// Opens a database for reading; `None` if there is none, or if nothing has been written to it yet.
    ///
    /// # Errors
    /// When there is one and it cannot be read.
    pub fn open_if_written(path: &Path) -> Result<Option<Store>, StoreError> {
        if files::is_empty(path) {
            return Ok(None);
        }
        let store = Store::open_to_read(path)?;
        Ok(if store.is_blank()? { None } else { Some(store) })
    }

    /// Whether the database has nothing in it, not even a table.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn is_blank(&self) -> Result<bool, StoreError> {
        Ok(self.connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))? == 0)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::Seals;

    #[test]
    fn what_is_no_database_is_damaged_and_what_is_missing_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("campaign.db");
        assert!(Store::open_to_read(&path).is_err_and(|error| !error.is_damage()));
        fs::write(&path, "nonsense\n".repeat(500)).unwrap();
        assert!(Store::open(&path, Seals::default()).is_err_and(|error| error.is_damage()));
        fs::remove_file(&path).unwrap();
        let store = Store::open(&path, Seals::default()).unwrap();
        assert!(store.check().is_ok() && !store.is_blank().unwrap());
    }
}
