//! A folder into which a game master puts emails and order files.

use std::path::Path;

use super::{FoundKind, Scan, scan_folder};
use crate::post::arrival::FileTimes;

/// The folder in it into which files are moved once they are read.
pub const FILED: &str = "filed";

/// Lists the `*.eml`, `*.orders` and `*.txt` files of a folder; when they were last written is their time of arrival.
pub fn scan(folder: &Path) -> Scan {
    scan_folder(folder, kind_of, |_, written_at| FileTimes::of_file(written_at))
}

fn kind_of(path: &Path) -> Option<FoundKind> {
    let is_hidden = path.file_name()?.to_string_lossy().starts_with('.');
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "eml" if !is_hidden => Some(FoundKind::Mail),
        "orders" | "txt" if !is_hidden => Some(FoundKind::OrderFile),
        _ => None,
    }
}
