//! Writes emails as files into a folder: for demonstrations, tests and games played over a shared disk.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{SendError, Transport};
use crate::campaign::{Address, MessageId};
use crate::files::{self, Access};
use crate::post::source::maildir;

/// Writes each email to `<message-id>.eml`; the same email sent twice is one file. Nobody else may read the files, because they hold
/// tokens.
#[derive(Debug)]
pub struct FileTransport {
    folder: PathBuf,
    /// Files that may not be on disk yet. Forcing many to disk together costs hardly more than one.
    unsettled: RefCell<Vec<File>>,
    last: RefCell<Option<PathBuf>>,
}

impl FileTransport {
    /// Makes no folder before the first email is sent.
    pub fn new(folder: &Path) -> FileTransport {
        FileTransport { folder: folder.to_owned(), unsettled: RefCell::default(), last: RefCell::default() }
    }
}

impl Transport for FileTransport {
    fn send(&self, _from: &Address, _to: &Address, message_id: &MessageId, raw: &[u8]) -> Result<(), SendError> {
        let name = maildir::safe(message_id.as_str());
        let waiting = self.folder.join(format!(".{name}.tmp"));
        let sent = self.folder.join(format!("{name}.eml"));
        let write = || {
            // Where others have just been written, it is there.
            if self.unsettled.borrow().is_empty() {
                files::make_folder(&self.folder, Access::Private)?;
            }
            let mut file = files::create(&waiting, Access::Private)?;
            file.write_all(raw)?;
            fs::rename(&waiting, &sent)?;
            Ok(file)
        };
        let file = write().map_err(|error: io::Error| SendError::Unusable(format!("cannot write {}: {error}", sent.display())))?;
        self.last.replace(Some(sent));
        self.unsettled.borrow_mut().push(file);
        Ok(())
    }

    fn greet(&self) -> Result<String, SendError> {
        let there = self.folder.ancestors().find(|folder| folder.exists()).unwrap_or(Path::new("."));
        match there.is_dir() && files::is_writable(there) {
            true => Ok(format!("messages are written into {}", self.folder.display())),
            false => Err(SendError::Unusable(format!("{} cannot be written", there.display()))),
        }
    }

    fn settle(&self) -> Result<(), SendError> {
        let written = self.unsettled.take();
        if written.is_empty() {
            return Ok(());
        }
        let settled = files::force(&written).and_then(|()| files::sync_folder(&self.folder));
        settled.map_err(|error| SendError::Unusable(format!("cannot force {} to disk: {error}", self.folder.display())))
    }

    fn said(&self) -> Option<String> {
        Some(format!("it is in {}", self.last.borrow().as_ref()?.display()))
    }
}
