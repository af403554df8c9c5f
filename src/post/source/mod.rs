//! Where mail comes from: a Maildir, or a folder of files.

pub mod folder;
pub mod maildir;

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use super::arrival::FileTimes;
use crate::campaign::calendar;
use crate::files::{self, Access};

/// A file that may be a letter; its bytes are read one email at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// Where it lay when it was listed.
    pub path: PathBuf,
    /// What it tells of its arrival without being read.
    pub times: FileTimes,
    /// Whether its bytes are an email, or order text alone.
    pub kind: FoundKind,
}

/// What a file is by its place and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundKind {
    /// An email with its header: every file of a Maildir, and `*.eml`.
    Mail,
    /// `*.orders` or `*.txt`: order text without a header.
    OrderFile,
}

/// What a look into a source brought.
#[derive(Debug, Default)]
pub struct Scan {
    /// Oldest first; files of the same second by name.
    pub found: Vec<FoundFile>,
    /// Entries that are no plain files, or cannot be looked at. They stop no other.
    pub unreadable: Vec<SourceError>,
    /// Why the place could not be listed to its end, so that email may lie there unseen.
    pub unlisted: Option<SourceError>,
}

/// A place or file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct SourceError {
    /// What was tried: `list`, `read`, `move` and the like.
    pub action: &'static str,
    /// The place or file that it failed on.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl SourceError {
    pub(crate) fn because(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SourceError {
        let path = path.to_owned();
        move |source| SourceError { action, path, source }
    }
}

impl FoundFile {
    /// When our server took it in, as far as the file alone tells; what a `Date` field claims counts nowhere.
    pub fn received(&self) -> DateTime<Utc> {
        self.times.arrived().0
    }

    /// The bytes of the file, at most one more than the cap, which is enough to see that it is too large. `None` if another program
    /// has taken the file away since it was listed.
    ///
    /// # Errors
    /// When it cannot be read, or is no longer a plain file.
    pub fn read(&self, cap_bytes: usize) -> Result<Option<Vec<u8>>, SourceError> {
        match read_capped(&self.path, cap_bytes) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(SourceError::because("read", &self.path)(error)),
        }
    }
}

impl FoundFile {
    /// Moves the file, or lets `instead` stand at that place with its time. One that is gone already is fine.
    ///
    /// Nothing is forced to disk: with a thousand emails that would take longer than all the rest of the intake. What a power cut undoes is
    /// found again and known by its fingerprint, and what it damages is in the database.
    ///
    /// # Errors
    /// When it cannot be moved; then it is found again.
    pub fn move_to(&self, kept: &Path, instead: Option<&[u8]>) -> Result<(), SourceError> {
        let moved = match instead {
            None => std::fs::rename(&self.path, kept),
            Some(bytes) => self.stand_in(kept, bytes),
        };
        match moved {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            moved => moved.map_err(SourceError::because("move", &self.path)),
        }
    }

    /// Other bytes in a new file, not in the place of the old one: a file system that is careful with what is replaced writes it at once.
    fn stand_in(&self, kept: &Path, bytes: &[u8]) -> io::Result<()> {
        let written_at = std::fs::metadata(&self.path)?.modified()?;
        // A name that no scan looks at.
        let beside = kept.with_file_name(format!(".{}", self.path.file_name().unwrap_or_default().to_string_lossy()));
        files::write(&beside, bytes, Access::Private)?;
        set_time(&beside, written_at)?;
        std::fs::rename(&beside, kept)?;
        std::fs::remove_file(&self.path)
    }
}

fn set_time(path: &Path, time: SystemTime) -> io::Result<()> {
    File::options().append(true).open(path)?.set_modified(time)
}

/// Lists the plain files of a folder for which `kind_of` knows a kind, without reading them.
fn scan_folder(folder: &Path, kind_of: impl Fn(&Path) -> Option<FoundKind>, times: impl Fn(&Path, DateTime<Utc>) -> FileTimes) -> Scan {
    let mut scan = Scan::default();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return Scan { unlisted: Some(SourceError::because("list", folder)(error)), ..scan },
    };
    for entry in entries {
        let path = match entry {
            Ok(entry) => entry.path(),
            Err(error) => {
                scan.unlisted = Some(SourceError::because("list", folder)(error));
                continue;
            }
        };
        let Some(kind) = kind_of(&path) else { continue };
        match plain_file(&path) {
            Ok(written_at) => scan.found.push(FoundFile { times: times(&path, written_at), path, kind }),
            // Another program has taken it away meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => (),
            Err(error) => scan.unreadable.push(SourceError::because("read", &path)(error)),
        }
    }
    scan.found.sort_by(|one, other| (one.received(), &one.path).cmp(&(other.received(), &other.path)));
    scan
}

fn read_capped(path: &Path, cap_bytes: usize) -> io::Result<Vec<u8>> {
    plain_file(path)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(cap_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// When a file was written last; a pipe or a device in the folder would block for ever.
fn plain_file(path: &Path) -> io::Result<DateTime<Utc>> {
    let metadata = std::fs::metadata(path)?;
    // Some file systems hold times that no calendar does.
    if metadata.is_file() { Ok(calendar::from_seconds(metadata.mtime())) } else { Err(io::Error::other("it is not a plain file")) }
}
