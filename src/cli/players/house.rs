//! The host of a demonstration or rehearsal, where bots play: a Maildir for email in, and files for email out.

use std::path::Path;

use anyhow::Context;

use crate::campaign::layout::HOST_FILE;
use crate::files::{self, Access};
use crate::office::Keyring;

/// The folder in which the host's emails arrive, beside the campaigns.
pub(crate) const MAILDIR: &str = "mail";

/// Makes what all campaigns share: their folder, the host's file and the Maildir. An existing host's file stays as it is.
///
/// # Errors
/// When a folder or file cannot be made.
pub(crate) fn make_host(campaigns: &Path, name: &str) -> anyhow::Result<()> {
    make_folder(campaigns, Access::ByName)?;
    write_new(&campaigns.join(HOST_FILE), &host_toml(name))?;
    // A fixed key makes every demonstration the same; a real host makes its own.
    write_new(&Keyring::file(campaigns), &"5a".repeat(32))?;
    ["new", "cur", "tmp"].iter().try_for_each(|folder| make_folder(&campaigns.join(MAILDIR).join(folder), Access::Private))
}

fn host_toml(name: &str) -> String {
    format!(
        r#"address = "games@pbem.example"
name = "{name}"

[intake]
maildirs = ["{MAILDIR}"]

[mail]
transport = "file"
directory = "sent"
"#
    )
}

/// Makes a folder that need not exist, and those above it.
///
/// # Errors
/// When the folder cannot be made.
pub(crate) fn make_folder(path: &Path, access: Access) -> anyhow::Result<()> {
    files::make_folder(path, access).with_context(|| format!("cannot make {}", path.display()))
}

/// Writes a file unless it exists: somebody may have changed it in the folder of an earlier demonstration.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    if path.exists() { Ok(()) } else { write(path, text) }
}

/// Writes a file that only this user can read.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    files::write(path, text.as_bytes(), Access::Private).with_context(|| format!("cannot write {}", path.display()))
}
