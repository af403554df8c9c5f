//! The log beside a database: SQLite writes a commit there first, and moves it into the database later.
//!
//! Without its log a database lacks its last commits, and beside the log of another it is lost, since SQLite cannot tell the difference. So whoever
//! leaves something in a log notes the stamps of both files, and a database that has replaced another is not opened.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use super::error::StoreError;
use crate::files;

/// The longest log in bytes that is left for the next run, since the next to open the database reads all of it.
const LONGEST_LEFT: u64 = 256 * 1024;

/// What becomes of the log when a database is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LogAtEnd {
    /// It is moved into the database, so that a copy of that file alone is whole.
    MovedIn,
    /// It stays, for a database that the same run opens again.
    Left,
    /// It stays for the next run, unless it is long.
    LeftIfShort,
}

impl LogAtEnd {
    pub(super) fn leaves(self, length_bytes: u64) -> bool {
        match self {
            LogAtEnd::MovedIn => false,
            LogAtEnd::Left => true,
            LogAtEnd::LeftIfShort => length_bytes <= LONGEST_LEFT,
        }
    }
}

/// The endings of files that may lie beside a database: its log, the shared index of the log, and the note of how both were left.
pub const BESIDE_DATABASE: [&str; 3] = ["-wal", "-shm", "-left"];

/// The path of a database's log, which may not exist.
pub fn log_of(database: &Path) -> PathBuf {
    with_ending(database, "-wal")
}

/// The path of the note of how a database and its log were left.
fn note_of(database: &Path) -> PathBuf {
    with_ending(database, "-left")
}

fn with_ending(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// How many bytes in the log wait to be moved into the database.
pub(super) fn length_bytes(database: &Path) -> u64 {
    fs::metadata(log_of(database)).map_or(0, |log| log.len())
}

/// Notes that the log stays, with its stamp and the database's. Without a note nothing is guarded, and nothing is refused.
pub(super) fn leave(database: &Path, length_bytes: u64) {
    if length_bytes <= LONGEST_LEFT
        && let Some(mut note) = LeftNote::hold(database)
    {
        let _ = files::write_over(&mut note.file, stamps(database).as_bytes());
    }
}

/// Whether the name of a database's log may not be on disk yet. It is once a run has left or moved the log, and noted so; a run that broke off before may
/// have made the file and no more.
pub(super) fn is_new(database: &Path) -> bool {
    !(log_of(database).exists() && note_of(database).exists())
}

/// Moves the log into the database. The note is blank from now on, so that a move that breaks off keeps nobody out. If another process holds the
/// note, the log stays for the next run.
pub(super) fn move_in(database: &Path, connection: &Connection) -> rusqlite::Result<()> {
    let Some(mut note) = LeftNote::hold(database) else { return Ok(()) };
    if note.make_blank().is_err() {
        return Ok(());
    }
    // A process that is at work in the database keeps part of the log, and moves it when it ends.
    connection.busy_timeout(Duration::ZERO)?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

/// Checks that a database is the one beside which its log was left.
///
/// # Errors
/// [`StoreError::OtherLog`] when it has been changed or replaced since, and its log has not.
pub(super) fn check(database: &Path) -> Result<(), StoreError> {
    if length_bytes(database) == 0 {
        return Ok(());
    }
    let Some(mut note) = LeftNote::share(database) else { return Ok(()) };
    let mut noted = String::new();
    let _ = note.file.read_to_string(&mut noted);
    let Some((_, left_log)) = noted.split_once('\n') else { return Ok(()) };
    let stamps = stamps(database);
    let is_own = stamps == noted || !stamps.ends_with(&format!("\n{left_log}"));
    if is_own {
        Ok(())
    } else {
        Err(StoreError::OtherLog { database: database.to_owned(), log: log_of(database), note: note_of(database) })
    }
}

/// A note that says nothing: it has no second line.
const BLANK: &[u8] = b"-";

/// The note beside a database. Whoever reads it, writes it or moves the log holds it, because moving the log changes the database.
struct LeftNote {
    file: File,
}

impl LeftNote {
    /// Holds the note for writing; `None` if another process has it.
    fn hold(database: &Path) -> Option<LeftNote> {
        let file = files::open_private(&note_of(database)).ok()?;
        file.try_lock().is_ok().then_some(LeftNote { file })
    }

    /// Makes the note say nothing. If it said how a log was left, it is blank on disk before anything is moved: after a power cut, some file systems
    /// have one file as it is now and another as it was.
    fn make_blank(&mut self) -> io::Result<()> {
        let said = self.file.metadata()?.len() > BLANK.len() as u64;
        files::write_over(&mut self.file, BLANK)?;
        if said { self.file.sync_all() } else { Ok(()) }
    }

    /// Holds the note for reading; `None` if there is none, or another process writes it.
    fn share(database: &Path) -> Option<LeftNote> {
        let file = File::open(note_of(database)).ok()?;
        file.try_lock_shared().is_ok().then_some(LeftNote { file })
    }
}

impl Drop for LeftNote {
    /// Unlocks explicitly, because a child process that is just starting has a copy of the file.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn stamps(database: &Path) -> String {
    [database, &log_of(database)].map(files::stamp).join("\n")
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::store::{Seals, Store};

    fn written(folder: &Path, name: &str, fact: &str, log_at_end: LogAtEnd) -> PathBuf {
        let path = folder.join(name);
        let mut store = Store::open(&path, Seals::default()).unwrap();
        let ledger = store.begin().unwrap();
        ledger.set_fact("name", fact).unwrap();
        ledger.commit().unwrap();
        store.log_at_end = log_at_end;
        path
    }

    #[test]
    fn a_log_stays_if_it_may_and_is_short() {
        let folder = tempfile::tempdir().unwrap();
        let left = |name, fact: &str, at_end| length_bytes(&written(folder.path(), name, fact, at_end));
        let long = "x".repeat(300_000);
        assert_eq!((left("1.db", "x", LogAtEnd::MovedIn), left("2.db", &long, LogAtEnd::LeftIfShort)), (0, 0));
        assert!(left("1.db", "y", LogAtEnd::LeftIfShort) > 0 && left("3.db", &long, LogAtEnd::Left) > LONGEST_LEFT);
    }

    #[test]
    fn a_log_is_new_until_a_run_has_noted_how_it_left_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.db");
        let store = Store::open(&path, Seals::default()).unwrap();
        // If this run broke off here, the next would not know whether the name is on disk.
        assert!(log_of(&path).exists() && is_new(&path));
        drop(store);
        assert!(!is_new(&path));
        fs::remove_file(log_of(&path)).unwrap();
        assert!(is_new(&path));
    }

    #[test]
    fn a_move_of_the_log_that_breaks_off_locks_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        // Creating the tables makes the log long.
        written(folder.path(), "1.db", "x", LogAtEnd::MovedIn);
        let path = written(folder.path(), "1.db", "y", LogAtEnd::Left);
        check(&path).unwrap();
        File::options().write(true).open(&path).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        let error = check(&path).unwrap_err().to_string();
        assert!(error.contains("1.db-wal out of the folder"), "{error}");
        {
            // A process begins to move the log, and breaks off before anything is moved.
            let mut note = LeftNote::hold(&path).unwrap();
            check(&path).unwrap();
            files::write_over(&mut note.file, BLANK).unwrap();
        }
        check(&path).unwrap();
    }

    #[test]
    fn a_log_is_not_moved_while_somebody_notes_how_it_was_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path(), "1.db", "x", LogAtEnd::Left);
        let note = LeftNote::hold(&path).unwrap();
        drop(Store::open(&path, Seals::default()).unwrap());
        assert!(length_bytes(&path) > 0);
        drop(note);
        drop(Store::open(&path, Seals::default()).unwrap());
        assert_eq!(length_bytes(&path), 0);
    }
}
