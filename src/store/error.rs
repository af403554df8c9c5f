//! The errors of databases.

use std::io;
use std::path::PathBuf;

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each says what it is")]
pub enum StoreError {
    #[error("the database reports an error: {0}")]
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
