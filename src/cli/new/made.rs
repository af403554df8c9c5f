//! Tells what a command that makes a campaign has made, and what to do next.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use serde::Serialize;

use super::undo::Undo;
use crate::campaign::CampaignId;
use crate::campaign::layout::CAMPAIGN_FILE;
use crate::cli::common::{Common, EXIT_FINE};
use crate::cli::output::{print, print_json};
use crate::files;
use crate::office::{Host, campaign_named, obstacles};

/// What was made, and what to do next.
#[derive(Default, Serialize)]
pub(super) struct MadeCampaign {
    pub campaign: String,
    /// `None` if there was one already.
    pub host_file: Option<PathBuf>,
    pub campaign_file: PathBuf,
    /// What must be filled in before the campaign can begin.
    pub obstacles: Vec<String>,
    /// The command that looks for mistakes and sends a test message.
    pub check: String,
    /// The lines for cron; empty if the host already existed.
    pub cron: Vec<String>,
}

/// The folder of a campaign that does not exist yet.
///
/// # Errors
/// When the name cannot be a campaign's, or the campaign exists.
pub(in crate::cli) fn folder_of_new(common: &Common, campaign: &str) -> anyhow::Result<PathBuf> {
    let Some(id) = CampaignId::new(campaign) else {
        let mended = campaign.to_lowercase().replace(['_', ' ', '.'], "-");
        let near = CampaignId::new(mended.trim_matches('-')).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        bail!("`{campaign}` cannot name a campaign: {}{near}", CampaignId::ADVICE);
    };
    let folder = common.campaigns.join(campaign);
    let file = folder.join(CAMPAIGN_FILE);
    ensure_new(&file, !file.exists())?;
    if let Some(tournament) = tournament_of_game(common, &id) {
        bail!("`{campaign}` is what a game of the tournament {tournament} is called, or will be: choose another name");
    }
    Ok(folder)
}

/// Refuses a campaign whose file is there, whether it was there before or another run has just written it.
fn ensure_new(file: &Path, is_new: bool) -> anyhow::Result<()> {
    ensure!(is_new, "{} exists already; nothing was changed", file.display());
    Ok(())
}

/// Makes the folder of a new campaign and its file, before anything else: of two runs at once, only one writes the file.
///
/// # Errors
/// When they cannot be written, or the campaign exists by now.
pub(super) fn claim(undo: &mut Undo, file: &Path, text: &str) -> anyhow::Result<()> {
    undo.make_folder(files::folder_of(file))?;
    ensure_new(file, undo.write_first(file, text)?)
}

/// The tournament here whose games have such a name: `spring` for `spring-3`, whether there is a third game or not.
fn tournament_of_game(common: &Common, id: &CampaignId) -> Option<CampaignId> {
    let host = Host::load(&common.campaigns).ok()?;
    let (tournament, _) = host.paired_game(id)?;
    Some(host.tournament(&tournament).ok()??.id)
}

impl MadeCampaign {
    /// Finds out what must be filled in, and which commands come next.
    pub(super) fn look_ahead(&mut self, common: &Common) -> anyhow::Result<()> {
        let host = Host::load(&common.campaigns)?;
        let config = host.campaign(&campaign_named(&host, &self.campaign)?)?;
        // All games of a tournament are set up in the same way.
        let obstacles = obstacles(&host, &config.any_game().unwrap_or_else(|| config.clone()))?;
        self.obstacles = obstacles.iter().map(ToString::to_string).collect();
        let (program, campaigns) = (std::env::current_exe().unwrap_or_else(|_| "ashpost".into()), absolute(&common.campaigns));
        let program = program.display();
        self.check = format!("{program} --campaigns {campaigns} check-config --send-test");
        self.cron = vec![format!("MAILTO={}", config.gm.address), format!("*/5 * * * * {program} --campaigns {campaigns} tick")];
        Ok(())
    }

    /// Tells what was made, as the document `schema` or as text.
    pub(super) fn tell(&self, common: &Common, schema: &str) -> anyhow::Result<u8> {
        if common.json {
            print_json(schema, self)?
        } else {
            print(&self.as_text())?
        }
        Ok(EXIT_FINE)
    }

    fn as_text(&self) -> String {
        let mut text = String::new();
        if let Some(file) = &self.host_file {
            let _ = writeln!(text, "{}  is for all campaigns: address, intake, sending", file.display());
        }
        let _ = writeln!(text, "{}  is for this campaign: fill it in, then set open = true", self.campaign_file.display());
        if !self.obstacles.is_empty() {
            text.push_str("\nIt cannot begin until you change this:\n");
            self.obstacles.iter().for_each(|obstacle| text.push_str(&format!("  {obstacle}\n")));
        }
        let _ = writeln!(text, "\nThen look for mistakes, and send yourself a test message:\n  {}", self.check);
        if self.host_file.is_some() {
            text.push_str("\nand put these lines into cron (crontab -e):\n");
            self.cron.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
        }
        text
    }
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}
