//! `ashpost preview`: renders every letter and page of a campaign from sample data, for those who edit templates.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use serde::Serialize;

use super::common::{Common, EXIT_FINE, EXIT_NEEDS_GM};
use super::output::{print, print_json, warn};
use super::players::BEGINS;
use super::players::house::{make_folder, write};
use super::world::System;
use crate::campaign::CampaignId;
use crate::engine::Table;
use crate::files::Access;
use crate::office::{Host, Preview, campaign_among, preview};

#[derive(Debug, Args)]
pub(super) struct PreviewArgs {
    /// Only this campaign, or the first game of this tournament; if absent, every campaign, each in a folder of its name.
    campaign: Option<String>,
    /// Where to put it: a new or empty folder, or that of an earlier preview, which is replaced.
    #[arg(long, value_name = "DIR")]
    folder: PathBuf,
}

/// The file by which a preview recognises its own folder.
const MARKER: &str = "ashpost-preview.txt";

const MARKER_TEXT: &str = "`ashpost preview` made this folder and replaces what is in it. Delete it whenever you like.\n";

/// The folders that an earlier preview has made.
const MADE: [&str; 4] = ["letters", "reports", "archive", "archive-at-the-end"];

/// A preview, with the list of its files.
#[derive(Serialize)]
struct MadePreview {
    index: PathBuf,
    #[serde(flatten)]
    preview: Preview,
}

pub(super) fn run(common: &Common, args: &PreviewArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let ids = match &args.campaign {
        Some(id) => vec![campaign_among(&host, host.file_ids()?.into_iter().chain(host.campaign_ids()?), id)?],
        None => host.file_ids()?,
    };
    ensure!(!ids.is_empty(), "there is no campaign here to show: `ashpost new my-game` makes one");
    if ids.len() > 1 {
        ensure!(has_only_previews(&args.folder), refusal(&args.folder));
    }
    let mut made = Vec::new();
    for id in &ids {
        let folder = if ids.len() == 1 { args.folder.clone() } else { args.folder.join(id) };
        made.push(of_campaign(&host, id, &folder, common)?);
    }
    let has_slips = made.iter().any(|made| !made.preview.slips.is_empty());
    if common.json {
        print_json("ashpost-preview/1", &serde_json::json!({ "previews": made }))?;
    } else {
        for MadePreview { index, preview } in &made {
            print(&format!(
                "{}: {} files, listed in {}\n",
                preview.campaign,
                preview.shown().map(|shown| shown.files.len()).sum::<usize>(),
                index.display()
            ))?;
            preview.slips.iter().for_each(|slip| warn(false, &slip.to_string()));
        }
    }
    Ok(if has_slips { EXIT_NEEDS_GM } else { EXIT_FINE })
}

fn of_campaign(host: &Host, id: &CampaignId, folder: &Path, common: &Common) -> anyhow::Result<MadePreview> {
    // The sample is the same every time, so two previews can be compared.
    let world = System::at(common.now.map_or_else(|| BEGINS.parse(), Ok)?).world();
    let bot = |table: &dyn Table, seat| table.caretaker(seat, 0);
    clear(folder)?;
    let preview = preview(host, id, folder, &bot, &world)?;
    Ok(MadePreview { index: Preview::index(folder), preview })
}

/// Whether a folder is new, or everything in it is the folder of an earlier preview.
fn has_only_previews(folder: &Path) -> bool {
    let is_preview = |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|entry| entry.path().join(MARKER).is_file());
    match fs::read_dir(folder) {
        Ok(mut entries) => entries.all(is_preview),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

fn refusal(folder: &Path) -> String {
    format!(
        "{} has something in it that a preview of the same campaigns did not make: nothing was changed. Name a new folder with --folder",
        folder.display()
    )
}

/// Makes the folder, or removes from it what an earlier preview has made.
fn clear(folder: &Path) -> anyhow::Result<()> {
    let is_new = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    ensure!(is_new || folder.join(MARKER).is_file(), refusal(folder));
    make_folder(folder, Access::Private)?;
    write(&folder.join(MARKER), MARKER_TEXT)?;
    for made in MADE.map(|name| folder.join(name)).iter().filter(|made| made.is_dir()) {
        fs::remove_dir_all(made).with_context(|| format!("cannot replace {}", made.display()))?;
    }
    Ok(())
}
