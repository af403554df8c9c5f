//! The spool: where an email that a mail server brings lies until it is filed, and who takes it in.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use crate::files;
use crate::office::Host;
use crate::office::cabinet::host::spool;
use crate::office::cabinet::keyring::Keyring;
use crate::office::cabinet::lock;
use crate::office::inbox::arrived::sealed;
use crate::post::source::{SourceError, maildir};

/// Keeps an email before anything is decided about it, sealed to the key of the host if there is one. `unique` tells it from others of the same
/// second. Until it is filed, or [`settle_in_spool`] has returned, a power cut may take it, so its bringer must not be told that it is here.
///
/// # Errors
/// When it could not be written; then it is not there.
pub fn keep_in_spool(host: Option<&Host>, campaigns: &Path, raw: &[u8], now: DateTime<Utc>, unique: &str) -> Result<PathBuf, SourceError> {
    // A key that cannot be read must not keep an email from being kept.
    let keyring = host.and_then(|host| Keyring::read(host).ok().flatten());
    let sealed = keyring.map(|keyring| sealed(&keyring.seal(), raw));
    maildir::deliver_unsynced(&spool(campaigns), sealed.as_deref().unwrap_or(raw), now, unique)
}

/// Waits until an email that stays in the spool is on disk. One that was filed meanwhile is in a database, which has waited for it.
///
/// # Errors
/// When it cannot be forced to disk.
pub fn settle_in_spool(kept: &Path) -> Result<(), SourceError> {
    match files::settle(&[kept.to_owned()]) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        settled => settled.map_err(SourceError::because("force to disk", kept)),
    }
}

/// The right to take in what waits in the spool. One process has it at a time: whoever brings an email meanwhile leaves it to that one, which looks
/// again once it has given the right back.
///
/// It is a lock on a file. A process that has got the file from another has the right as well, and the system frees it when the last of them dies.
#[derive(Debug)]
pub struct SpoolClaim {
    spool: PathBuf,
    lock: File,
}

impl SpoolClaim {
    /// Takes the right, unless another process has it. There must be a spool.
    ///
    /// # Errors
    /// When the file cannot be made or locked.
    pub fn take(campaigns: &Path) -> io::Result<Option<SpoolClaim>> {
        SpoolClaim::of(spool(campaigns))
    }

    /// The right that another process has handed on with this file.
    pub fn handed_on(campaigns: &Path, lock: File) -> SpoolClaim {
        SpoolClaim { spool: spool(campaigns), lock }
    }

    /// The file with which another process gets the right, even after this copy of it is closed.
    pub fn hand_on(self) -> File {
        self.lock
    }

    /// The names of the emails that wait.
    ///
    /// # Errors
    /// When the spool cannot be listed.
    pub fn waiting(&self) -> io::Result<BTreeSet<OsString>> {
        waiting_in(&self.spool)
    }

    /// Gives the right back, and takes it again if an email waits that is not among these: who brought it may have found the right taken.
    ///
    /// # Errors
    /// When the spool cannot be listed or locked.
    pub fn give_back_unless_more(self, known: &BTreeSet<OsString>) -> io::Result<Option<SpoolClaim>> {
        // Closing the file is not enough, since a process that is just being started has a copy of it.
        self.lock.unlock()?;
        if waiting_in(&self.spool)?.is_subset(known) { Ok(None) } else { SpoolClaim::of(self.spool) }
    }

    fn of(spool: PathBuf) -> io::Result<Option<SpoolClaim>> {
        let lock = lock::locked(&lock::file_in(&spool))?;
        Ok(lock.map(|lock| SpoolClaim { spool, lock }))
    }
}

/// What waited in the spool of a host when a run over it began.
#[derive(Debug)]
pub(in crate::office) struct SpoolSeen {
    spool: PathBuf,
    known: BTreeSet<OsString>,
}

impl SpoolSeen {
    /// Looks now. There may be no spool yet.
    pub(in crate::office) fn of(campaigns: &Path) -> SpoolSeen {
        let spool = spool(campaigns);
        SpoolSeen { known: waiting_in(&spool).unwrap_or_default(), spool }
    }

    /// Whether an email waits that has come since.
    pub(in crate::office) fn has_more_now(&self) -> bool {
        waiting_in(&self.spool).is_ok_and(|waiting| !waiting.is_subset(&self.known))
    }
}

fn waiting_in(spool: &Path) -> io::Result<BTreeSet<OsString>> {
    fs::read_dir(spool.join("new"))?.map(|entry| Ok(entry?.file_name())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_takes_emails_in_and_hands_that_on_until_there_are_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let campaigns = folder.path();
        fs::create_dir_all(campaigns.join("spool/new")).unwrap();
        let bring = |name: &str| fs::write(campaigns.join("spool/new").join(name), "").unwrap();
        let take = || SpoolClaim::take(campaigns).unwrap();

        bring("first");
        let handed_on = take().unwrap().hand_on();
        assert!(take().is_none());
        let child = SpoolClaim::handed_on(campaigns, handed_on.try_clone().unwrap());
        drop(handed_on);
        assert!(take().is_none(), "the child has it");

        let known = child.waiting().unwrap();
        bring("second");
        let again = child.give_back_unless_more(&known).unwrap().expect("the second waits");
        assert!(take().is_none());
        let copy_of_a_child = again.lock.try_clone().unwrap();
        let known = again.waiting().unwrap();
        assert_eq!(known.len(), 2);
        assert!(again.give_back_unless_more(&known).unwrap().is_none(), "both are known");
        assert!(take().is_some(), "it was given back, whoever still has the file");
        drop(copy_of_a_child);
    }
}
