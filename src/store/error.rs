//! The errors of databases.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says what it is")]
pub enum StoreError {
    #[error("{}", in_words(.0))]
    Sqlite(#[from] rusqlite::Error),
    #[error("{path}: {source}", path = .path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("the database is damaged: {0}")]
    Damaged(String),
    #[error(
        "{database} has been changed or replaced beside {log}, which holds what was committed last; opening one with the log of another \
         would lose both, so nothing was opened: if you have put a backup there, move {log} out of the folder; if not, remove {note}",
        database = .database.display(), log = .log.display(), note = .note.display()
    )]
    OtherLog { database: PathBuf, log: PathBuf, note: PathBuf },
    #[error("the database has version {found}, and this program knows versions up to {known}: use a newer ashpost")]
    Newer { found: u32, known: u32 },
    #[error("{0} is sealed, and the key that opens it is missing")]
    NoKey(&'static str),
    #[error("the database holds {what} that cannot be read: {why}")]
    Unreadable { what: &'static str, why: String },
}

/// What SQLite reports, in words that say what to do where that is known.
fn in_words(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => {
            "the disk is full, so the database cannot be written: make room, and the next run goes on from there".to_owned()
        }
        Some(ErrorCode::ReadOnly) => {
            "the database cannot be written: its folder, or a file beside it, belongs to another user or is read-only".to_owned()
        }
        _ => format!("the database reports an error: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_and_a_folder_of_another_user_are_named_for_what_they_are() {
        let told = |code: i32| StoreError::from(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None)).to_string();
        assert!(told(rusqlite::ffi::SQLITE_FULL).starts_with("the disk is full"));
        assert!(told(rusqlite::ffi::SQLITE_READONLY_DIRECTORY).contains("its folder"));
        assert!(told(rusqlite::ffi::SQLITE_IOERR).starts_with("the database reports an error"));
    }
}
