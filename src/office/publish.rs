//! The archive on disk: every turn's reports, and the static site. Both are derived from the
//! database and can be made again at any time.

use std::fs;
use std::path::Path;

use super::World;
use super::desk::{Campaign, Desk, DeskError, at, write_durably};
use crate::campaign::config::CampaignConfig;
use crate::engine::Viewer;
use crate::store::Ledger;

/// The fact that tells how far the archive on disk has come.
const PUBLISHED: &str = "published turn";

/// Publishes the turns that are not yet on disk. Returns how many there were.
pub fn publish_news(desk: &mut Desk, world: &World<'_>) -> Result<u32, DeskError> {
    let Some(progress) = &desk.campaign.progress else { return Ok(0) };
    let last = progress.table.turn();
    let published: Option<u32> = desk.store.look()?.fact(PUBLISHED)?.and_then(|turn| turn.parse().ok());
    let first = published.map_or(0, |turn| turn + 1);
    if first > last {
        return Ok(0);
    }
    for turn in first..=last {
        write_reports(&desk.store.look()?, &desk.campaign, turn)?;
        (world.boundary)("after a turn's reports are written");
    }
    publish_site(desk)?;
    (world.boundary)("after the site is written");
    let ledger = desk.store.begin()?;
    ledger.set_fact(PUBLISHED, &last.to_string())?;
    ledger.commit()?;
    (world.boundary)("after publishing commits");
    Ok(last + 1 - first)
}

/// Writes `reports/turn-3/seat-2.txt`, `.html` and `.json`, and the same for `public`.
fn write_reports(ledger: &Ledger<'_>, campaign: &Campaign, turn: u32) -> Result<(), DeskError> {
    let folder = campaign.folder.join("reports").join(format!("turn-{turn}"));
    fs::create_dir_all(&folder).map_err(at(&folder))?;
    for report in ledger.reports(turn)? {
        let name = if report.seat == 0 { "public".to_owned() } else { format!("seat-{}", report.seat) };
        // A report of a seat is for its holder alone.
        let mode = if report.seat == 0 { 0o644 } else { 0o600 };
        for (ending, text) in [("txt", &report.text), ("html", &report.html), ("json", &report.json)] {
            let path = folder.join(format!("{name}.{ending}"));
            write_durably(&path, text.as_bytes(), mode).map_err(at(&path))?;
        }
    }
    Ok(())
}

pub fn publish_site(_desk: &mut Desk) -> Result<usize, DeskError> {
    Ok(0)
}
