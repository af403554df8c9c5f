//! What a command that makes a campaign leaves behind if it fails: nothing, or it says what.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::files::unless_missing;

/// The files and folders that a command may make and that were not there before it.
pub(super) struct Undo {
    not_there: Vec<PathBuf>,
}

impl Undo {
    /// Looks which of these are not there yet; a folder takes those above it along that would be made for it.
    pub(super) fn of(paths: impl IntoIterator<Item = PathBuf>) -> Undo {
        let not_there = |path: PathBuf| path.ancestors().take_while(|path| is_missing(path)).last().map(Path::to_owned);
        Undo { not_there: paths.into_iter().filter_map(not_there).collect() }
    }

    /// Removes all that was made if the work has failed, and adds to its error what could not be removed.
    ///
    /// # Errors
    /// That of the work.
    pub(super) fn unless_done<T>(self, done: anyhow::Result<T>) -> anyhow::Result<T> {
        done.map_err(|error| {
            let left: Vec<String> =
                self.not_there.iter().filter(|path| remove(path).is_err()).map(|path| path.display().to_string()).collect();
            if left.is_empty() { error } else { error.context(anyhow!("not done, and this was left behind: {}", left.join(", "))) }
        })
    }
}

/// Whether there is nothing of that name. An empty path is the folder in which the command runs.
fn is_missing(path: &Path) -> bool {
    !path.as_os_str().is_empty() && fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

fn remove(path: &Path) -> io::Result<()> {
    unless_missing(if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) })
}
