//! Locks between runs: a file that one process holds, and that says which one and since when.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Serialize, Serializer};

use crate::campaign::CampaignId;
use crate::campaign::layout::LOCK_FILE;
use crate::campaign::local::utc_text;
use crate::files;

/// A run that holds a lock for longer than this hangs: everything that may wait for others has a deadline of its own.
const PATIENCE: TimeDelta = TimeDelta::minutes(10);

/// How often a file is read that says that a run hangs, before that is believed.
const LOOKS: u32 = 10;
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// What the host's own lock guards, in words.
pub(in crate::office) const FRONT_OFFICE: &str = "this host";

/// Held as long as it lives, and freed by the system when its process dies.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

/// Who holds a lock, as far as the file tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct LockHolder {
    pub process: Option<u32>,
    /// By the clock of that run. Letters get it as `2026-11-27 19:00 UTC`.
    #[serde(serialize_with = "as_utc")]
    pub since: Option<DateTime<Utc>>,
}

/// Why a lock was not taken.
#[derive(Debug, thiserror::Error)]
pub enum NotLocked {
    #[error("another run is at work on {what} ({holder})")]
    Busy { what: String, holder: LockHolder },
    #[error("{path}: {source}", path = .path.display())]
    File { path: PathBuf, source: io::Error },
}

impl Lock {
    /// Takes the lock of the campaign in that folder, as [`Lock::take`].
    ///
    /// # Errors
    /// As [`Lock::take`].
    pub(crate) fn of_campaign(folder: &Path, id: &CampaignId, now: DateTime<Utc>) -> Result<Lock, NotLocked> {
        Lock::take(&file_in(folder), &format!("campaign `{id}`"), now)
    }

    /// Takes the lock of the front office of the host in that folder.
    ///
    /// # Errors
    /// As [`Lock::take`].
    pub(crate) fn of_front_office(campaigns: &Path, now: DateTime<Utc>) -> Result<Lock, NotLocked> {
        Lock::take(&file_in(campaigns), FRONT_OFFICE, now)
    }

    /// Takes a lock without waiting for it; `what` names in words what it guards. The file is made if there is none; nobody else may open it.
    ///
    /// # Errors
    /// Who holds it, or why the file cannot be used.
    pub(crate) fn take(path: &Path, what: &str, now: DateTime<Utc>) -> Result<Lock, NotLocked> {
        let unusable = |source| NotLocked::File { path: path.to_owned(), source };
        let Some(mut file) = locked(path).map_err(unusable)? else {
            return Err(NotLocked::Busy { what: what.to_owned(), holder: LockHolder::present(path, now) });
        };
        // Only the lock on the file counts. Its text is for people, so a full disk that loses the text does not stop the work.
        let text = format!("{} {}\n", std::process::id(), now.to_rfc3339());
        let written = files::write_over(&mut file, text.as_bytes());
        // No text is better than one that names somebody else, who would seem to hang.
        let _ = written.or_else(|_| file.set_len(0));
        Ok(Lock { file })
    }
}

impl Drop for Lock {
    /// Unlocks the file, since closing it is not enough: a child process that is just being started has a copy of it until it becomes its
    /// program, and the lock is held until the last copy is closed.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl LockHolder {
    /// What the file says: of who holds the lock, or of who held it last.
    pub fn read(path: &Path) -> LockHolder {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut words = text.split_whitespace();
        LockHolder {
            process: words.next().and_then(|word| word.parse().ok()),
            since: words.next().and_then(|word| DateTime::parse_from_rfc3339(word).ok()).map(|since| since.to_utc()),
        }
    }

    /// Who holds the lock. A run that took it this moment has not written that yet: what stands there is of the run before, which may seem to hang.
    fn present(path: &Path, now: DateTime<Utc>) -> LockHolder {
        let mut holder = LockHolder::read(path);
        for _ in 1..LOOKS {
            if holder.hangs(now).is_none() {
                break;
            }
            thread::sleep(BETWEEN_LOOKS);
            holder = LockHolder::read(path);
        }
        holder
    }

    /// For how long the lock has been held, if that is longer than any run should take.
    pub fn hangs(&self, now: DateTime<Utc>) -> Option<TimeDelta> {
        let age = now.signed_duration_since(self.since?);
        (age > PATIENCE).then_some(age)
    }
}

impl fmt::Display for LockHolder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.process, self.since) {
            (Some(process), Some(since)) => write!(out, "process {process}, since {}", utc_text(since)),
            (Some(process), None) => write!(out, "process {process}"),
            (None, _) => out.write_str("another process"),
        }
    }
}

fn as_utc<S: Serializer>(since: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    since.map(utc_text).serialize(serializer)
}

/// A private file that is locked, made if there is none; `None` if it is locked already.
///
/// # Errors
/// When it cannot be made or locked.
pub(in crate::office) fn locked(path: &Path) -> io::Result<Option<File>> {
    let file = files::open_private(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The lock of a campaign, or of the host, in its folder.
pub(in crate::office) fn file_in(folder: &Path) -> PathBuf {
    folder.join(LOCK_FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_lock_is_held_once_and_says_by_whom_and_since_when() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let since = utc("2027-01-01T10:00:00Z");
        let held = Lock::take(&path, "rim-3", since).unwrap();
        let again = Lock::take(&path, "rim-3", utc("2027-01-01T10:20:00Z"));
        let Err(NotLocked::Busy { holder, .. }) = again else { panic!("taken twice") };
        assert_eq!(holder, LockHolder { process: Some(std::process::id()), since: Some(since) });
        assert_eq!(holder.hangs(utc("2027-01-01T10:10:00Z")), None);
        assert_eq!(holder.hangs(utc("2027-01-01T10:20:00Z")), Some(TimeDelta::minutes(20)));
        let copy_of_a_child = held.file.try_clone().unwrap();
        drop(held);
        assert!(Lock::take(&path, "rim-3", since).is_ok());
        drop(copy_of_a_child);
    }

    #[test]
    fn a_run_that_has_not_said_yet_who_it_is_does_not_seem_to_hang() {
        let folder = tempfile::tempdir().unwrap();
        let (path, now) = (folder.path().join("lock"), utc("2027-01-09T08:00:00Z"));
        drop(Lock::take(&path, "rim-3", utc("2027-01-01T10:00:00Z")).unwrap());
        let mut held = files::open_private(&path).unwrap();
        held.try_lock().unwrap();
        let again = std::thread::scope(|scope| {
            let again = scope.spawn(|| Lock::take(&path, "rim-3", now));
            files::write_over(&mut held, format!("7 {}\n", now.to_rfc3339()).as_bytes()).unwrap();
            again.join().unwrap()
        });
        let Err(NotLocked::Busy { holder, .. }) = again else { panic!("taken twice") };
        assert_eq!(holder, LockHolder { process: Some(7), since: Some(now) });
    }

    #[test]
    fn a_lock_file_that_says_nothing_is_held_by_somebody() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        fs::write(&path, "soon\n").unwrap();
        assert_eq!(LockHolder::read(&path).to_string(), "another process");
        assert_eq!(LockHolder::read(&path).hangs(utc("2027-01-01T10:20:00Z")), None);
    }

    #[test]
    fn nothing_is_left_of_a_longer_text_of_the_last_holder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        fs::write(&path, "soon ".repeat(20)).unwrap();
        let _held = Lock::take(&path, "rim-3", utc("2027-01-01T10:00:00Z")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{} 2027-01-01T10:00:00+00:00\n", std::process::id()));
    }
}
