//! Checks one campaign: does everything that opening it would do, without opening it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde::Serialize;

use super::mistakes::Mistakes;
use crate::campaign::clock::Clock;
use crate::campaign::config::{CampaignConfig, ConfigErrors, ConfigSource};
use crate::campaign::effects::{Effect, KeyEdit};
use crate::campaign::local::{LocalTime, utc_text};
use crate::campaign::seat_edits::SeatEdit;
use crate::campaign::{CampaignId, schedule};
use crate::cli::output::counted;
use crate::cli::seat::edits_as_text;
use crate::engine::{AnyGame, Dice, Pace, ScenarioHead, Seed, SetupError};
use crate::office::{
    Applicants, DeskError, Glance, Host, HostError, World, campaign_templates, examine, obstacles, opening_scenario, scenario_text,
};

/// What a campaign's file says, and what would follow from it.
#[derive(Serialize)]
pub(super) struct CheckedCampaign {
    campaign: CampaignId,
    title: String,
    game: String,
    game_title: String,
    scenario: String,
    /// Seats of a game, or players of a tournament.
    seats: usize,
    /// Seats for players who join by email, and how many of them nobody has yet; both 0 once it has begun.
    joining: Places,
    /// How many games a tournament has, for a Swiss in the rounds drawn so far; null for a single game.
    games: Option<usize>,
    /// How many rounds a Swiss has; null for all others.
    rounds: Option<usize>,
    open: bool,
    /// The state of the campaign; null before it begins. For a tournament, the state of its first game.
    running: Option<BegunCampaign>,
    /// What must be put right before it can begin; empty once it is open.
    obstacles: Vec<String>,
    /// When orders for turn 1 would be due if it began now; null once it has begun.
    first_deadline: Option<String>,
    /// What players call a turn.
    #[serde(skip)]
    unit: &'static str,
}

/// The seats of a campaign that has not begun for players who join by email.
#[derive(Default, Serialize)]
struct Places {
    seats: usize,
    free: usize,
}

/// A campaign that has begun.
#[derive(Serialize)]
struct BegunCampaign {
    /// The campaign, or the first game of the tournament.
    campaign: CampaignId,
    turns_played: u32,
    /// Null once it is over.
    next_turn: Option<u32>,
    deadline_utc: Option<String>,
    /// The same for people, in the campaign's time zone.
    #[serde(skip)]
    deadline: Option<String>,
    warnings: Vec<String>,
    seat_edits: Vec<SeatEdit>,
    key_edits: Vec<EditedKey>,
}

/// A key of the file whose value differs from what the campaign runs by.
#[derive(Serialize)]
struct EditedKey {
    key: String,
    runs_by: String,
    file: String,
    /// When the edit takes effect, in words.
    takes_effect: String,
}

/// Checks everything that opening the campaign would, without opening it.
///
/// # Errors
/// When a mistake keeps it from being opened.
pub(super) fn check(host: &Host, id: &CampaignId, mistakes: &mut Mistakes, world: &World<'_>) -> anyhow::Result<CheckedCampaign> {
    if !host.home(id).is_dir() {
        examine(host, id)?;
    }
    for game in host.campaign_ids()?.iter().filter(|game| **game == *id || host.home(game) == host.home(id)) {
        examine(host, game)?;
    }
    let whole = host.campaign(id)?;
    let folder = host.home(id);
    // All games of a tournament are set up in the same way.
    let config = whole.any_game().unwrap_or_else(|| whole.clone());
    let scenario = scenario_text(&config, &folder)?;
    let game = config.game;
    let cannot_set_up = |error| cannot_set_up(&config, (&folder, &scenario), error);
    let settings = game.settings(&scenario).map_err(cannot_set_up)?;
    let is_drawn = whole.tournament.is_none() || !whole.pairings().is_empty();
    let mut running = if is_drawn { as_it_runs(host, &config.id, &settings)? } else { None };
    if running.is_none() {
        // A running game is no longer set up from this file.
        game.set_up(&scenario, &config.seats_when_full(), &Dice::new(Seed([0; 32]))).map_err(cannot_set_up)?;
    }
    campaign_templates(&folder).map_err(|error| match error {
        DeskError::Template(error) => anyhow::anyhow!("{}: {error}", folder.join("templates").display()),
        other => other.into(),
    })?;
    let deadline = first_deadline(game, &config, world);
    let deadline = deadline.ok_or_else(|| anyhow::anyhow!("{id}: no day of the calendar can be a deadline: look at [schedule]"))?;
    let mut untold = Vec::new();
    if let Some(running) = &mut running {
        let leaves = config.way_out(&host.config.mail).leaves_the_machine();
        let placeholders = host.placeholders().into_iter().chain(config.placeholders()).filter(|_| leaves);
        running.warnings.extend(placeholders.map(|placeholder| placeholder.to_string()));
    } else {
        let obstacles: Vec<String> = obstacles(host, &config)?.iter().map(ToString::to_string).collect();
        if config.open {
            mistakes.tell(obstacles);
        } else {
            untold = obstacles.into_iter().filter(|obstacle| !mistakes.knows(obstacle)).collect();
        }
    }
    Ok(CheckedCampaign {
        campaign: id.to_owned(),
        title: whole.title.clone(),
        game: game.id().to_owned(),
        game_title: game.title().to_owned(),
        unit: game.unit(),
        scenario: config.scenario.clone(),
        seats: whole.seats.len(),
        joining: if running.is_none() { Places::of(host, &config)? } else { Places::default() },
        games: whole.tournament.map(|_| whole.pairings().len()),
        rounds: whole.swiss_rounds(),
        open: config.open,
        first_deadline: running.is_none().then_some(deadline),
        running,
        obstacles: untold,
    })
}

/// Why the scenario cannot be set up, by the line of its file, of the campaign's own settings, or of a seat that it does not have.
fn cannot_set_up(config: &CampaignConfig, (folder, scenario): (&Path, &str), error: SetupError) -> HostError {
    let source = &config.source;
    let named = if config.settings.is_empty() { "scenario" } else { "settings" };
    let own = |key: &str| config.settings.contains_key(key.split(['.', '[']).next().unwrap_or_default());
    let of_file = config.scenario_file(folder).map(|file| ConfigSource::new(&file, &fs::read_to_string(&file).unwrap_or_default()));
    let told = match error {
        SetupError::Misread(all) => all
            .into_iter()
            .map(|misreading| match &of_file {
                _ if own(&misreading.key) => source.mistake(&format!("settings.{}", misreading.key), misreading.what),
                Some(scenario) if misreading.place.is_none() => scenario.mistake(&misreading.key, misreading.what),
                Some(scenario) => scenario.misread(misreading),
                None => source.mistake(named, misreading.to_string()),
            })
            .collect(),
        error => match beyond(config, ScenarioHead::of(scenario).seats) {
            Some(key) => vec![source.mistake(&key, error.to_string())],
            None => vec![source.mistake(named, format!("the scenario cannot be set up: {error}"))],
        },
    };
    HostError::Config(ConfigErrors(told))
}

/// The key of the first seat that a scenario with so many does not have.
fn beyond(config: &CampaignConfig, seats: u8) -> Option<String> {
    let taken = config.seats.iter().position(|seat| seat.number.0 > seats).map(|at| format!("seat[{at}].number"));
    taken.or_else(|| config.joining.seats.iter().position(|seat| seat.0 > seats).map(|at| format!("joining.seats[{at}]")))
}

/// When orders for turn 1 would be due if the campaign began now; `None` if no day of the calendar can be a deadline.
fn first_deadline(game: &dyn AnyGame, config: &CampaignConfig, world: &World<'_>) -> Option<String> {
    let deadline = match game.pace() {
        Pace::Alternating => schedule::move_deadline(&config.schedule, &Clock::full(&config.schedule), world.now),
        Pace::Simultaneous => schedule::next_deadline(&config.schedule, 1, None, world.now),
    };
    deadline.map(|deadline| in_words(&deadline))
}

fn in_words(LocalTime { local, zone, .. }: &LocalTime) -> String {
    format!("{local} {zone}")
}

/// The state of a campaign that has begun, and whether its file asks for another game than it began with; `None` before it begins.
fn as_it_runs(host: &Host, id: &CampaignId, settings: &serde_json::Value) -> anyhow::Result<Option<BegunCampaign>> {
    let mut glance = match Glance::open(host, id) {
        Ok(glance) => glance,
        Err(DeskError::NotBegun { .. } | DeskError::NoCampaign { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let Some(progress) = &glance.campaign.progress else { return Ok(None) };
    let turns_played = progress.table.turn();
    let window = progress.window.clone();
    let seat_edits = glance.campaign.seat_edits(&glance.store.look()?)?;
    let open_turn = window.as_ref().map(|window| window.turn);
    let key_edits = glance.campaign.key_edits(&glance.store.look()?)?.into_iter().map(|edit| EditedKey::of(edit, open_turn)).collect();
    let game = glance.campaign.config.game;
    let began_with = opening_scenario(&glance.store.look()?)?.map(|scenario| game.settings(&scenario)).transpose()?;
    let mut warnings = Vec::new();
    if began_with.is_some_and(|began_with| began_with != *settings) {
        warnings
            .push("the scenario or its [settings] have changed since the game began; it goes on with those that it began with".to_owned());
    }
    Ok(Some(BegunCampaign {
        campaign: id.to_owned(),
        turns_played,
        next_turn: open_turn,
        deadline_utc: window.as_ref().map(|window| utc_text(window.deadline.at)),
        deadline: window.map(|window| in_words(&window.deadline)),
        warnings,
        seat_edits,
        key_edits,
    }))
}

impl EditedKey {
    fn of(KeyEdit { key, runs_by, file, effect }: KeyEdit, open_turn: Option<u32>) -> EditedKey {
        let takes_effect = match (effect, open_turn) {
            (Effect::AtOnce, Some(turn)) => format!("with the next tick, also for turn {turn}"),
            (Effect::AtOnce, None) => "with the next tick".to_owned(),
            (Effect::NextTurn, Some(turn)) => format!("from turn {} on; turn {turn} goes on as it was announced", turn + 1),
            (Effect::NextTurn, None) => "never, because the game is over".to_owned(),
            (Effect::Never, _) => "only in a new campaign, since this one goes on as it began".to_owned(),
            (Effect::PutBack, _) => "at once, and breaks what has begun: put the old value back".to_owned(),
            (Effect::Command, _) => "only by a command".to_owned(),
        };
        EditedKey { key, runs_by, file, takes_effect }
    }
}

impl Places {
    fn of(host: &Host, config: &CampaignConfig) -> anyhow::Result<Places> {
        let applicants = Applicants::before_the_game(host, config)?;
        Ok(Places { seats: applicants.places, free: applicants.places - applicants.placed() })
    }
}

impl CheckedCampaign {
    pub(super) fn as_text(&self) -> String {
        let mut text = format!("\n{}: {}, {} ({})\n", self.campaign, self.title, self.game_title, self.scenario);
        let state = if self.open { "open" } else { "not open: set open = true to begin" };
        let _ = match (self.games, self.rounds) {
            (None, _) if self.joining.seats > 0 => {
                let Places { seats, free } = self.joining;
                let all = counted(self.seats + seats, "seat");
                writeln!(text, "  {all}, {seats} of them for players who join by email ({free} still free), {state}")
            }
            (None, _) => writeln!(text, "  {}, {state}", counted(self.seats, "seat")),
            (_, Some(rounds)) => writeln!(text, "  a Swiss of {} players, {rounds} rounds, {state}", self.seats),
            (Some(games), None) => writeln!(text, "  a tournament of {} players, {games} games, {state}", self.seats),
        };
        if let Some(running) = &self.running {
            let who = if self.games.is_none() { "it" } else { &*running.campaign };
            text.push_str(&running.as_text(who, self.unit));
        }
        self.obstacles.iter().for_each(|obstacle| text.push_str(&format!("  change this before it begins: {obstacle}\n")));
        if let Some(deadline) = &self.first_deadline {
            let _ = writeln!(text, "  if it began now, {} 1 would be due {deadline}", self.unit);
        }
        text
    }
}

impl BegunCampaign {
    fn as_text(&self, who: &str, unit: &str) -> String {
        let mut text = match (self.next_turn, &self.deadline) {
            (Some(turn), Some(deadline)) => format!("  {who} is running: {unit} {turn} is due {deadline}\n"),
            _ => format!("  {who} has been over since {unit} {}\n", self.turns_played),
        };
        text.push_str(&edits_as_text(&self.seat_edits, "  warning: "));
        for EditedKey { key, runs_by, file, takes_effect } in &self.key_edits {
            let _ = writeln!(text, "  edited: {key} = {file} (was {runs_by}) takes effect {takes_effect}");
        }
        self.warnings.iter().for_each(|warning| text.push_str(&format!("  warning: {warning}\n")));
        text
    }
}
