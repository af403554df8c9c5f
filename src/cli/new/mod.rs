//! `ashpost new`: makes a campaign's folder with a file to fill in.

mod campaign_file;
pub(super) mod clone;
mod host_file;
mod made;
mod undo;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::common::Common;
use super::seats::person;
use super::world;
use crate::campaign::config::{CampaignConfig, ConfigSource, HostConfig, SeatConfig};
use crate::campaign::layout::{CAMPAIGN_FILE, HOST_FILE, OWN_DATABASE_FILE};
use crate::engine::{ScenarioHead, Seat};
use crate::games;
use crate::office::{Host, loose_scenario, note_founding};
use crate::store::BESIDE_DATABASE;
use campaign_file::{NewCampaign, NewTournament};
use host_file::{MailIntake, host_toml};
use made::{MadeCampaign, claim, folder_of_new};
use undo::Undo;

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The campaign's short name, such as rim-3; it appears in subjects and file names.
    campaign: String,
    /// The title that players see.
    #[arg(long)]
    title: Option<String>,
    /// The game; that of the scenario if absent.
    #[arg(long)]
    game: Option<String>,
    /// The opening: a built-in scenario such as anaash/8, or the path of a .toml file; if absent, the game's first with room for all
    /// players.
    #[arg(long)]
    scenario: Option<String>,
    /// A player, `Ann <ann@player.example>`; repeat it for each seat, from seat 1 on.
    #[arg(long = "seat", value_name = "PLAYER")]
    seats: Vec<String>,
    /// Let each pair of players meet once with each colour; for games of two players.
    #[arg(long)]
    tournament: bool,
    /// Let the players meet in this many rounds, each paired by the results so far (a Swiss); for games of two players.
    #[arg(long, value_name = "ROUNDS", conflicts_with = "tournament")]
    swiss: Option<u8>,
    /// The game master, `Name <address>`.
    #[arg(long, default_value = "The game master <gm@example.org>")]
    gm: String,
    /// The time zone of deadlines.
    #[arg(long, default_value = "Europe/Berlin")]
    zone: String,
    /// The address that players write to, games@example.org until you fill it in; for the first campaign of a host.
    #[arg(long)]
    address: Option<String>,
    /// The Maildir that receives their emails; for the first campaign of a host. If absent, you are asked.
    #[arg(long, value_name = "PATH", conflicts_with = "pipe")]
    maildir: Option<PathBuf>,
    /// Their emails are piped to `ashpost receive`; for the first campaign of a host.
    #[arg(long)]
    pipe: bool,
}

impl NewArgs {
    fn is_tournament(&self) -> bool {
        self.tournament || self.swiss.is_some()
    }
}

pub(super) fn run(common: &Common, args: &NewArgs) -> anyhow::Result<u8> {
    let folder = folder_of_new(common, &args.campaign)?;
    let file = folder.join(CAMPAIGN_FILE);
    let host_file = common.campaigns.join(HOST_FILE);
    let host_text = match host_file.exists() {
        true => same_host(common, args).map(|()| None)?,
        false => Some(host_toml(args.address.as_deref().unwrap_or("games@example.org"), &intake(args)?)),
    };
    let text = new_campaign(args)?.toml();
    // Mistakes in the arguments are told before anything is written.
    CampaignConfig::from_toml(&file, &text)?;
    if let Some(host_text) = &host_text {
        HostConfig::from_toml(&ConfigSource::new(&host_file, host_text))?;
    }
    let host_file = Undo::unless_done(|undo| {
        claim(undo, &file, &text)?;
        let Some(host_text) = &host_text else { return Ok(None) };
        if !undo.write_first(&host_file, host_text)? {
            // Another run has made the host meanwhile.
            return same_host(common, args).map(|()| None);
        }
        let of_database = [""].into_iter().chain(BESIDE_DATABASE);
        undo.will_make(of_database.map(|ending| common.campaigns.join(format!("{OWN_DATABASE_FILE}{ending}"))));
        // Email counts from now on, though the first run may be hours away.
        note_founding(&common.campaigns, world::System::new(common).world().now)?;
        Ok(Some(host_file))
    })?;
    let mut made = MadeCampaign { campaign: args.campaign.clone(), host_file, campaign_file: file, ..MadeCampaign::default() };
    made.look_ahead(common)?;
    made.tell(common, "ashpost-new/1")
}

/// How email comes in, from the command line or by asking at the terminal.
fn intake(args: &NewArgs) -> anyhow::Result<MailIntake> {
    Ok(match &args.maildir {
        Some(path) => MailIntake::Maildir(path.clone()),
        None if args.pipe => MailIntake::Pipe,
        None if io::stdin().is_terminal() && io::stderr().is_terminal() => {
            let home = world::environment("HOME").map(PathBuf::from);
            MailIntake::ask(&mut io::stdin().lock(), &mut io::stderr().lock(), home.as_deref())?
        }
        None => MailIntake::Unknown,
    })
}

/// A second campaign shares the host's address and intake, so options about them must not be ignored silently.
fn same_host(common: &Common, args: &NewArgs) -> anyhow::Result<()> {
    let host = Host::load(&common.campaigns)?;
    let file = common.campaigns.join(HOST_FILE);
    if let Some(address) = args.address.as_ref().filter(|address| !address.eq_ignore_ascii_case(host.config.address.as_str())) {
        bail!(
            "players of all campaigns in {} write to {}, as ashpost.toml says: leave --address {address} out, or make another host with --campaigns",
            common.campaigns.display(),
            host.config.address
        );
    }
    if args.pipe || args.maildir.is_some() {
        bail!("{} exists already and says how mail comes in, under [intake]: leave --maildir and --pipe out", file.display());
    }
    Ok(())
}

/// The game and scenario to play.
pub(super) struct Choice {
    pub game: String,
    pub scenario: String,
    pub seats: u8,
}

/// The game and its opening for this many players, as far as they are named; Ashes of Empire if neither is.
///
/// # Errors
/// When the game or scenario does not exist, or the scenario belongs to another game.
pub(super) fn choice(game: Option<&str>, scenario: Option<&str>, players: usize) -> anyhow::Result<Choice> {
    let named = match (scenario, game) {
        (Some(scenario), Some(game)) if !scenario.contains('/') && !scenario.ends_with(".toml") => format!("{game}/{scenario}"),
        (Some(scenario), _) => scenario.to_owned(),
        (None, game) => usual_scenario(game.unwrap_or("empire_postal"), players)?,
    };
    let found = loose_scenario(&named)?;
    let game = game.map(str::to_owned).or(found.game.clone()).unwrap_or_else(|| "empire_postal".to_owned());
    if let Some(other) = found.game.filter(|other| *other != game) {
        bail!("the scenario {named} is for {other}, not for {game}");
    }
    let scenario = if named.ends_with(".toml") { named } else { named.rsplit('/').next().unwrap_or_default().to_owned() };
    Ok(Choice { game, scenario, seats: found.seats })
}

/// A title of the game's and the campaign's own name, for when none is given.
fn titled(game: &str, campaign: &str) -> String {
    games::by_id(game).map_or_else(|| campaign.to_owned(), |game| format!("{}, {campaign}", game.title()))
}

/// The game's first built-in scenario with room for this many players; its first of all if none has.
fn usual_scenario(game: &str, players: usize) -> anyhow::Result<String> {
    let game = games::named(game)?;
    let carried = game.kit().scenarios;
    let has_room = |(_, text): &&(&str, &str)| usize::from(ScenarioHead::of(text).seats) >= players;
    let usual = carried.iter().find(has_room).or(carried.first());
    usual.map(|(name, _)| format!("{}/{name}", game.id())).with_context(|| format!("there is no built-in scenario for {}", game.title()))
}

/// The campaign that the arguments ask for.
///
/// # Errors
/// When they contradict each other, or one names no person.
fn new_campaign(args: &NewArgs) -> anyhow::Result<NewCampaign> {
    ensure!(
        !args.is_tournament() || args.seats.len() >= 2,
        "a tournament needs at least two players: name each with --seat 'Ann <ann@player.example>'"
    );
    let players = if args.is_tournament() { 2 } else { args.seats.len() };
    let Choice { game, scenario, seats } = choice(args.game.as_deref(), args.scenario.as_deref(), players)?;
    let seats = if args.is_tournament() { u8::try_from(args.seats.len()).context("255 players is the limit")? } else { seats };
    ensure!(args.seats.len() <= usize::from(seats), "the scenario has {seats} seats, but you named {} players", args.seats.len());
    let title = args.title.clone().unwrap_or_else(|| titled(&game, &args.campaign));
    let alternates = games::by_id(&game).is_some_and(|game| game.alternates());
    let seated = (1..=seats).map(|number| match args.seats.get(usize::from(number) - 1) {
        Some(player) => person(player),
        None => nobody(Seat(number)).map(|player| (player.name, player.address.to_string())),
    });
    Ok(NewCampaign {
        title,
        game,
        scenario,
        gm: person(&args.gm)?,
        zone: args.zone.clone(),
        alternates,
        tournament: match args.swiss {
            Some(rounds) => Some(NewTournament::Swiss { rounds }),
            None => args.tournament.then_some(NewTournament::AllPlayAll),
        },
        players: seated.collect::<anyhow::Result<_>>()?,
    })
}

/// A placeholder for a player; the campaign does not begin before it is filled in.
fn nobody(number: Seat) -> anyhow::Result<SeatConfig> {
    Ok(SeatConfig::new(number, format!("Player {number}"), format!("player{number}@example.org").parse()?))
}
