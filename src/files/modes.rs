//! Closes what others may not read. Modes are only ever narrowed, so that a stricter mode stays.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, Metadata, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Access;

/// A mode that was too wide, and what it is now or should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrowed {
    /// The file or folder.
    pub path: PathBuf,
    /// Its mode before, with all twelve bits.
    pub from: u32,
    /// Its mode without the bits that its access does not allow.
    pub to: u32,
}

/// The results of narrowing many files.
#[derive(Debug, Default)]
pub struct Narrowing {
    /// Those that have their new mode.
    pub done: Vec<Narrowed>,
    /// Those that could not be changed, mostly because another user owns them.
    pub refused: Vec<(Narrowed, io::Error)>,
}

impl fmt::Display for Narrowed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {:04o} -> {:04o}", self.path.display(), self.from, self.to)
    }
}

/// The modes that are too wide, of a file or of a folder with everything in it. In a folder that is open by name, only the folder's own mode is
/// checked.
pub fn all_too_wide(path: &Path, access: Access) -> Vec<Narrowed> {
    let mut wide: Vec<Narrowed> = too_wide(path, access).into_iter().collect();
    // Symbolic links are not followed, since what they point to is not ours. A folder that others pass through has its own rules inside.
    let is_folder = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    if is_folder && access != Access::ByName {
        for entry in fs::read_dir(path).into_iter().flatten().filter_map(Result::ok) {
            wide.extend(all_too_wide(&entry.path(), access));
        }
    }
    wide
}

/// Each path once, in order. If two rules apply to a path, both hold.
pub fn merged(wide: Vec<Narrowed>) -> Vec<Narrowed> {
    let mut by_path: BTreeMap<PathBuf, Narrowed> = BTreeMap::new();
    for wide in wide {
        by_path.entry(wide.path.clone()).and_modify(|known| known.to &= wide.to).or_insert(wide);
    }
    by_path.into_values().collect()
}

/// Narrows all these modes.
pub fn narrow_all(wide: Vec<Narrowed>) -> Narrowing {
    let mut narrowing = Narrowing::default();
    for wide in merged(wide) {
        match set(&wide) {
            Ok(()) => narrowing.done.push(wide),
            Err(error) => narrowing.refused.push((wide, error)),
        }
    }
    narrowing
}

/// Removes the mode bits of a file or folder that its access does not allow. Returns what changed; `None` if nothing had to, or nothing exists.
///
/// # Errors
/// When another user owns it.
pub fn narrow(path: &Path, access: Access) -> io::Result<Option<Narrowed>> {
    let Some(wide) = too_wide(path, access) else { return Ok(None) };
    set(&wide).map(|()| Some(wide))
}

/// The mode of a file or folder if it is too wide for its access; `None` if it is not, if nothing exists, or for a symbolic link, whose own mode
/// means nothing.
pub fn too_wide(path: &Path, access: Access) -> Option<Narrowed> {
    let found = fs::symlink_metadata(path).ok().filter(|found| !found.is_symlink())?;
    let from = found.permissions().mode() & 0o7777;
    let to = from & allowed(&found, access);
    (from != to).then(|| Narrowed { path: path.to_owned(), from, to })
}

/// The owner's own bits are the owner's choice.
fn allowed(found: &Metadata, access: Access) -> u32 {
    0o7700 | if found.is_dir() { access.of_folder() } else { access.of_file() }
}

fn set(wide: &Narrowed) -> io::Result<()> {
    fs::set_permissions(&wide.path, Permissions::from_mode(wide.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_narrowed_and_never_widened() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for (access, from, to) in [
            (Access::Private, 0o644, Some(0o600)),
            (Access::Private, 0o755, Some(0o700)),
            (Access::Private, 0o400, None),
            (Access::Private, 0o600, None),
            (Access::Public, 0o666, Some(0o644)),
            (Access::Public, 0o640, None),
        ] {
            fs::set_permissions(&file, Permissions::from_mode(from)).unwrap();
            let narrowed = narrow(&file, access).unwrap();
            assert_eq!(narrowed.map(|narrowed| narrowed.to), to, "{access:?} {from:o}");
            assert_eq!(too_wide(&file, access), None);
        }
        for (access, from, to) in [
            (Access::Private, 0o2755, Some(0o2700)),
            (Access::ByName, 0o755, Some(0o711)),
            (Access::ByName, 0o700, None),
            (Access::Public, 0o777, Some(0o755)),
        ] {
            fs::set_permissions(folder.path(), Permissions::from_mode(from)).unwrap();
            assert_eq!(narrow(folder.path(), access).unwrap().map(|narrowed| narrowed.to), to, "{access:?} {from:o}");
        }
    }

    #[test]
    fn a_whole_folder_is_narrowed_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, outside) = (folder.path().join("inside"), folder.path().join("outside"));
        fs::create_dir_all(inside.join("below")).unwrap();
        for path in [inside.join("below/file"), outside.clone()] {
            fs::write(&path, "").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        }
        std::os::unix::fs::symlink(&outside, inside.join("link")).unwrap();
        for path in [&inside, &inside.join("below")] {
            fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
        }
        let narrowing = narrow_all(all_too_wide(&inside, Access::Private));
        assert_eq!((narrowing.done.len(), narrowing.refused.len()), (3, 0), "{:?}", narrowing.done);
        assert!(narrowing.done[0].to_string().ends_with("inside 0755 -> 0700"), "{}", narrowing.done[0]);
        assert!(too_wide(&outside, Access::Private).is_some());
        let two_rules = [0o755, 0o711].map(|to| Narrowed { path: inside.clone(), from: 0o777, to }).to_vec();
        assert_eq!(merged(two_rules), [Narrowed { path: inside, from: 0o777, to: 0o711 }]);
    }
}
