//! `ashpost clone`: makes a campaign like an existing one, with its settings, its own files and its present players.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::made::{MadeCampaign, claim, folder_of_new};
use super::nobody;
use super::undo::Undo;
use crate::campaign::config::{CampaignConfig, SeatConfig, cloned};
use crate::campaign::layout::CAMPAIGN_FILE;
use crate::cli::common::Common;
use crate::files::{self, Access};
use crate::office::{DeskError, Glance, Host, known_campaign};

#[derive(Debug, Args)]
pub(in crate::cli) struct CloneArgs {
    /// The campaign or tournament to copy.
    campaign: String,
    /// The short name of the new one, such as rim-4.
    new: String,
    /// Its title for players; if absent, the copied title with the new name after it.
    #[arg(long)]
    title: Option<String>,
    /// Leave the seats for you to fill in with other players.
    #[arg(long)]
    without_players: bool,
}

pub(in crate::cli) fn run(common: &Common, args: &CloneArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let config = known_campaign(&host, &args.campaign)?;
    let folder = folder_of_new(common, &args.new)?;
    let players = match players(&host, &config)? {
        // A seat that is given away by email needs no entry in the file.
        _ if args.without_players && config.joining.open => Vec::new(),
        players if args.without_players => players.iter().map(|player| nobody(player.number)).collect::<Result<_, _>>()?,
        players => players,
    };
    let title = args.title.clone().unwrap_or_else(|| format!("{} ({})", config.title, args.new));
    let text = cloned(&config.source.text, &title, &players)?;
    let file = folder.join(CAMPAIGN_FILE);
    // Mistakes in the arguments are told before anything is written.
    CampaignConfig::from_toml(&file, &text)?;
    let home = host.home(&config.id);
    let own = own_files(&config, &home)?;
    Undo::unless_done(|undo| {
        // The new campaign is not open, so no run misses the other files before they are there.
        claim(undo, &file, &text)?;
        own.iter().try_for_each(|own| copy(undo, &home, &folder, own))
    })?;
    let mut made = MadeCampaign { campaign: args.new.clone(), campaign_file: file, ..MadeCampaign::default() };
    made.look_ahead(common)?;
    // The host already runs, so cron needs no new lines.
    made.cron.clear();
    made.tell(common, "ashpost-new/1")
}

/// The present players, whom the file of a running game does not name.
fn players(host: &Host, config: &CampaignConfig) -> anyhow::Result<Vec<SeatConfig>> {
    if config.tournament.is_some() {
        // A player who has left a Swiss is not a present player.
        return Ok(config.seats.iter().filter(|player| !player.withdrawn).cloned().collect());
    }
    match Glance::open(host, &config.id) {
        Ok(glance) => Ok(glance.campaign.config.seats.clone()),
        Err(DeskError::NotBegun { .. }) => Ok(config.seats.clone()),
        Err(error) => Err(error.into()),
    }
}

/// The other files that belong to a campaign, its scenario and its templates, as paths in its folder.
fn own_files(config: &CampaignConfig, home: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let scenario = config.scenario_file(home).and_then(|path| path.strip_prefix(home).ok().map(Path::to_owned));
    let mut own: Vec<PathBuf> = scenario.into_iter().collect();
    let mut folders = vec![PathBuf::from("templates")];
    while let Some(folder) = folders.pop().filter(|folder| home.join(folder).is_dir()) {
        for entry in fs::read_dir(home.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() { folders.push(path) } else { own.push(path) }
        }
    }
    own.sort();
    Ok(own)
}

fn copy(undo: &mut Undo, home: &Path, folder: &Path, own: &Path) -> anyhow::Result<()> {
    let to = folder.join(own);
    undo.make_folder(files::folder_of(&to))?;
    undo.will_make([to.clone()]);
    let bytes = fs::read(home.join(own)).with_context(|| format!("cannot read {}", home.join(own).display()))?;
    files::write(&to, &bytes, Access::Private).with_context(|| format!("cannot write {}", to.display()))
}
