//! What the game master's commands share: choosing the games, waiting for another run, and telling what was done.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::common::{Common, EXIT_FAILED, EXIT_FINE, EXIT_TRY_AGAIN};
use super::hint;
use super::output::{print, print_hint, print_json, warn};
use super::world::System;
use crate::campaign::CampaignId;
use crate::office::{Desk, DeskError, Glance, Host, World, known_campaign, no_tournament, unbroken};

/// How often a command tries to open a campaign that another run holds, and how long it waits in between: two seconds in all.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// The line that a command prints about a game.
pub(super) struct GameLine {
    pub line: String,
    /// Whether emails wait to be sent by the next tick.
    pub emails: bool,
    /// What follows from it beyond the game itself, if anything does; the same words are told once, below the lines of all games.
    pub after: Option<String>,
}

impl GameLine {
    /// A line from which nothing follows beyond the game itself.
    pub(super) fn new(line: String, emails: bool) -> GameLine {
        GameLine { line, emails, after: None }
    }
}

/// The work of a command, and where to do it.
pub(super) struct CommandWork<'a, T, D, E> {
    pub targets: &'a dyn Fn(&Host) -> anyhow::Result<Vec<T>>,
    pub campaign_of: &'a dyn Fn(&T) -> &CampaignId,
    pub act: &'a dyn Fn(&mut Desk, &T, &World<'_>) -> Result<D, E>,
}

impl<T, D: Serialize, E: std::error::Error + From<DeskError> + 'static> CommandWork<'_, T, D, E> {
    /// Does the work at every target, and tells of each in a line, or of all in a list of the document `schema`. A failure in one game does
    /// not stop the others; a game that another run holds ends the command with "try again later".
    pub(super) fn run(&self, common: &Common, (schema, list): (&str, &str), tell: impl Fn(&Host, &D) -> GameLine) -> anyhow::Result<u8> {
        let host = Host::load(&common.campaigns)?;
        let system = System::new(common);
        let world = system.world();
        let (mut all, mut failures, mut code) = (Vec::new(), Failures::default(), EXIT_FINE);
        for target in (self.targets)(&host)? {
            let id = (self.campaign_of)(&target);
            let opened = open(&host, id, &world);
            if let Some(error) = opened.as_ref().err().filter(|error| error.holder().is_some()) {
                failures.errors.push(format!("{error}; nothing was changed in {id}: run this again in a moment"));
                // What failed before does not get better by another try.
                code = if code == EXIT_FAILED { code } else { EXIT_TRY_AGAIN };
                break;
            }
            match opened.map_err(E::from).and_then(|mut desk| unbroken(|| (self.act)(&mut desk, &target, &world))) {
                Ok(done) => all.push(done),
                Err(error) => {
                    failures.add(error.to_string(), &error);
                    code = EXIT_FAILED;
                }
            }
        }
        failures.warn(common.json);
        if common.json {
            print_json(schema, &json!({ list: all, "errors": failures.errors }))?;
        } else {
            let told: Vec<GameLine> = all.iter().map(|done| tell(&host, done)).collect();
            print(&told.iter().map(|told| format!("{}\n", told.line)).collect::<String>())?;
            let after: BTreeSet<&String> = told.iter().filter_map(|told| told.after.as_ref()).collect();
            print(&after.iter().map(|after| format!("{after}.\n")).collect::<String>())?;
            if told.iter().any(|told| told.emails) {
                print("The emails leave with the next tick.\n")?;
            }
        }
        Ok(code)
    }
}

/// What went wrong in some of several campaigns, and what to do about it.
#[derive(Default)]
pub(super) struct Failures {
    pub errors: Vec<String>,
    /// Each hint once, since the same thing may be wrong in every game of a tournament.
    hints: BTreeSet<String>,
}

impl Failures {
    /// Adds an error in the words `said`.
    pub(super) fn add(&mut self, said: String, error: &(dyn std::error::Error + 'static)) {
        self.errors.push(said);
        self.hints.extend(hint::of(error));
    }

    /// Prints them on standard error, the hints below all errors; a JSON document holds its errors itself.
    pub(super) fn warn(&self, is_json: bool) {
        self.errors.iter().for_each(|error| warn(is_json, error));
        self.hints.iter().for_each(|hint| print_hint(is_json, hint));
    }
}

/// Does the work of a command in a game, or in every running game of a tournament.
pub(super) fn at_each_game<D: Serialize, E: std::error::Error + From<DeskError> + 'static>(
    schema: &str,
    common: &Common,
    campaign: &str,
    act: impl Fn(&mut Desk, &World<'_>) -> Result<D, E>,
    tell: impl Fn(&Host, &D) -> GameLine,
) -> anyhow::Result<u8> {
    at_games(schema, common, &|host| games(host, campaign), act, tell)
}

/// Does the work of a command in one game. A tournament is refused, since the command is about a turn of one of its games.
pub(super) fn at_one_game<D: Serialize, E: std::error::Error + From<DeskError> + 'static>(
    schema: &str,
    common: &Common,
    campaign: &str,
    act: impl Fn(&mut Desk, &World<'_>) -> Result<D, E>,
    tell: impl Fn(&Host, &D) -> GameLine,
) -> anyhow::Result<u8> {
    let only = |host: &Host| Ok(vec![no_tournament(known_campaign(host, campaign)?)?.id]);
    at_games(schema, common, &only, act, tell)
}

fn at_games<D: Serialize, E: std::error::Error + From<DeskError> + 'static>(
    schema: &str,
    common: &Common,
    targets: &dyn Fn(&Host) -> anyhow::Result<Vec<CampaignId>>,
    act: impl Fn(&mut Desk, &World<'_>) -> Result<D, E>,
    tell: impl Fn(&Host, &D) -> GameLine,
) -> anyhow::Result<u8> {
    let work = CommandWork { targets, campaign_of: &|id: &CampaignId| id, act: &|desk, _, world| act(desk, world) };
    work.run(common, (schema, "games"), tell)
}

/// The campaign, or the running games of a tournament; all its games if none runs.
fn games(host: &Host, campaign: &str) -> anyhow::Result<Vec<CampaignId>> {
    let config = known_campaign(host, campaign)?;
    if config.tournament.is_none() {
        return Ok(vec![config.id]);
    }
    let ids = config.game_ids();
    let goes_on = |id: &&CampaignId| Glance::open(host, id).is_ok_and(|glance| glance.campaign.goes_on());
    let running: Vec<CampaignId> = ids.iter().filter(goes_on).cloned().collect();
    Ok(if running.is_empty() { ids } else { running })
}

/// Opens a campaign for work; if another run holds it, waits two seconds at most.
///
/// # Errors
/// Those of [`Desk::open`], and `NotBegun`: only a tick begins a campaign.
pub(super) fn open(host: &Host, id: &CampaignId, world: &World<'_>) -> Result<Desk, DeskError> {
    // To open it for work would make its database and its secret.
    Glance::open(host, id)?;
    once_free(|| Desk::open(host, id, world))
}

/// Does the work; if another run holds the campaign, waits two seconds at most.
///
/// # Errors
/// Those of the work.
pub(super) fn once_free<T>(work: impl Fn() -> Result<T, DeskError>) -> Result<T, DeskError> {
    for _ in 1..ATTEMPTS {
        match work() {
            Err(error) if error.holder().is_some() => std::thread::sleep(PAUSE),
            done => return done,
        }
    }
    work()
}
