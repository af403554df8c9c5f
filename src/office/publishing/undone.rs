//! The archive after the game has gone back: what no longer counts leaves the disk.

use std::fs;
use std::io;
use std::path::Path;

use crate::campaign::layout::REPORTS_FOLDER;
use crate::files::unless_missing;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::{DeskError, at};
use crate::render::site;

/// Removes the reports and pages of published turns after the last one that counts, the pages of chapters that are the front page's again, and the book
/// of a game that goes on.
///
/// # Errors
/// When something cannot be removed.
pub(super) fn remove(campaign: &Campaign, last: u32, published: u32) -> Result<(), DeskError> {
    let site = campaign.site_folder();
    let private = campaign.private_folders().into_iter().map(|folder| site.join(folder));
    let folders: Vec<_> = [site.clone()].into_iter().chain(private).collect();
    for turn in last + 1..=published {
        gone(&campaign.folder.join(REPORTS_FOLDER).join(format!("turn-{turn}")), |path| fs::remove_dir_all(path))?;
        for folder in &folders {
            gone(&folder.join(site::page_of_turn(turn)), |path| fs::remove_file(path))?;
        }
    }
    let begins_at = site::front_page_begins_at(last);
    for chapter in site::chapters_before(site::front_page_begins_at(published)).filter(|chapter| chapter.first >= begins_at) {
        gone(&site.join(chapter.page()), |path| fs::remove_file(path))?;
    }
    if !campaign.is_over() {
        gone(&site.join(site::BOOK), |path| fs::remove_file(path))?;
    }
    Ok(())
}

fn gone(path: &Path, remove: impl FnOnce(&Path) -> io::Result<()>) -> Result<(), DeskError> {
    unless_missing(remove(path)).map_err(at(path))
}
