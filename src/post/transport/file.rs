//! Mail as files in a folder: for demonstrations, tests and games played over a shared disk.

use std::path::{Path, PathBuf};

use super::{SendError, Transport};
use crate::post::source::{maildir, sync_directory};

/// Writes each mail to `<message-id>.eml`; the same mail sent twice is one file.
#[derive(Debug, Clone)]
pub struct FileTransport {
    folder: PathBuf,
}

impl FileTransport {
    /// The folder is made when the first mail is sent.
    pub fn new(folder: &Path) -> FileTransport {
        FileTransport { folder: folder.to_owned() }
    }
}

impl Transport for FileTransport {
    fn send(&self, _from: &str, _to: &str, message_id: &str, raw: &[u8]) -> Result<(), SendError> {
        let name = maildir::safe(message_id.trim_matches(['<', '>']));
        let waiting = self.folder.join(format!(".{name}.tmp"));
        let sent = self.folder.join(format!("{name}.eml"));
        let write = || {
            std::fs::create_dir_all(&self.folder)?;
            maildir::write_synced(&waiting, raw)?;
            std::fs::rename(&waiting, &sent)?;
            sync_directory(&self.folder)
        };
        write().map_err(|error| SendError::Temporary(format!("cannot write {}: {error}", sent.display())))
    }
}
