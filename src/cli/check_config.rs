//! `ashpost check-config`: mistakes in the configuration, and what would happen.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use chrono::TimeDelta;
use clap::Args;
use jiff::tz::TimeZone;

use super::seat::edits_as_text;
use super::world::System;
use super::{Common, EXIT_FINE, EXIT_TROUBLE, print};
use crate::campaign::Address;
use crate::campaign::clock::Clock;
use crate::campaign::config::{CampaignConfig, MailConfig};
use crate::campaign::effects::{Effect, KeyEdit};
use crate::campaign::schedule;
use crate::engine::{Dice, Pace, Seat, Seed};
use crate::files::Narrowed;
use crate::games;
use crate::office::{
    CAMPAIGN_FILE, Desk, DeskError, Host, World, campaign_templates, cautions, earlier_mail, examine, host_obstacles, known_campaigns,
    obstacles, open_to_others, opening_scenario, scenario_text, send_trial,
};

#[derive(Debug, Args)]
pub struct CheckConfigArgs {
    /// Only this campaign.
    campaign: Option<String>,
    /// Send a message to this address, to the game masters if you name none, and say what the server answers.
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1)]
    send_test: Option<Option<Address>>,
}

pub fn run(common: &Common, args: &CheckConfigArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let ids = match &args.campaign {
        Some(id) => vec![id.clone()],
        None => files_and_gone(&host)?,
    };
    let system = System::new(common);
    let mut mistakes = Mistakes::default();
    mistakes.tell(host_obstacles(&host));
    let open = open_to_others(&host);
    mistakes.tell(open.passwords.iter().map(readable_password));
    print(&format!("Players write to {}.\n", host.config.address))?;
    for caution in cautions(&host) {
        print(&format!("warning: {caution}\n"))?;
    }
    for (folder, mails) in earlier_mail(&host, system.world().now) {
        let (lie, they) = if mails == 1 { ("email", "It is") } else { ("emails", "They are") };
        print(&format!(
            "{mails} {lie} in {} came before this host was set up. {they} never answered and never moved.\n",
            folder.display()
        ))?;
    }
    print(&others_can_read(&open.others))?;
    for id in &ids {
        match check(&host, id, &mut mistakes, &system.world()) {
            Ok(text) => print(&text)?,
            Err(error) => mistakes.tell([format!("{error:#}")]),
        }
    }
    if ids.is_empty() {
        print("There are no campaigns yet. Make one: ashpost new my-game\n")?;
    }
    if let Some(recipient) = &args.send_test {
        send_test(&host, &ids, recipient.as_ref(), &mut mistakes, &system.world())?;
    }
    Ok(if mistakes.told.is_empty() { EXIT_FINE } else { EXIT_TROUBLE })
}

/// What is wrong, on standard error, each once though it may be wrong for several campaigns.
#[derive(Default)]
struct Mistakes {
    told: BTreeSet<String>,
}

impl Mistakes {
    fn tell(&mut self, mistakes: impl IntoIterator<Item = impl ToString>) {
        for mistake in mistakes.into_iter().map(|mistake| mistake.to_string()) {
            if self.told.insert(mistake.clone()) {
                eprintln!("ashpost: {mistake}");
            }
        }
    }
}

/// The folders of campaigns and tournaments, and those that have begun and are gone.
fn files_and_gone(host: &Host) -> anyhow::Result<Vec<String>> {
    let present = host.campaign_ids()?;
    let gone = known_campaigns(host)?.into_iter().filter(|id| !present.contains(id));
    let mut ids: Vec<String> = host.file_ids()?.into_iter().chain(gone).collect();
    ids.sort();
    ids.dedup();
    Ok(ids)
}

/// A password that others can read.
fn readable_password(file: &Narrowed) -> String {
    format!("mail.password_file: others can read {} (mode {:04o}): ashpost repair-modes closes it", file.path.display(), file.from)
}

/// What is open to others and will be closed by the next run, in one line.
fn others_can_read(open: &[Narrowed]) -> String {
    const NAMED: usize = 3;
    let named: Vec<String> = open.iter().take(NAMED).map(|one| one.path.display().to_string()).collect();
    match open.len() {
        0 => String::new(),
        count if count <= NAMED => format!("warning: others can read {}: ashpost repair-modes closes it\n", named.join(", ")),
        count => format!("warning: others can read {} and {} more: ashpost repair-modes closes them\n", named.join(", "), count - NAMED),
    }
}

/// Sends a message by each way out: to the address that is named, by the host's or the named campaign's way, else to all game masters.
fn send_test(host: &Host, ids: &[String], recipient: Option<&Address>, mistakes: &mut Mistakes, world: &World<'_>) -> anyhow::Result<()> {
    let configs: Vec<CampaignConfig> = ids.iter().filter_map(|id| host.campaign(id).ok()).collect();
    let way_of = |config: &CampaignConfig| config.mail.clone().unwrap_or_else(|| host.config.mail.clone());
    let letters: Vec<(Address, MailConfig)> = match (recipient, configs.as_slice()) {
        (Some(address), [only]) => vec![(address.clone(), way_of(only))],
        (Some(address), _) => vec![(address.clone(), host.config.mail.clone())],
        (None, all) => all.iter().map(|config| (config.gm.address.clone(), way_of(config))).collect(),
    };
    if letters.is_empty() {
        mistakes.tell(["there is no game master yet: say to whom the test message goes, `--send-test you@your.domain`"]);
    }
    for (index, (address, way)) in letters.iter().enumerate() {
        if letters[..index].contains(&(address.clone(), way.clone())) {
            continue;
        }
        match send_trial(host, way, address, world) {
            Ok(said) => print(&format!("The test message to {address} was taken: {}\n", said.unwrap_or_default()))?,
            Err(error) => mistakes.tell([format!("the test message to {address} was not taken: {error}")]),
        }
    }
    Ok(())
}

/// Everything that opening the campaign would do, without doing it.
fn check(host: &Host, id: &str, mistakes: &mut Mistakes, world: &World<'_>) -> anyhow::Result<String> {
    if !host.home(id).is_dir() {
        examine(host, id)?;
    }
    for game in host.campaign_ids()?.iter().filter(|game| *game == id || host.home(game) == host.home(id)) {
        examine(host, game)?;
    }
    let whole = host.campaign(id)?;
    let folder = host.home(id);
    // All games of a tournament are set up alike.
    let config = whole.board(1).unwrap_or_else(|| whole.clone());
    let scenario = scenario_text(&config, &folder)?;
    let game = games::named(&config.game)?;
    let cannot_set_up = |error| {
        let overlaid = if config.settings.is_empty() { "" } else { " with these [settings]" };
        anyhow::anyhow!("{}: the scenario cannot be set up{overlaid}: {error}", folder.join(CAMPAIGN_FILE).display())
    };
    let settings = game.settings(&scenario).map_err(cannot_set_up)?;
    let runs = as_it_runs(host, &config.id, if whole.pairings().is_empty() { "it" } else { config.id.as_str() }, &settings)?;
    if runs.is_none() {
        // A game that runs is not set up from this file any more.
        let seats: BTreeMap<Seat, String> = config.seat_names();
        game.set_up(&scenario, &seats, &Dice::new(Seed([0; 32]))).map_err(cannot_set_up)?;
    }
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
    match runs {
        Some(state) => {
            text.push_str(&state);
            let leaves = config.mail.as_ref().unwrap_or(&host.config.mail).leaves_the_machine();
            let placeholders = host.config.placeholders.iter().chain(&config.placeholders).filter(|_| leaves);
            placeholders.for_each(|placeholder| text.push_str(&format!("  warning: {placeholder}\n")));
        }
        None => {
            let obstacles = obstacles(host, &config)?;
            if config.open {
                mistakes.tell(&obstacles);
            } else {
                let untold = obstacles.iter().filter(|obstacle| !mistakes.told.contains(&obstacle.to_string()));
                untold.for_each(|obstacle| text.push_str(&format!("  to be put right before it begins: {obstacle}\n")));
            }
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
    let edits = desk.campaign.seat_edits(&desk.store.look()?)?;
    text.push_str(&edits_as_text(&edits, "  warning: "));
    text.push_str(&key_edits_as_text(&desk.campaign.key_edits(&desk.store.look()?)?, desk.campaign.open_turn().map(|turn| turn.turn)));
    let game = desk.campaign.game;
    let began_with = opening_scenario(&desk.store.look()?)?.map(|scenario| game.settings(&scenario)).transpose()?;
    if began_with.is_some_and(|began_with| began_with != *settings) {
        text.push_str("  warning: the scenario or its [settings] have changed since it began; it goes on by those that it began with\n");
    }
    Ok(Some(text))
}

/// What was edited in the file, key by key, and when that takes effect.
fn key_edits_as_text(edits: &[KeyEdit], open_turn: Option<u32>) -> String {
    let mut text = String::new();
    for KeyEdit { key, runs_by, file, effect } in edits {
        let when = match (effect, open_turn) {
            (Effect::AtOnce, Some(turn)) => format!("with the next tick, for turn {turn} too"),
            (Effect::AtOnce, None) => "with the next tick".to_owned(),
            (Effect::NextTurn, Some(turn)) => format!("from turn {} on; turn {turn} goes on as it was announced", turn + 1),
            (Effect::NextTurn, None) => "never, the game is over".to_owned(),
            (Effect::Never, _) => "never in this campaign, which goes on as it began".to_owned(),
            (Effect::PutBack, _) => "at once, and it breaks what has begun: put it back".to_owned(),
            (Effect::Command, _) => "by a command".to_owned(),
        };
        let _ = writeln!(text, "  edited: {key} = {file} (was {runs_by}) takes effect {when}");
    }
    text
}
