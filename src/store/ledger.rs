//! A database, and the transactions in which everything is read and written.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::error::StoreError;
use super::log::{self, LogAtEnd};
use super::schema;
use crate::campaign::keys::Seal;
use crate::files;

/// More statements than any command uses, so that none is compiled twice.
const KEPT_STATEMENTS: usize = 256;

/// How long a command waits for another that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A campaign's database, or the host's own. What nobody may read yet is sealed on its way in.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) seals: Seals,
    pub(super) log_at_end: LogAtEnd,
}

/// The keys by which sealed things go in and come out. Without one of them, nothing of its kind can be written or read.
#[derive(Debug, Clone, Default)]
pub struct Seals {
    /// For emails that came in, and for the sheets in them.
    pub sheets: Option<Seal>,
    /// For emails that wait to be sent.
    pub waiting: Option<Seal>,
}

/// One transaction: what is written through it is on disk together, or not at all.
pub struct Ledger<'store> {
    pub(super) transaction: Transaction<'store>,
    pub(super) seals: &'store Seals,
}

impl Store {
    /// Opens the database, making it if there is none, and brings it up to date. Nobody else may read it.
    ///
    /// # Errors
    /// When the file cannot be opened, is no database, or is newer than this build.
    pub fn open(path: &Path, seals: Seals) -> Result<Store, StoreError> {
        // Orders and tokens are in it; SQLite gives its helper files the same mode.
        files::make_private_file(path).map_err(|source| StoreError::File { path: path.to_owned(), source })?;
        log::check(path)?;
        let mut connection = Connection::open(path)?;
        prepare(&connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        guard(&connection)?;
        schema::migrate(&mut connection)?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        Ok(Store { connection, seals, log_at_end: LogAtEnd::MovedIn })
    }

    /// The same database, opened for looking only until now, for writing: another opening would read the schema again.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn to_write(mut self, seals: Seals) -> Result<Store, StoreError> {
        self.connection.pragma_update(None, "query_only", "OFF")?;
        guard(&self.connection)?;
        self.connection.pragma_update(None, "foreign_keys", "ON")?;
        self.seals = seals;
        Ok(self)
    }

    /// A database that is nowhere on disk and gone with this value.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn in_memory(seals: Seals) -> Result<Store, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        schema::migrate(&mut connection)?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        Ok(Store { connection, seals, log_at_end: LogAtEnd::MovedIn })
    }

    /// Opens an existing database for looking only; one of an older version is brought up to date first.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        log::check(path)?;
        let mut connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        prepare(&connection)?;
        schema::migrate(&mut connection)?;
        connection.pragma_update(None, "query_only", "ON")?;
        Ok(Store { connection, seals: Seals::default(), log_at_end: LogAtEnd::MovedIn })
    }

    /// Seals and opens with these keys from here on.
    pub fn seal_with(&mut self, seals: Seals) {
        self.seals = seals;
    }

    /// What another opening of the same database needs to send what waits in it.
    pub fn seals_of_outbox(&self) -> Seals {
        Seals { sheets: None, waiting: self.seals.waiting.clone() }
    }

    /// Leaves in the log what is committed, when this is closed. For a database that the same run opens again: whoever closes it last
    /// moves the log into it. It saves two waits for the disk, and nothing is less durable.
    pub fn leave_log(&mut self) {
        self.log_at_end = LogAtEnd::Left;
    }

    /// The same for a run that is over soon, unless the log has become long. The next run opens the database beside this log alone.
    pub fn leave_short_log(&mut self) {
        self.log_at_end = LogAtEnd::LeftIfShort;
    }

    /// From here on a commit need not be on disk when it returns: it is once this is closed, and a power cut before that undoes it. For what
    /// may be done again.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn hurry(&self) -> Result<(), StoreError> {
        Ok(self.connection.pragma_update(None, "synchronous", "NORMAL")?)
    }

    /// Begins a transaction that holds the write lock from the start.
    ///
    /// # Errors
    /// When another process holds it for longer than the busy timeout.
    pub fn begin(&mut self) -> Result<Ledger<'_>, StoreError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        Ok(Ledger { transaction, seals: &self.seals })
    }

    /// Rewrites the database without the gaps that dropped rows have left.
    ///
    /// # Errors
    /// When the disk has no room for a second copy, or another process reads it for longer than the busy timeout.
    pub fn close_gaps(&mut self) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch("VACUUM")?)
    }

    /// A ledger for reading; dropped without effect.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn look(&mut self) -> Result<Ledger<'_>, StoreError> {
        Ok(Ledger { transaction: self.connection.transaction()?, seals: &self.seals })
    }
}

/// Moves the log into the database, unless it stays, or somebody else is at work in it, who will do it then. SQLite would delete the files
/// of an empty log and make them again at the next opening: a file system finds room for a new file the more slowly the more it has just
/// deleted.
impl Drop for Store {
    fn drop(&mut self) {
        let Some(database) = self.connection.path().filter(|path| !path.is_empty()).map(PathBuf::from) else { return };
        // An empty log is not touched: the time of its file tells other runs whether anything has happened.
        let length_bytes = log::length_bytes(&database);
        if length_bytes == 0 {
            return;
        }
        if self.log_at_end.leaves(length_bytes) {
            log::leave(&database, length_bytes);
        } else {
            // What stays in the log is as durable there.
            let _ = log::move_in(&database, &self.connection);
        }
    }
}

/// What each opening of a database begins with.
pub(super) fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(KEPT_STATEMENTS);
    // A kept statement is not compiled again because it is given other values.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // The end of a `Store` says what becomes of the log.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(())
}

/// What holds for everything that is written.
fn guard(connection: &Connection) -> Result<(), StoreError> {
    // FULL: a commit is on disk when it returns, so a receipt never promises a sheet that a power cut takes.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // What is dropped leaves no bytes behind.
    Ok(connection.pragma_update(None, "secure_delete", "ON")?)
}

impl Ledger<'_> {
    /// Makes everything written through this ledger durable at once.
    ///
    /// # Errors
    /// When the disk is full or SQLite refuses; then nothing was written.
    pub fn commit(self) -> Result<(), StoreError> {
        Ok(self.transaction.commit()?)
    }

    /// Does a part of the transaction that is undone alone if it fails.
    ///
    /// # Errors
    /// What the part fails with, or when SQLite refuses.
    pub fn apart<T, E: From<StoreError>>(&self, part: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let run = |sql: &str| self.transaction.execute_batch(sql).map_err(StoreError::from);
        run("SAVEPOINT apart")?;
        let outcome = part();
        if outcome.is_err() {
            run("ROLLBACK TO apart")?;
        }
        run("RELEASE apart")?;
        outcome
    }
}
