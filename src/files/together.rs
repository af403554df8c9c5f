//! Forcing many files to disk at once, which costs hardly more than forcing one.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Access, beside, folder_of, make_folder, sync_folder, write};

/// How many files are open at once while they are forced to disk; one where writing cannot be started ahead.
const OPEN_TOGETHER: usize = if cfg!(target_os = "linux") { 16 } else { 1 };

/// Files of an archive that are forced to disk together. Each is replaced as a whole, or continued.
#[derive(Debug, Default)]
pub struct Together {
    written: Vec<PathBuf>,
}

impl Together {
    /// Writes a file unless it already has these bytes; creates its folder if there is none.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
        // Most files that change get longer, so few are read to be compared.
        let may_be_same = fs::metadata(path).is_ok_and(|known| known.len() == bytes.len() as u64);
        if may_be_same && fs::read(path).is_ok_and(|known| known == bytes) {
            return Ok(());
        }
        make_folder(folder_of(path), access)?;
        let beside = beside(path);
        write(&beside, bytes, access)?;
        fs::rename(&beside, path)?;
        self.written.push(path.to_owned());
        Ok(())
    }

    /// Writes something behind what a file has.
    ///
    /// # Errors
    /// When there is no such file, or it cannot be written; part of it may be there then.
    pub fn append(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if !bytes.is_empty() {
            OpenOptions::new().append(true).open(path)?.write_all(bytes)?;
            self.written.push(path.to_owned());
        }
        Ok(())
    }

    /// Waits until all these files are on disk. Before that, a power cut may leave any of them empty.
    ///
    /// # Errors
    /// When one cannot be forced to disk.
    pub fn settle(self) -> io::Result<()> {
        settle(&self.written)
    }
}

/// Waits until all these files are on disk, and their names in their folders.
///
/// # Errors
/// When one cannot be forced to disk.
pub fn settle(written: &[PathBuf]) -> io::Result<()> {
    let folders: BTreeSet<&Path> = written.iter().map(|path| folder_of(path)).collect();
    for some in written.chunks(OPEN_TOGETHER) {
        force(&some.iter().map(File::open).collect::<io::Result<Vec<File>>>()?)?;
    }
    folders.into_iter().try_for_each(sync_folder)
}

/// Waits until what was written to these files is on disk. Their names may not be.
///
/// # Errors
/// When one cannot be forced to disk.
pub fn force(files: &[File]) -> io::Result<()> {
    // The disk gets all of them to do before the first is waited for.
    files.iter().for_each(start_writing);
    files.iter().try_for_each(File::sync_all)
}

/// Lets the system start writing a file to disk, without waiting. A system without this writes the file when it is waited for.
fn start_writing(file: &File) {
    // Linux first writes a file to disk that it is told to drop from its cache.
    #[cfg(target_os = "linux")]
    let _ = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed);
    #[cfg(not(target_os = "linux"))]
    let _ = file;
}
