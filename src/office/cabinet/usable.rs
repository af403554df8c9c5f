//! Whether the folders of a host that are no database can be used: where emails come in, and where the public site is written.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::campaign::config::IntakeConfig;
use crate::files;
use crate::post::source::folder::FILED;

/// A folder or file that cannot be used, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hindrance {
    /// What is wrong, with its path.
    pub what: String,
    /// What to do about it.
    pub advice: String,
}

/// The first of these places where email comes in that cannot be used; `None` if all can.
pub fn unusable_intake(intake: &IntakeConfig) -> Option<Hindrance> {
    let maildirs = intake.maildirs.iter().find_map(|path| unusable_maildir(path));
    maildirs.or_else(|| intake.folders.iter().find_map(|path| unusable_folder(path)))
}

/// Why the emails in a Maildir cannot be read, or not be put away once they are read.
pub(in crate::office) fn unusable_maildir(maildir: &Path) -> Option<Hindrance> {
    let [new, cur] = ["new", "cur"].map(|name| maildir.join(name));
    if is_missing(&new) {
        return Some(Hindrance { what: no_maildir(maildir), advice: how_to_make_a_maildir(maildir) });
    }
    unusable_place(&new, &[&new, &cur], "the Maildir")
}

/// The same of a folder of files.
pub(in crate::office) fn unusable_folder(folder: &Path) -> Option<Hindrance> {
    if is_missing(folder) {
        let what = format!("there is no folder {}", folder.display());
        return Some(Hindrance { what, advice: format!("`mkdir {}` makes it, or name another in ashpost.toml", folder.display()) });
    }
    unusable_place(folder, &[folder, &folder.join(FILED)], "the folder")
}

/// Whether no folder is there. One that cannot be looked at may be.
pub(in crate::office) fn is_missing(folder: &Path) -> bool {
    match fs::metadata(folder) {
        Ok(found) => !found.is_dir(),
        Err(error) => matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    }
}

/// Says that a path is no Maildir.
pub(super) fn no_maildir(maildir: &Path) -> String {
    format!("{} is no Maildir: it has no folder `new`", maildir.display())
}

/// How to get a Maildir there.
pub(super) fn how_to_make_a_maildir(maildir: &Path) -> String {
    let maildir = maildir.display();
    format!("name the folder into which your mail server delivers; `mkdir -p {maildir}/new {maildir}/cur {maildir}/tmp` makes a new one")
}

/// A place that is there: whether it can be listed, and whether the folders into which what was read is moved can be written.
fn unusable_place(listed: &Path, written: &[&Path], owned: &str) -> Option<Hindrance> {
    let advice = format!("run ashpost as the user who owns {owned}");
    if let Err(error) = fs::read_dir(listed) {
        return Some(Hindrance { what: format!("cannot list {}: {error}", listed.display()), advice });
    }
    let is_closed = |folder: &&&Path| folder.exists() && !(folder.is_dir() && files::is_writable(folder));
    let closed = written.iter().find(is_closed)?;
    Some(Hindrance { what: format!("{} cannot be written, so no email can be put away", closed.display()), advice })
}

/// Why the public site cannot be written into a folder, which need not be there yet.
pub fn unusable_site(site: &Path) -> Option<Hindrance> {
    let there = site.ancestors().find(|folder| fs::symlink_metadata(folder).is_ok())?;
    let index = site.join("index.html");
    if !there.is_dir() {
        return Some(in_the_way(there));
    }
    if index.is_dir() {
        return Some(in_the_way(&index));
    }
    let written = [Some(there), index.exists().then_some(&index)];
    written.into_iter().flatten().find(|path| files::is_closed(path)).map(|path| Hindrance {
        what: format!("{} cannot be written", path.display()),
        advice: format!(
            "run ashpost as the user who owns it, or give it to that user with chown; `ls -ld {}` shows whose it is",
            path.display()
        ),
    })
}

fn in_the_way(path: &Path) -> Hindrance {
    let path = path.display();
    Hindrance { what: format!("{path} is in the way"), advice: format!("move {path} away, and the next tick writes the pages again") }
}
