//! Writes the files of a rehearsal's host: one for all campaigns, and one for each.

use std::fs;
use std::path::Path;

use anyhow::ensure;

use crate::campaign::CampaignId;
use crate::campaign::layout::CAMPAIGN_FILE;
use crate::cli::players::house::{make_folder, make_host, write_new};
use crate::cli::players::{NAMES, local_part};
use crate::engine::{AnyGame, Seat};
use crate::files::Access;
use crate::office::Host;

/// What a rehearsal is asked to be.
pub(super) struct RehearsalPlan {
    pub campaigns: u32,
    pub turns: u32,
    pub game: &'static dyn AnyGame,
    /// The name or path by which campaigns refer to it.
    pub scenario: String,
    pub seats: u8,
    /// Whether reports have HTML and pictures.
    pub has_pictures: bool,
    /// Whether no player sends orders.
    pub is_idle: bool,
    /// Whether the emails of one more turn wait in the Maildir at the end.
    pub leaves_mail: bool,
    /// Whether one more turn waits to be played at the end.
    pub leaves_due: bool,
}

/// The fewest turns of a game that ends by its own rules.
const SHORTEST_GAME: u32 = 10;

impl RehearsalPlan {
    /// The numbers and names of the campaigns; a number has four digits, so that the names sort.
    pub(super) fn ids(&self) -> impl Iterator<Item = (u32, CampaignId)> + use<> {
        (1..=self.campaigns).filter_map(|number| Some((number, CampaignId::new(&format!("rehearsal-{number:04}"))?)))
    }

    /// How many turns the players write orders for.
    pub(super) fn turns_in_all(&self) -> u32 {
        self.turns + u32::from(self.leaves_mail || self.leaves_due)
    }

    fn campaign_toml(&self, number: u32) -> String {
        let mut text = format!(
            r#"title = "Rehearsal {number}"
game = {game}
scenario = {scenario}
open = true
# So that every rehearsal is the same; a real campaign has a secret of its own instead.
demonstration_seed = "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"

[gm]
name = "Ida"
address = "gm@pbem.example"

[schedule]
every_days = 7
at = "20:00"
zone = "Europe/Berlin"
{pace}{lasting}"#,
            game = quoted(self.game.id()),
            scenario = quoted(&self.scenario),
            pace = if self.game.alternates() { "reserve_days = 20\n" } else { "minimum_hours = 48\n" },
            lasting = self.lasting(),
        );
        let format = if self.has_pictures { "both" } else { "text" };
        let names = NAMES.into_iter().map(str::to_owned).chain((NAMES.len() + 1..).map(|number| format!("Player {number}")));
        for (seat, name) in (1..=self.seats).map(Seat).zip(names) {
            // Each campaign has its own players, because answers are limited for each address.
            let address = format!("{}@house-{number}.player.example", local_part(&name));
            text += &format!("\n[[seat]]\nnumber = {seat}\nname = \"{name}\"\naddress = \"{address}\"\nformat = \"{format}\"\n");
        }
        text
    }

    /// The settings that make a game last as long as the rehearsal, if it would end before.
    fn lasting(&self) -> String {
        match self.game.kit().last_turn {
            Some(setting) if self.turns_in_all() >= SHORTEST_GAME => {
                format!("\n[settings]\n{setting} = {}\n", self.turns_in_all() + SHORTEST_GAME)
            }
            _ => String::new(),
        }
    }
}

/// Makes the host in an empty or new folder.
///
/// # Errors
/// When the folder is not empty, or cannot be written.
pub(super) fn make(folder: &Path, plan: &RehearsalPlan) -> anyhow::Result<Host> {
    ensure!(
        fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none()),
        "{} is not empty: nothing was written. Name a new folder with --folder, or leave --folder out",
        folder.display()
    );
    let campaigns = folder.join("campaigns");
    make_host(&campaigns, "ashpost rehearsal")?;
    for (number, id) in plan.ids() {
        let campaign = campaigns.join(id);
        make_folder(&campaign, Access::ByName)?;
        write_new(&campaign.join(CAMPAIGN_FILE), &plan.campaign_toml(number))?;
    }
    Ok(Host::load(&campaigns)?)
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
