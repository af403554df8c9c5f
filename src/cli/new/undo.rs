//! What a command that makes a campaign leaves behind if it fails: nothing, or it says what.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::files::{self, Access, unless_missing};

/// The files and folders that a command has made, in this order. What another run has made meanwhile is not among them.
#[derive(Default)]
pub(super) struct Undo {
    made: Vec<PathBuf>,
}

impl Undo {
    /// Makes a folder, and those above it that are missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(super) fn make_folder(&mut self, folder: &Path) -> anyhow::Result<()> {
        let mut missing: Vec<&Path> = folder.ancestors().take_while(|path| is_missing(path)).collect();
        while let Some(path) = missing.pop() {
            if files::make_one_folder(path, Access::ByName).with_context(|| format!("cannot make {}", path.display()))? {
                self.made.push(path.to_owned());
            }
        }
        Ok(())
    }

    /// Writes a file unless there is one of that name, and says whether it did.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn write_first(&mut self, file: &Path, text: &str) -> anyhow::Result<bool> {
        let written = files::write_first(file, text.as_bytes());
        if written.as_ref().is_err_and(|error| error.kind() == ErrorKind::AlreadyExists) {
            return Ok(false);
        }
        // A file that could be written in part only is there, too.
        self.made.push(file.to_owned());
        written.with_context(|| format!("cannot write {}", file.display()))?;
        Ok(true)
    }

    /// Notes files that are about to be made, unless they are there.
    pub(super) fn will_make(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        self.made.extend(paths.into_iter().filter(|path| is_missing(path)));
    }

    /// Does the work. If it fails, removes all that it has made, and adds to its error what could not be removed.
    ///
    /// # Errors
    /// That of the work.
    pub(super) fn unless_done<T>(work: impl FnOnce(&mut Undo) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let mut undo = Undo::default();
        work(&mut undo).map_err(|error| {
            let left: Vec<String> =
                undo.made.iter().rev().filter(|path| remove(path).is_err()).map(|path| path.display().to_string()).collect();
            if left.is_empty() { error } else { error.context(anyhow!("not done, and this was left behind: {}", left.join(", "))) }
        })
    }
}

/// Whether there is nothing of that name. An empty path is the folder in which the command runs.
fn is_missing(path: &Path) -> bool {
    !path.as_os_str().is_empty() && fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// Removes a file, or a folder in which nobody else has made anything.
fn remove(path: &Path) -> io::Result<()> {
    unless_missing(match path.is_dir() {
        true => fs::remove_dir(path).or_else(|error| if error.kind() == ErrorKind::DirectoryNotEmpty { Ok(()) } else { Err(error) }),
        false => fs::remove_file(path),
    })
}
