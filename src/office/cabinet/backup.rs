//! A copy of all that a host needs to go on elsewhere, in one file, made while the host runs; and a host made of such a file.

use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Component, Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rustix::io::Errno;
use serde::Serialize;
use tar::{Archive, Builder, EntryType, Header};

use crate::campaign::layout::{CAMPAIGN_FILE, HOST_FILE, KEY_FILE, LOCK_FILE, SECRET_FILE, SENDING_LOCK_FILE, SITE_FOLDER};
use crate::files::{self, Access};
use crate::office::cabinet::error::{DeskError, at};
use crate::store::{BESIDE_DATABASE, StoreError, copy_whole, examine};

/// The folder that every name in the file begins with.
const ROOT: &str = "campaigns";

/// Folders that can be made again, and files that only a running host needs.
const LEFT_OUT: [&str; 3] = [SITE_FOLDER, LOCK_FILE, SENDING_LOCK_FILE];

/// Whether the keys, which open all that is sealed in a backup, are in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// They are in the file, so anybody who has it can open everything.
    Within,
    /// They are kept elsewhere.
    Apart,
}

/// What was copied, or came back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct BackedUp {
    /// How many files, databases included; folders do not count.
    pub files: usize,
    /// How many of the files are databases.
    pub databases: usize,
    /// The size of all files, unpacked.
    pub bytes: u64,
    /// Databases that are damaged; the file has them as they are.
    pub damaged: Vec<String>,
}

/// Why there is no backup, or nothing came back.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{0}")]
    Desk(#[from] DeskError),
    #[error("{} cannot be copied: {source}", path.display())]
    Database { path: PathBuf, source: StoreError },
    #[error("{} exists already, and a backup overwrites nothing", .0.display())]
    Exists(PathBuf),
    #[error("{} lies within the folder that is backed up: name a file elsewhere, best on another disk", .0.display())]
    Within(PathBuf),
    #[error("{} is not an empty folder: a backup comes back into a folder of its own", .0.display())]
    NotEmpty(PathBuf),
    #[error("{} is left of a restore that did not end: delete it, then restore again", .0.display())]
    LeftOver(PathBuf),
    #[error("{} is no backup of ashpost, or is damaged: {why}", path.display())]
    NoBackup { path: PathBuf, why: String },
}

/// Writes a host's folder into one file: configuration, databases, waiting email and, with [`Keys::Within`], the keys, but not the sites, which can
/// be made again. Each database is copied as of one instant, however busy the host is. Email is copied before databases, so that each message is in
/// at least one of them. Only the owner may read the file.
///
/// # Errors
/// When a file cannot be read or written, or the target exists or is in the host's folder; nothing is written then.
pub fn back_up(folder: &Path, target: &Path, keys: Keys) -> Result<BackedUp, BackupError> {
    if target.exists() {
        return Err(BackupError::Exists(target.to_owned()));
    }
    let above = target.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside_target = fs::canonicalize(above).map_err(at(above))?;
    if beside_target.starts_with(fs::canonicalize(folder).map_err(at(folder))?) {
        return Err(BackupError::Within(target.to_owned()));
    }
    let part = beside(target, ".part");
    let copies = beside(target, ".databases");
    // A link to where backups are kept ends there, as if it led back: no backup holds itself, or earlier ones with their keys.
    let written = found(folder, folder, &mut vec![beside_target]).and_then(|found| write(folder, found, (&part, &copies), keys));
    let _ = fs::remove_dir_all(&copies);
    match written.and_then(|done| fs::rename(&part, target).map(|()| done).map_err(|error| at(target)(error).into())) {
        Ok(done) => Ok(done),
        Err(error) => {
            let _ = fs::remove_file(&part);
            Err(error)
        }
    }
}

fn write(folder: &Path, found: Vec<PathBuf>, (part, copies): (&Path, &Path), keys: Keys) -> Result<BackedUp, BackupError> {
    let file = files::create(part, Access::Private).map_err(at(part))?;
    files::make_folder(copies, Access::Private).map_err(at(copies))?;
    let mut archive = Builder::new(GzEncoder::new(BufWriter::new(file), Compression::default()));
    let mut done = BackedUp::default();
    let (mut databases, others): (Vec<PathBuf>, Vec<PathBuf>) = found.into_iter().partition(|path| is_database(path));
    // The host's own first: it knows how far each game has come, and must not know more than the copy of the game.
    databases.sort_by_key(|path| path.components().count());
    for path in others.into_iter().filter(|path| keys == Keys::Within || !is_key(path)) {
        if folder.join(&path).is_dir() {
            append_folder(&mut archive, &path, &folder.join(&path)).map_err(at(&path))?;
            continue;
        }
        let whole = folder.join(&path);
        let (found, content) = match fs::metadata(&whole).and_then(|found| Ok((found, fs::read(&whole)?))) {
            // A run has filed this message since we listed it, so it is in a database now.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            read => read.map_err(at(&path))?,
        };
        done.bytes += append(&mut archive, &path, &found, content.len() as u64, content.as_slice()).map_err(at(&path))?;
        done.files += 1;
    }
    for path in databases {
        let copy = copies.join("copy.db");
        let whole = match copy_whole(&folder.join(&path), &copy) {
            Ok(()) => copy.clone(),
            Err(error) if error.is_damage() => {
                done.damaged.push(path.display().to_string());
                // Its log may have what is missing in it.
                let log = beside(&path, "-wal");
                match File::open(folder.join(&log)) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    opened => {
                        done.bytes += opened.and_then(|file| append_database(&mut archive, &log, &file)).map_err(at(&log))?;
                        done.files += 1;
                    }
                }
                folder.join(&path)
            }
            Err(source) => return Err(BackupError::Database { path, source }),
        };
        let file = File::open(&whole).map_err(at(&path))?;
        done.bytes += append_database(&mut archive, &path, &file).map_err(at(&path))?;
        let _ = fs::remove_file(&copy);
        (done.files, done.databases) = (done.files + 1, done.databases + 1);
    }
    let finish = || archive.into_inner()?.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all();
    finish().map_err(at(part))?;
    Ok(done)
}

/// All files below a folder that belong in a backup, also those that are linked from elsewhere; each folder comes before the files in it. `above` are
/// the folders that lead to this one, so that a link back to one of them ends there.
fn found(folder: &Path, root: &Path, above: &mut Vec<PathBuf>) -> Result<Vec<PathBuf>, BackupError> {
    let mut all = Vec::new();
    let real = fs::canonicalize(folder).map_err(at(folder))?;
    if above.contains(&real) {
        return Ok(all);
    }
    above.push(real);
    let mut entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>).map_err(at(folder))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (name, path) = (entry.file_name(), entry.path());
        let name = name.to_string_lossy();
        let is_log = BESIDE_DATABASE.iter().any(|ending| name.strip_suffix(ending).is_some_and(|database| database.ends_with(".db")));
        let kind = match fs::metadata(&path) {
            // A run has put it away since we listed it, or it is a link to nothing or to itself.
            Err(error) if error.kind() == io::ErrorKind::NotFound || Errno::from_io_error(&error) == Some(Errno::LOOP) => continue,
            read => read.map_err(at(&path))?.file_type(),
        };
        if LEFT_OUT.contains(&name.as_ref()) && !path.join(CAMPAIGN_FILE).is_file() || is_log {
            continue;
        }
        if kind.is_dir() || kind.is_file() {
            all.extend(path.strip_prefix(root).ok().map(Path::to_owned));
        }
        if kind.is_dir() {
            all.extend(found(&path, root, above)?);
        }
    }
    above.pop();
    Ok(all)
}

fn is_key(path: &Path) -> bool {
    path == Path::new(KEY_FILE) || path.ends_with(SECRET_FILE)
}

fn is_database(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "db")
}

/// Appends a folder, to keep its permissions, and so that an empty folder is restored too.
fn append_folder(archive: &mut Builder<impl io::Write>, path: &Path, folder: &Path) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_metadata(&fs::metadata(folder)?);
    header.set_size(0);
    archive.append_data(&mut header, Path::new(ROOT).join(path), io::empty())
}

/// Appends a database in pieces, so that a large one does not fill the memory. A damaged database may change meanwhile; if it shrinks,
/// zeros fill its end.
fn append_database(archive: &mut Builder<impl io::Write>, path: &Path, file: &File) -> io::Result<u64> {
    let found = file.metadata()?;
    append(archive, path, &found, found.len(), file.chain(io::repeat(0)).take(found.len()))
}

fn append(archive: &mut Builder<impl io::Write>, path: &Path, found: &Metadata, bytes: u64, content: impl Read) -> io::Result<u64> {
    let mut header = Header::new_gnu();
    header.set_metadata(found);
    header.set_mode(Access::Private.of_file());
    header.set_size(bytes);
    archive.append_data(&mut header, Path::new(ROOT).join(path), content)?;
    Ok(bytes)
}

/// Restores a host from a backup into a folder that is empty or does not exist, and checks every database.
///
/// # Errors
/// When the folder is not empty, the file is no backup or damaged, or the disk refuses; the folder is left as it was.
pub fn restore(source: &Path, folder: &Path) -> Result<BackedUp, BackupError> {
    if folder.exists() && !fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none()) {
        return Err(BackupError::NotEmpty(folder.to_owned()));
    }
    let part = beside(folder, ".part");
    if part.exists() {
        return Err(BackupError::LeftOver(part));
    }
    let restored = unpack(source, &part).and_then(|done| {
        let _ = fs::remove_dir(folder);
        fs::rename(&part, folder).map_err(at(folder))?;
        Ok(done)
    });
    if restored.is_err() {
        let _ = fs::remove_dir_all(&part);
    }
    restored
}

fn unpack(source: &Path, part: &Path) -> Result<BackedUp, BackupError> {
    let no_backup = |error: io::Error| BackupError::NoBackup { path: source.to_owned(), why: error.to_string() };
    let file = File::open(source).map_err(at(source))?;
    let mut archive = Archive::new(GzDecoder::new(BufReader::new(file)));
    let mut done = BackedUp::default();
    files::make_folder(part, Access::ByName).map_err(at(part))?;
    for entry in archive.entries().map_err(no_backup)? {
        let mut entry = entry.map_err(no_backup)?;
        let name = entry.path().map_err(no_backup)?.into_owned();
        let below = name.strip_prefix(ROOT).ok().filter(|below| below.components().all(|part| matches!(part, Component::Normal(_))));
        let kind = entry.header().entry_type();
        let Some(below) = below.filter(|_| matches!(kind, EntryType::Regular | EntryType::Directory)) else {
            return Err(BackupError::NoBackup { path: source.to_owned(), why: format!("it holds {}", name.display()) });
        };
        let path = part.join(below);
        if kind == EntryType::Directory {
            let can_be_entered = entry.header().mode().is_ok_and(|mode| mode & 0o001 != 0);
            files::make_folder(&path, if can_be_entered { Access::ByName } else { Access::Private }).map_err(at(&path))?;
            continue;
        }
        let folder = path.parent().unwrap_or(part);
        files::make_folder(folder, Access::Private).map_err(at(folder))?;
        let mut target = files::create(&path, Access::Private).map_err(at(&path))?;
        // A full disk says nothing about the backup; what is wrong in the archive itself has no number of the system.
        done.bytes += io::copy(&mut entry, &mut target).map_err(|error| match error.raw_os_error() {
            Some(_) => at(&path)(error).into(),
            None => no_backup(error),
        })?;
        target.sync_all().map_err(at(&path))?;
        done.files += 1;
        if is_database(&path) {
            done.databases += 1;
            if examine(&path).is_err() {
                done.damaged.push(below.display().to_string());
            }
        }
    }
    if !part.join(HOST_FILE).is_file() {
        return Err(BackupError::NoBackup { path: source.to_owned(), why: format!("there is no {HOST_FILE} in it") });
    }
    Ok(done)
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    path.with_file_name(name)
}

impl From<StoreError> for BackupError {
    fn from(error: StoreError) -> BackupError {
        BackupError::Desk(error.into())
    }
}
