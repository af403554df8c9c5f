//! Where mail comes from: a Maildir, or a folder of files.

pub mod folder;
pub mod maildir;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

/// A file that may be a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub path: PathBuf,
    /// When our server took it in; what a `Date` field claims counts nowhere.
    pub received: DateTime<Utc>,
    pub kind: FoundKind,
    /// At most one byte more than the cap, which is enough to see that it is too large.
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoundKind {
    Mail,
    /// `*.orders` or `*.txt`: order text without a header.
    OrderFile,
}

/// What a look into a source brought: a file that cannot be read does not stop the others.
#[derive(Debug, Default)]
pub struct Scan {
    /// Oldest first; files of the same second by name.
    pub found: Vec<Found>,
    pub errors: Vec<SourceError>,
}

/// A place or file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct SourceError {
    pub action: &'static str,
    pub path: PathBuf,
    pub source: io::Error,
}

impl SourceError {
    fn because(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SourceError {
        let path = path.to_owned();
        move |source| SourceError { action, path, source }
    }
}

/// Reads the plain files of a folder for which `kind_of` knows a kind.
fn scan_folder(
    folder: &Path,
    cap_bytes: usize,
    kind_of: impl Fn(&Path) -> Option<FoundKind>,
    received: impl Fn(&Path) -> io::Result<DateTime<Utc>>,
) -> Scan {
    let mut scan = Scan::default();
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            scan.errors.push(SourceError::because("list", folder)(error));
            return scan;
        }
    };
    for entry in entries {
        let path = match entry {
            Ok(entry) => entry.path(),
            Err(error) => {
                scan.errors.push(SourceError::because("list", folder)(error));
                continue;
            }
        };
        let Some(kind) = kind_of(&path) else { continue };
        match read_capped(&path, cap_bytes).and_then(|bytes| Ok((bytes, received(&path)?))) {
            Ok((bytes, received)) => scan.found.push(Found { path, received, kind, bytes }),
            // Another program has taken it away meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => (),
            Err(error) => scan.errors.push(SourceError::because("read", &path)(error)),
        }
    }
    scan.found.sort_by(|one, other| (one.received, &one.path).cmp(&(other.received, &other.path)));
    scan
}

fn read_capped(path: &Path, cap_bytes: usize) -> io::Result<Vec<u8>> {
    // A pipe or a device in the folder would block for ever.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a plain file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(cap_bytes as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn modified(path: &Path) -> io::Result<DateTime<Utc>> {
    Ok(std::fs::metadata(path)?.modified()?.into())
}

/// A rename is on disk only when its directory is.
pub(crate) fn sync_directory(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}
