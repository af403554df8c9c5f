//! Copies databases that others may be writing to, and checks whether a copy is whole.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::error::StoreError;
use super::ledger::prepare;

/// Copies a database, including its log, as it is at one instant, while others may write to it. The copy must not exist yet. Neither changes nor
/// migrates the database.
///
/// # Errors
/// When it cannot be read, is damaged, or the copy cannot be written.
pub fn copy_whole(path: &Path, copy: &Path) -> Result<(), StoreError> {
    let connection = open(path)?;
    connection.execute("VACUUM INTO ?1", [copy.display().to_string()])?;
    Ok(())
}

/// Checks every page of a database.
///
/// # Errors
/// When it cannot be read, or is damaged.
pub fn examine(path: &Path) -> Result<(), StoreError> {
    let found: String = open(path)?.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Unreadable { what: "the database", why: found }) }
}

fn open(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    // This leaves the log's files unchanged, which a run compares to see whether it must open a sleeping campaign.
    prepare(&connection)?;
    Ok(connection)
}
