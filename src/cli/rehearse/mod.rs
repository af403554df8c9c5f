//! `ashpost rehearse`: makes a host of any size in a folder of its own, played by bots, for rehearsals and measurements.

mod host;
mod made;
mod play;

use std::path::{Path, PathBuf, absolute};

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};

use super::common::{Common, EXIT_FINE};
use super::new::choice;
use super::output::{print, print_json, progress_bar};
use super::players::{BEGINS, free_folder};
use crate::games;
use host::RehearsalPlan;
use play::Rehearsal;

#[derive(Debug, Args)]
pub(super) struct RehearseArgs {
    /// How many campaigns to make: rehearsal-0001, rehearsal-0002 and so on.
    // It replaces the option for the folder of all campaigns, so it must have that option's name and type.
    #[arg(long, value_name = "NUMBER", value_parser = number_of_campaigns)]
    campaigns: PathBuf,
    /// How many turns of each campaign to play, or how many moves if they alternate.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=1000))]
    turns: u32,
    /// The game; Ashes of Empire by post if neither this nor --scenario is given.
    #[arg(long)]
    game: Option<String>,
    /// The opening: a built-in scenario such as anaash/6, or the path of a .toml file; the game's first if absent.
    #[arg(long)]
    scenario: Option<String>,
    /// How many seats have players; all of them if absent.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..))]
    seats: Option<u8>,
    /// Where to make the host: a new or empty folder; a new folder here if absent.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// How reports are sent: as text, or with HTML and pictures as well.
    #[arg(long, value_enum, default_value = "text")]
    format: MailFormat,
    /// Play without any emails from players.
    #[arg(long)]
    idle: bool,
    /// Leave the emails of one more turn in the Maildir, for the next tick to take in.
    #[arg(long, conflicts_with = "idle")]
    leave_mail: bool,
    /// Take in the orders of one more turn and stop before its deadline: the next tick plays it in all campaigns.
    #[arg(long, conflicts_with = "leave_mail")]
    due: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MailFormat {
    Text,
    Both,
}

/// The most campaigns that a rehearsal makes.
const MOST_CAMPAIGNS: u32 = 100_000;

fn number_of_campaigns(text: &str) -> Result<PathBuf, String> {
    match text.parse::<u32>() {
        Ok(1..=MOST_CAMPAIGNS) => Ok(PathBuf::from(text)),
        _ => Err(format!("expected a number from 1 to {MOST_CAMPAIGNS}; --folder names where to make the host")),
    }
}

pub(super) fn run(common: &Common, args: &RehearseArgs) -> anyhow::Result<u8> {
    let plan = plan(args)?;
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => free_folder(Path::new("ashpost-rehearsal")),
    };
    let begins = match common.now {
        Some(now) => now,
        None => BEGINS.parse()?,
    };
    let host = host::make(&folder, &plan)?;
    let steps = u64::from(plan.campaigns) * u64::from(plan.turns_in_all());
    let bar = progress_bar(steps, "{bar:40} {pos} of {len} turns, {elapsed}: {msg}");
    let made = Rehearsal::begin(host, &plan, begins, &bar)?.play_all()?;
    bar.finish_and_clear();
    if common.json {
        print_json("ashpost-rehearse/1", &made)?;
    } else {
        print(&made.as_text())?;
    }
    Ok(EXIT_FINE)
}

/// The plan of the rehearsal, checked before anything is written.
fn plan(args: &RehearseArgs) -> anyhow::Result<RehearsalPlan> {
    let chosen = choice(args.game.as_deref(), args.scenario.as_deref(), args.seats.unwrap_or(0).into())?;
    let game = games::named(&chosen.game)?;
    let seats = args.seats.unwrap_or(chosen.seats);
    ensure!(seats <= chosen.seats, "the scenario has {} seats, not {seats}: name at most as many with --seats", chosen.seats);
    if game.alternates() {
        ensure!(seats == chosen.seats, "{} needs a player on each of its {} seats: leave --seats out", game.title(), chosen.seats);
        if args.due {
            bail!(
                "in {} no move waits for a deadline: leave --due out; with --leave-mail, the next tick plays the moves that it takes in",
                game.title()
            );
        }
        ensure!(!args.idle, "in {} a player who sends nothing loses on time: leave --idle out", game.title());
    }
    // A relative path would begin in the folder of each campaign.
    let is_file = chosen.scenario.ends_with(".toml");
    let scenario = if is_file { absolute(Path::new(&chosen.scenario))?.to_string_lossy().into_owned() } else { chosen.scenario };
    Ok(RehearsalPlan {
        campaigns: args.campaigns.to_string_lossy().parse()?,
        turns: args.turns,
        game,
        scenario,
        seats,
        has_pictures: args.format == MailFormat::Both,
        is_idle: args.idle,
        leaves_mail: args.leave_mail,
        leaves_due: args.due,
    })
}
