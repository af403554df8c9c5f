//! `ashpost check-config`: mistakes in the configuration, and what would happen.

use std::collections::BTreeMap;
use std::fmt::Write;

use chrono::TimeDelta;
use clap::Args;
use jiff::tz::TimeZone;

use super::world::System;
use super::{Common, EXIT_FINE, EXIT_TROUBLE, print};
use crate::campaign::clock::Clock;
use crate::campaign::config::MailConfig;
use crate::campaign::schedule;
use crate::campaign::standings::listed;
use crate::engine::{Dice, Pace, Seat, Seed};
use crate::games;
use crate::office::{CAMPAIGN_FILE, Desk, DeskError, Host, World, campaign_templates, opening_scenario, scenario_text};

#[derive(Debug, Args)]
pub struct CheckConfigArgs {
    /// Only this campaign.
    campaign: Option<String>,
}

pub fn run(common: &Common, args: &CheckConfigArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let ids = match &args.campaign {
        Some(id) => vec![id.clone()],
        None => host.file_ids()?,
    };
    let system = System::new(common);
    let mut mistakes = 0;
    for missing in missing_places(&host) {
        mistakes += 1;
        eprintln!("ashpost: {missing}");
    }
    print(&format!("Players write to {}.\n", host.config.address))?;
    for id in &ids {
        match check(&host, id, &system.world()) {
            Ok(text) => print(&text)?,
            Err(error) => {
                mistakes += 1;
                eprintln!("ashpost: {error:#}");
            }
        }
    }
    if ids.is_empty() {
        print("There are no campaigns yet. Make one: ashpost new my-game\n")?;
    }
    Ok(if mistakes > 0 { EXIT_TROUBLE } else { EXIT_FINE })
}

/// Places that the host's file names and that are not there.
fn missing_places(host: &Host) -> Vec<String> {
    let file = host.folder.join("ashpost.toml");
    let file = file.display();
    let intake = &host.config.intake;
    let maildirs = intake.maildirs.iter().filter(|path| !path.join("new").is_dir());
    let folders = intake.folders.iter().filter(|path| !path.is_dir());
    let mut missing: Vec<String> =
        maildirs.map(|path| format!("{file}: intake.maildirs: {} is no Maildir: it has no folder `new`", path.display())).collect();
    missing.extend(folders.map(|path| format!("{file}: intake.folders: there is no folder {}", path.display())));
    if let MailConfig::Sendmail { command } = &host.config.mail
        && !command.is_file()
    {
        missing.push(format!("{file}: mail.command: there is no program {}", command.display()));
    }
    missing
}

/// Everything that opening the campaign would do, without doing it.
fn check(host: &Host, id: &str, world: &World<'_>) -> anyhow::Result<String> {
    let whole = host.campaign(id)?;
    let folder = host.home(id);
    // All games of a tournament are set up alike.
    let config = whole.board(1).unwrap_or_else(|| whole.clone());
    let scenario = scenario_text(&config, &folder)?;
    let game = games::by_id(&config.game).ok_or_else(|| anyhow::anyhow!("there is no game {}", config.game))?;
    let seats: BTreeMap<Seat, String> = config.seat_names();
    let set_up = game.set_up(&scenario, &seats, &Dice::new(Seed([0; 32])));
    let overlaid = if config.settings.is_empty() { "" } else { " with these [settings]" };
    let file = folder.join(CAMPAIGN_FILE);
    set_up.map_err(|error| anyhow::anyhow!("{}: the scenario cannot be set up{overlaid}: {error}", file.display()))?;
    campaign_templates(&folder)?;
    let clock = Clock { reserve: TimeDelta::zero(), absences: &[], zone: TimeZone::UTC };
    let deadline = match game.pace() {
        Pace::Alternating => schedule::move_deadline(&config.schedule, &clock, world.now),
        Pace::Simultaneous => schedule::next_deadline(&config.schedule, None, world.now),
    };
    let deadline = deadline.ok_or_else(|| anyhow::anyhow!("{id}: no day of the calendar can be a deadline: look at [schedule]"))?;
    let mut text = format!("\n{id}: {}, {} ({})\n", whole.title, game.title(), config.scenario);
    let state = if config.open { "open" } else { "not open: set open = true to begin" };
    let _ = match whole.pairings().len() {
        0 => writeln!(text, "  {} seats, {state}", whole.seats.len()),
        games => writeln!(text, "  a tournament of {} players, {games} games, {state}", whole.seats.len()),
    };
    let strangers: Vec<&str> =
        whole.seats.iter().filter(|seat| seat.address.domain() == "example.org").map(|seat| seat.name.as_str()).collect();
    if config.open && !strangers.is_empty() {
        let _ = writeln!(text, "  warning: nobody reads mail at example.org: give {} an address", listed(&strangers));
    }
    let who = if whole.pairings().is_empty() { "it" } else { config.id.as_str() };
    match as_it_runs(host, &config.id, who, &game.settings(&scenario)?)? {
        Some(state) => text.push_str(&state),
        None => {
            let _ = writeln!(text, "  if it began now, orders for turn 1 would be due {} {}", deadline.local, deadline.zone);
        }
    }
    Ok(text)
}

/// How a campaign that has begun stands, called `who`, and whether its file asks for another game than it began with; `None` before it begins.
fn as_it_runs(host: &Host, id: &str, who: &str, settings: &serde_json::Value) -> anyhow::Result<Option<String>> {
    let mut desk = match Desk::open_to_read(host, id) {
        Ok(desk) => desk,
        Err(DeskError::NotBegun { .. } | DeskError::NoCampaign { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(progress) = &desk.campaign.progress else { return Ok(None) };
    let mut text = match &progress.window {
        Some(window) => format!("  {who} runs: turn {} is due {}\n", window.turn, window.deadline_at.format("%Y-%m-%d %H:%M UTC")),
        None => format!("  {who} is over since turn {}\n", progress.table.turn()),
    };
    let game = desk.campaign.game;
    let began_with = opening_scenario(&desk.store.look()?)?.map(|scenario| game.settings(&scenario)).transpose()?;
    if began_with.is_some_and(|began_with| began_with != *settings) {
        text.push_str("  warning: the scenario or its [settings] have changed since it began; it goes on by those that it began with\n");
    }
    Ok(Some(text))
}
