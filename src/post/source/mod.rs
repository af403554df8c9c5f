//! Where emails come from: a Maildir, or a folder of files.

pub mod folder;
pub mod maildir;

use std::fs::{File, Metadata};
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};

use super::arrival::FileTimes;
use crate::campaign::calendar;
use crate::files::{self, Access};

/// A file that may be a letter. Its bytes are read later, one email at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// Where it was when it was listed.
    pub path: PathBuf,
    /// The times that are known without reading it.
    pub times: FileTimes,
    /// Whether its bytes are an email, or order text alone.
    pub kind: FoundKind,
    /// How long it was when it was listed.
    pub length_bytes: u64,
}

/// What a file is, going by its folder and name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundKind {
    /// An email with its header: every file of a Maildir, and `*.eml`.
    Mail,
    /// `*.orders` or `*.txt`: order text without a header.
    OrderFile,
}

/// The result of listing a source.
#[derive(Debug, Default)]
pub struct Scan {
    /// Oldest first; files of the same second by name.
    pub found: Vec<FoundFile>,
    /// Entries that are no plain files or cannot be examined. They do not stop the others.
    pub unreadable: Vec<SourceError>,
    /// Why the listing is incomplete, so that emails may be missing from it.
    pub unlisted: Option<SourceError>,
}

/// A folder or file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct SourceError {
    /// What was tried, such as `list`, `read`, `move`.
    pub action: &'static str,
    /// The folder or file on which it failed.
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
    /// When our server received it, going by the file alone; the `Date` field never counts.
    pub fn received(&self) -> DateTime<Utc> {
        self.times.arrived().0
    }

    /// The bytes of the file, at most one more than the cap, which is enough to see that it is too large. `None` if another program has
    /// removed the file since it was listed.
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
    /// Moves the file, or writes `instead` there with the file's time. A file that is already gone is no error.
    ///
    /// Nothing is forced to disk: with a thousand emails that would take longer than the rest of the intake. If a power cut undoes a move,
    /// the email is found again and known by its fingerprint; if it damages the file, the email is still in the database.
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

    /// Writes other bytes to a new file and not over the old one: some file systems write a replaced file to disk at once.
    fn stand_in(&self, kept: &Path, bytes: &[u8]) -> io::Result<()> {
        let written_at = std::fs::metadata(&self.path)?.modified()?;
        match files::create_first(kept) {
            Ok(file) => drop(fill_dated(file, bytes, written_at)?),
            // A run that broke off may have left a part of it there.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // No scan looks at a hidden name.
                let beside = kept.with_file_name(format!(".{}", self.path.file_name().unwrap_or_default().to_string_lossy()));
                fill_dated(files::create(&beside, Access::Private)?, bytes, written_at)?;
                std::fs::rename(&beside, kept)?;
            }
            Err(error) => return Err(error),
        }
        std::fs::remove_file(&self.path)
    }
}

/// Writes a new file, as if at another time.
fn fill_dated(mut file: File, bytes: &[u8], written_at: SystemTime) -> io::Result<File> {
    file.write_all(bytes)?;
    file.set_modified(written_at)?;
    Ok(file)
}

/// Lists those plain files of a folder for which `kind_of` knows a kind, without reading them.
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
            // Some file systems hold times that no calendar has.
            Ok(file) => {
                let times = times(&path, calendar::from_seconds(file.mtime()));
                scan.found.push(FoundFile { path, times, kind, length_bytes: file.len() });
            }
            // Another program has removed it meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => (),
            Err(error) => scan.unreadable.push(SourceError::because("read", &path)(error)),
        }
    }
    scan.found.sort_by(|one, other| (one.received(), &one.path).cmp(&(other.received(), &other.path)));
    scan
}

fn read_capped(path: &Path, cap_bytes: usize) -> io::Result<Vec<u8>> {
    let length_bytes = plain_file(path)?.len() as usize;
    let mut bytes = Vec::with_capacity(length_bytes.min(cap_bytes) + 1);
    File::open(path)?.take(cap_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What the system knows of a file. Anything but a plain file is an error, because a pipe or a device would block for ever.
fn plain_file(path: &Path) -> io::Result<Metadata> {
    let metadata = std::fs::metadata(path)?;
    if metadata.is_file() { Ok(metadata) } else { Err(io::Error::other("it is not a plain file")) }
}
