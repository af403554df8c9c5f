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

/// How long a command waits while another is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A campaign's database, or the host's own. What nobody may read yet is sealed when it is stored.
pub struct Store {
    pub(super) connection: Connection,
    pub(super) seals: Seals,
    pub(super) log_at_end: LogAtEnd,
}

/// The keys that seal and open things. Without the key for a kind of thing, nothing of that kind can be written or read.
#[derive(Debug, Clone, Default)]
pub struct Seals {
    /// For received emails, and the sheets in them.
    pub sheets: Option<Seal>,
    /// For emails that wait to be sent.
    pub waiting: Option<Seal>,
}

/// One transaction: everything written through it gets onto disk together, or not at all.
pub struct Ledger<'store> {
    pub(super) transaction: Transaction<'store>,
    pub(super) seals: &'store Seals,
}

impl Store {
    /// Opens the database and migrates it; creates it if there is none. Other users of the machine cannot read it.
    ///
    /// # Errors
    /// When the file cannot be opened, is no database, or is newer than this build.
    pub fn open(path: &Path, seals: Seals) -> Result<Store, StoreError> {
        // It holds orders and tokens. SQLite gives its helper files the same mode.
        files::make_private_file(path).map_err(|source| StoreError::File { path: path.to_owned(), source })?;
        let is_new_log = log::is_new(path);
        log::check(path)?;
        let mut connection = Connection::open(path)?;
        prepare(&connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        guard(&connection)?;
        schema::migrate(&mut connection)?;
        settle_names(path, is_new_log)?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        Ok(Store { connection, seals, log_at_end: LogAtEnd::MovedIn })
    }

    /// Turns a database opened for reading into one for writing. Opening it again would read the schema again.
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

    /// A database in memory, gone when this value is dropped.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn in_memory(seals: Seals) -> Result<Store, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        schema::migrate(&mut connection)?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        Ok(Store { connection, seals, log_at_end: LogAtEnd::MovedIn })
    }

    /// Opens an existing database for reading. If it is of an older version, it is migrated first.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        let is_new_log = log::is_new(path);
        log::check(path)?;
        let mut connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        prepare(&connection)?;
        schema::migrate(&mut connection)?;
        settle_names(path, is_new_log)?;
        connection.pragma_update(None, "query_only", "ON")?;
        Ok(Store { connection, seals: Seals::default(), log_at_end: LogAtEnd::MovedIn })
    }

    /// Seals and opens with these keys from now on.
    pub fn seal_with(&mut self, seals: Seals) {
        self.seals = seals;
    }

    /// The keys that another connection to this database needs to send the emails that wait in it.
    pub fn seals_of_outbox(&self) -> Seals {
        Seals { sheets: None, waiting: self.seals.waiting.clone() }
    }

    /// Leaves what is committed in the log when this is closed, for a database that the same run opens again; the last to close it moves the log into
    /// it. This saves two waits for the disk, and nothing is less durable.
    pub fn leave_log(&mut self) {
        self.log_at_end = LogAtEnd::Left;
    }

    /// As [`Store::leave_log`], for a run that ends soon, unless the log has become long. The next run opens the database only with this log.
    pub fn leave_short_log(&mut self) {
        self.log_at_end = LogAtEnd::LeftIfShort;
    }

    /// From now on a commit may return before it is on disk. It is on disk once the log is forced there, by the next commit that waits or when the log
    /// is moved; a power cut before that undoes it. For work that can be done again.
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

    /// Rewrites the database without the gaps that deleted rows have left.
    ///
    /// # Errors
    /// When the disk has no room for a second copy, or another process reads it for longer than the busy timeout.
    pub fn close_gaps(&mut self) -> Result<(), StoreError> {
        Ok(self.connection.execute_batch("VACUUM")?)
    }

    /// A ledger for reading, which changes nothing.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn look(&mut self) -> Result<Ledger<'_>, StoreError> {
        Ok(Ledger { transaction: self.connection.transaction()?, seals: &self.seals })
    }
}

/// Moves the log into the database, unless it is to stay, or another process is at work in it, which will move it later. SQLite would delete the
/// files of an empty log and create them again at the next opening; the more files a file system has just deleted, the longer it takes to find room
/// for a new one.
impl Drop for Store {
    fn drop(&mut self) {
        let Some(database) = self.connection.path().filter(|path| !path.is_empty()).map(PathBuf::from) else { return };
        // Leaves an empty log untouched, because the time of its file tells other runs whether anything has happened.
        let length_bytes = log::length_bytes(&database);
        if length_bytes == 0 {
            return;
        }
        if self.log_at_end.leaves(length_bytes) {
            log::leave(&database, length_bytes);
        } else {
            // If this fails, the log stays, and is as durable as the database.
            let _ = log::move_in(&database, &self.connection);
        }
    }
}

/// How every connection begins.
pub(super) fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(KEPT_STATEMENTS);
    // Keep a compiled statement when it gets other values.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // `Store::drop` decides what becomes of the log.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(())
}

/// Forces the names of a database and its new log to disk: a power cut would take away a log without a name, and the commits in it. SQLite is built
/// without doing this (`.cargo/config.toml`), because it would in each process, though the files stay.
fn settle_names(path: &Path, is_new_log: bool) -> Result<(), StoreError> {
    if is_new_log {
        files::sync_folder(files::folder_of(path)).map_err(|source| StoreError::File { path: path.to_owned(), source })?;
    }
    Ok(())
}

/// What every connection for writing needs.
fn guard(connection: &Connection) -> Result<(), StoreError> {
    // FULL: a commit is on disk when it returns, so a receipt never promises a sheet that a power cut can take away.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // Deleted rows leave no bytes behind.
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

    /// Runs a part of the transaction, and undoes only this part if it fails.
    ///
    /// # Errors
    /// The part's own error, or when SQLite refuses.
    pub fn apart<T, E: From<StoreError>>(&self, part: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let run = |sql: &str| self.transaction.prepare_cached(sql)?.execute([]).map_err(StoreError::from);
        run("SAVEPOINT apart")?;
        let outcome = part();
        if outcome.is_err() {
            run("ROLLBACK TO apart")?;
        }
        run("RELEASE apart")?;
        outcome
    }
}
