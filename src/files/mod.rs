//! Files and folders that have the right modes from the moment they are made.
//!
//! Almost everything that a host writes holds tokens, orders or addresses, and with the usual umask every user of the machine could read it. So files
//! are never created first and closed afterwards: they are created private, and only public ones are opened.

mod modes;
mod together;

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

pub use modes::{Narrowed, Narrowing, all_too_wide, merged, narrow, narrow_all, too_wide};
pub use together::{Together, force, settle};

/// Who may read a file, and who may enter and list a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Only the owner.
    Private,
    /// Anybody who knows the name: a folder can be entered but not listed, a file can be read.
    ByName,
    /// Everybody.
    Public,
}

impl Access {
    /// The mode of a file: 0600 or 0644.
    pub fn of_file(self) -> u32 {
        match self {
            Access::Private => 0o600,
            Access::ByName | Access::Public => 0o644,
        }
    }

    /// The mode of a folder: 0700, 0711 or 0755.
    pub fn of_folder(self) -> u32 {
        match self {
            Access::Private => 0o700,
            Access::ByName => 0o711,
            Access::Public => 0o755,
        }
    }
}

/// How many bytes can still be written to the file system of a path.
///
/// # Errors
/// When the file system does not say.
pub fn free_bytes(path: &Path) -> io::Result<u64> {
    let system = rustix::fs::statvfs(path)?;
    Ok(system.f_bavail.saturating_mul(system.f_frsize))
}

/// What a removal has come to: that nothing was there is as good.
///
/// # Errors
/// Any other error of the removal.
pub fn unless_missing(removed: io::Result<()>) -> io::Result<()> {
    removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Whether something is there that this process may not write: a file, or a folder in which it may not make one.
pub fn is_closed(path: &Path) -> bool {
    let wanted = if path.is_dir() { rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK } else { rustix::fs::Access::WRITE_OK };
    !matches!(rustix::fs::access(path, wanted), Ok(()) | Err(rustix::io::Errno::NOENT))
}

/// Whether this process may create and remove files in a folder.
pub fn is_writable(folder: &Path) -> bool {
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK).is_ok()
}

/// Whether this process may run a program.
pub fn is_executable(program: &Path) -> bool {
    program.is_file() && rustix::fs::access(program, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Creates a folder, and those above it that are missing, with the modes of this access, whatever the umask. A folder that exists stays as it is.
///
/// # Errors
/// When it cannot be created.
pub fn make_folder(path: &Path, access: Access) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent().filter(|above| !above.as_os_str().is_empty()) {
        make_folder(above, access)?;
    }
    make_one_folder(path, access).map(|_| ())
}

/// Creates a folder in one that is there, and says whether it did: of two runs at once, only one makes it.
///
/// # Errors
/// When it cannot be created.
pub fn make_one_folder(path: &Path, access: Access) -> io::Result<bool> {
    match DirBuilder::new().mode(access.of_folder()).create(path) {
        // It was there, or another run has created it meanwhile.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => return Ok(false),
        made => made?,
    }
    if access != Access::Private {
        // A strict umask would keep others from what they are meant to read.
        fs::set_permissions(path, Permissions::from_mode(access.of_folder()))?;
    }
    Ok(true)
}

/// Writes a private file that must not exist yet: of two runs at once, only one writes it.
///
/// # Errors
/// `AlreadyExists` if it does; any other error may leave part of it.
pub fn write_first(path: &Path, bytes: &[u8]) -> io::Result<()> {
    to_disk(create_first(path)?, bytes)
}

/// Opens an empty private file that must not exist yet.
///
/// # Errors
/// `AlreadyExists` if it does, or when it cannot be created.
pub fn create_first(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(Access::Private.of_file()).open(path)
}

/// Opens an empty file for writing, with the mode of this access. Anything in a file of that name is gone.
///
/// # Errors
/// When it cannot be created, or another user owns it.
pub fn create(path: &Path, access: Access) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(access.of_file()).open(path)?;
    if file.metadata()?.permissions().mode() & 0o777 != access.of_file() {
        file.set_permissions(Permissions::from_mode(access.of_file()))?;
    }
    Ok(file)
}

/// Opens a file that nobody else may open, and keeps its content; creates it if there is none.
///
/// # Errors
/// When it cannot be opened.
pub fn open_private(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(Access::Private.of_file()).open(path)?;
    // A mode that another user has set cannot be changed from here, and is reported elsewhere.
    let _ = narrow(path, Access::Private);
    Ok(file)
}

/// Creates an empty private file if there is none, and narrows the mode of one that exists. An existing file is never opened: closing it again would
/// release the locks that this process holds on it as a database.
///
/// # Errors
/// When it cannot be created.
pub fn make_private_file(path: &Path) -> io::Result<()> {
    match create_first(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let _ = narrow(path, Access::Private);
            Ok(())
        }
        made => made.map(drop),
    }
}

/// Writes a whole file.
///
/// # Errors
/// When it cannot be written; part of it may exist then.
pub fn write(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    create(path, access)?.write_all(bytes)
}

/// Writes a file, and waits until it is on disk. Its name is on disk only once its folder is synced.
///
/// # Errors
/// When it cannot be written; part of it may exist then.
pub fn write_synced(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    to_disk(create(path, access)?, bytes)
}

fn to_disk(mut file: File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.sync_all()
}

/// The path of the new file while `path` is being replaced.
pub fn beside(path: &Path) -> PathBuf {
    path.with_extension("new")
}

/// Replaces a whole file: readers see the old one or the new one, even after a power cut.
///
/// # Errors
/// When it cannot be written; then the old file stays as it was.
pub fn write_durably(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let beside = beside(path);
    write_synced(&beside, bytes, access)?;
    fs::rename(&beside, path)?;
    sync_folder(folder_of(path))
}

/// Waits until the names in a folder are on disk, such as that of a file that was just renamed.
///
/// # Errors
/// When they cannot be forced to disk.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// The folder of a file, as it is named.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Overwrites a file's content from the current position on. If the file were emptied first, the file system would free its blocks and write the new
/// text at once.
///
/// # Errors
/// When the disk is full, or the file cannot be written.
pub fn write_over(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)
}

/// Identifies a file's present content by the time of its change, its size and its number; `-` if it does not exist.
pub fn stamp(path: &Path) -> String {
    fs::metadata(path)
        .map_or_else(|_| String::from("-"), |found| format!("{}.{:09}/{}/{}", found.mtime(), found.mtime_nsec(), found.len(), found.ino()))
}

/// Whether a file is empty or does not exist.
pub fn is_empty(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |found| found.len() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn what_is_made_has_the_mode_of_its_access() {
        let folder = tempfile::tempdir().unwrap();
        for (access, of_folder, of_file) in
            [(Access::Private, 0o700, 0o600), (Access::ByName, 0o711, 0o644), (Access::Public, 0o755, 0o644)]
        {
            let inside = folder.path().join(format!("{access:?}/below"));
            make_folder(&inside, access).unwrap();
            write_durably(&inside.join("file.txt"), b"x", access).unwrap();
            assert_eq!((mode(&inside), mode(inside.parent().unwrap()), mode(&inside.join("file.txt"))), (of_folder, of_folder, of_file));
            assert_eq!(fs::read_dir(&inside).unwrap().count(), 1, "nothing is left beside it");
        }
    }

    #[test]
    fn a_file_that_was_open_to_others_is_closed_before_anything_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o666)).unwrap();
        let file = create(&path, Access::Private).unwrap();
        assert_eq!((mode(&path), file.metadata().unwrap().len()), (0o600, 0));
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        fs::write(&path, "kept").unwrap();
        open_private(&path).unwrap();
        make_private_file(&path).unwrap();
        assert_eq!((mode(&path), fs::read_to_string(&path).unwrap().as_str()), (0o600, "kept"));
    }

    #[test]
    fn a_folder_that_is_there_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o750)).unwrap();
        make_folder(folder.path(), Access::Public).unwrap();
        assert_eq!(mode(folder.path()), 0o750);
    }
}
