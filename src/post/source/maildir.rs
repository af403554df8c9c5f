//! A Maildir: `new/` holds new emails, `cur/` those that were filed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::{FoundFile, FoundKind, Scan, SourceError, fill_dated, scan_folder};
use crate::files::{self, Access};
use crate::post::arrival::{FileTimes, without_flags};

/// Lists the emails in `new/`, oldest first.
pub fn scan(maildir: &Path) -> Scan {
    scan_folder(&maildir.join("new"), kind_of, times)
}

/// Delivers an email: it is complete and on disk before it appears in `new/`. Missing folders are made, and nobody else may read them.
///
/// `unique` tells this email from others of the same second; characters that a name cannot hold become `-`. Delivering the same `unique` at
/// the same time again replaces the email. The file's own time is the time of delivery, too.
///
/// # Errors
/// When the Maildir cannot be written; then nothing appears in `new/`, unless only the last wait for the disk failed.
pub fn deliver(maildir: &Path, bytes: &[u8], now: DateTime<Utc>, unique: &str) -> Result<PathBuf, SourceError> {
    let delivered = put(maildir, bytes, now, unique, |file| file.sync_all())?;
    files::sync_folder(&maildir.join("new")).map_err(SourceError::because("sync", &delivered))?;
    Ok(delivered)
}

/// The same without waiting for the disk: a power cut soon after may lose the email, or leave an empty file.
///
/// # Errors
/// When the Maildir cannot be written; then nothing appears in `new/`.
pub fn deliver_unsynced(maildir: &Path, bytes: &[u8], now: DateTime<Utc>, unique: &str) -> Result<PathBuf, SourceError> {
    put(maildir, bytes, now, unique, |_| Ok(()))
}

fn put(
    maildir: &Path,
    bytes: &[u8],
    now: DateTime<Utc>,
    unique: &str,
    finish: fn(&File) -> io::Result<()>,
) -> Result<PathBuf, SourceError> {
    for folder in ["tmp", "new", "cur"] {
        let folder = maildir.join(folder);
        files::make_folder(&folder, Access::Private).map_err(SourceError::because("create", &folder))?;
    }
    let name = format!("{}.{}.ashpost", now.timestamp(), safe(unique));
    let waiting = maildir.join("tmp").join(&name);
    let delivered = maildir.join("new").join(&name);
    let written =
        files::create(&waiting, Access::Private).and_then(|file| fill_dated(file, bytes, now.into())).and_then(|file| finish(&file));
    written.map_err(SourceError::because("write", &waiting))?;
    fs::rename(&waiting, &delivered).map_err(SourceError::because("deliver", &delivered))?;
    Ok(delivered)
}

/// Moves a filed email from `new/` to `cur/`, marked as seen, or puts `instead` there ([`FoundFile::move_to`]).
///
/// # Errors
/// When it cannot be moved; then it is found again, and its fingerprint shows that it is known.
pub fn keep(found: &FoundFile, instead: Option<&[u8]>) -> Result<PathBuf, SourceError> {
    let (Some(new), Some(name)) = (found.path.parent(), found.path.file_name()) else {
        return Err(SourceError::because("keep", &found.path)(io::ErrorKind::InvalidInput.into()));
    };
    let cur = new.parent().unwrap_or(new).join("cur");
    files::make_folder(&cur, Access::Private).map_err(SourceError::because("create", &cur))?;
    let kept = cur.join(format!("{}:2,S", without_flags(&name.to_string_lossy())));
    found.move_to(&kept, instead)?;
    Ok(kept)
}

/// The text as part of a file name: no path, no hidden file and no Maildir flag.
pub(crate) fn safe(text: &str) -> String {
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '@' | '+' | '=');
    let name: String = text.chars().take(150).map(|letter| if is_safe(letter) { letter } else { '-' }).collect();
    if name.is_empty() || name.starts_with('.') { format!("_{name}") } else { name }
}

fn kind_of(path: &Path) -> Option<FoundKind> {
    let name = path.file_name()?.to_string_lossy();
    (!name.starts_with('.')).then_some(FoundKind::Mail)
}

/// A delivery agent begins the name with the seconds since 1970; otherwise the file's own time counts.
fn times(path: &Path, written_at: DateTime<Utc>) -> FileTimes {
    FileTimes::of_maildir(&path.file_name().unwrap_or_default().to_string_lossy(), written_at)
}
