//! `ashpost new`: a campaign's folder with a file to fill in.

pub(super) mod clone;
mod host_file;
mod made;

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::common::Common;
use super::seats::person;
use super::world;
use crate::campaign::config::{CampaignConfig, HostConfig, SeatConfig};
use crate::engine::{Pace, ScenarioHead, Seat};
use crate::files::{self, Access};
use crate::games;
use crate::office::{CAMPAIGN_FILE, HOST_FILE, Host, loose_scenario, note_founding};
use host_file::{MailIntake, host_toml, quoted};
use made::{MadeCampaign, folder_of_new, write_new};

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The campaign's short name, such as rim-3; it is part of subjects and file names.
    campaign: String,
    /// What its players will see.
    #[arg(long)]
    title: Option<String>,
    /// The game; that of the scenario if absent.
    #[arg(long)]
    game: Option<String>,
    /// The opening: a built-in scenario such as anaash/8, or the path of a .toml file; the game's first that has room for all players if absent.
    #[arg(long)]
    scenario: Option<String>,
    /// A player, `Ann <ann@player.example>`; once for each seat, from seat 1 on.
    #[arg(long = "seat", value_name = "PLAYER")]
    seats: Vec<String>,
    /// Let each pair of players meet once with each colour; for games of two players.
    #[arg(long)]
    tournament: bool,
    /// Let the players meet in so many rounds, each paired by the results so far (a Swiss); for games of two players.
    #[arg(long, value_name = "ROUNDS", conflicts_with = "tournament")]
    swiss: Option<u8>,
    /// The game master, `Name <address>`.
    #[arg(long, default_value = "The game master <gm@example.org>")]
    gm: String,
    /// The time zone of deadlines.
    #[arg(long, default_value = "Europe/Berlin")]
    zone: String,
    /// Where players will write to, games@example.org until you fill it in; for the first campaign of a host.
    #[arg(long)]
    address: Option<String>,
    /// The Maildir to which their emails are delivered; for the first campaign of a host. You are asked if it is absent.
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
    let text = campaign_toml(args)?;
    // What is wrong with the arguments is told before anything is written.
    CampaignConfig::from_toml(&file, &text)?;
    files::make_folder(&folder, Access::ByName).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut made = MadeCampaign { campaign: args.campaign.clone(), ..MadeCampaign::default() };
    if let Some(host_text) = host_text {
        HostConfig::from_toml(&host_file, &host_text)?;
        write_new(&host_file, &host_text)?;
        // Mail from now on counts, though the first run may be hours away.
        note_founding(&common.campaigns, world::System::new(common).world().now)?;
        made.host_file = Some(host_file);
    }
    write_new(&file, &text)?;
    made.campaign_file = file;
    made.look_ahead(common)?;
    made.tell(common, "ashpost-new/1")
}

/// How email comes in: from the command line, or asked at the terminal.
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

/// What is to be played.
pub(super) struct Choice {
    pub game: String,
    pub scenario: String,
    pub seats: u8,
}

/// The game and its opening for so many players, as far as they are named; Ashes of Empire if neither is.
///
/// # Errors
/// When there is no such game or scenario, or one is not the other's.
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

/// The game and the campaign's own name, where no title is given.
fn titled(game: &str, campaign: &str) -> String {
    games::by_id(game).map_or_else(|| campaign.to_owned(), |game| format!("{}, {campaign}", game.title()))
}

/// The first built-in scenario of a game that has room for so many players; the first of all if none has.
fn usual_scenario(game: &str, players: usize) -> anyhow::Result<String> {
    let game = games::named(game)?;
    let carried = game.kit().scenarios;
    let has_room = |(_, text): &&(&str, &str)| usize::from(ScenarioHead::of(text).seats) >= players;
    let usual = carried.iter().find(has_room).or(carried.first());
    usual.map(|(name, _)| format!("{}/{name}", game.id())).with_context(|| format!("there is no built-in scenario for {}", game.title()))
}

fn campaign_toml(args: &NewArgs) -> anyhow::Result<String> {
    ensure!(
        !args.is_tournament() || args.seats.len() >= 2,
        "a tournament needs at least two players: name each with --seat 'Ann <ann@player.example>'"
    );
    let players = if args.is_tournament() { 2 } else { args.seats.len() };
    let Choice { game, scenario, seats } = choice(args.game.as_deref(), args.scenario.as_deref(), players)?;
    let seats = if args.is_tournament() { u8::try_from(args.seats.len()).context("255 players is the limit")? } else { seats };
    ensure!(args.seats.len() <= usize::from(seats), "the scenario has {seats} seats, but you named {} players", args.seats.len());
    let title = args.title.clone().unwrap_or_else(|| titled(&game, &args.campaign));
    let (gm_name, gm_address) = person(&args.gm)?;
    let alternates = games::by_id(&game).is_some_and(|game| game.pace() == Pace::Alternating);
    let mut text = format!(
        r#"title = {title}
game = {game}
scenario = {scenario}
open = false                 # nothing begins and nothing is sent until this is true

[gm]
name = {gm_name}
address = {gm_address}

[schedule]
at = "20:00"
zone = {zone}
{schedule}
[policy]
auth = "token"               # or "token+from": the email must also come from the seat's own address
private_reports_on_site = false
"#,
        title = quoted(&title),
        game = quoted(&game),
        scenario = quoted(&scenario),
        gm_name = quoted(&gm_name),
        gm_address = quoted(&gm_address),
        zone = quoted(&args.zone),
        schedule = if alternates { ALTERNATING_SCHEDULE } else { COMMON_SCHEDULE },
    );
    if alternates {
        text.push_str("absence_days = 30            # how many days of a game a player may be away, with a stopped clock\n");
        text.push_str("# takeback = true            # players may take a move back if the opponent agrees\n");
    } else {
        text.push_str(COMMON_POLICY);
    }
    if let Some(rounds) = args.swiss {
        let _ = write!(text, "\n[tournament]\nrounds = {rounds}                   # a Swiss: each round is paired by the results so far\n");
    } else if args.tournament {
        text.push_str("\n[tournament]\ngames_each_way = 1           # how many games each pair plays with each colour\n");
    }
    text.push_str(MORE_TABLES);
    for number in 1..=seats {
        let named = args.seats.get(usize::from(number) - 1);
        let (name, address) = match named {
            Some(player) => person(player)?,
            None => {
                let player = nobody(Seat(number))?;
                (player.name, player.address.to_string())
            }
        };
        let _ = write!(text, "\n[[seat]]\nnumber = {number}\nname = {}\naddress = {}\n", quoted(&name), quoted(&address));
    }
    text.push_str("\n# A seat may also have zone = \"America/New_York\", format = \"text\", diagrams = \"ascii\" and attachments = \"all\";\n# also = [\"ann@work.example\"] names other addresses of the player, and copies = true sends all emails to them, too. A seat that is left out stays empty.\n");
    Ok(text)
}

/// A player to be filled in; before that the campaign does not begin.
fn nobody(number: Seat) -> anyhow::Result<SeatConfig> {
    Ok(SeatConfig::new(number, format!("Player {number}"), format!("player{number}@example.org").parse()?))
}

/// Deadlines of a game in which all players move at once.
const COMMON_SCHEDULE: &str = r#"every_days = 7               # or: weekdays = ["tue", "fri"]
grace_hours = 12             # how long after the deadline the game waits for a missing sheet
minimum_hours = 48           # the shortest time from a report to the next deadline
reminder_hours = [48, 12]
when_all_ready = true        # play early once every seat has said READY
holidays = []                # ["2026-12-24", "2026-12-27..2027-01-03"]
"#;

/// Deadlines of a game whose moves alternate.
const ALTERNATING_SCHEDULE: &str = r#"every_days = 3               # for each move, counted from the report
reserve_days = 20            # what each player may use beyond that in the whole game
grace_hours = 2              # how long after the deadline before the reserve is used
reminder_hours = [24]        # before the deadline, and before the reserve is used up
# Or, instead of every_days, reserve_days and grace_hours, a bank for all moves of a player, which grows with
# each of them: `bank_days = 20` and `increment_hours = 24`.
holidays = []                # ["2026-12-24", "2026-12-27..2027-01-03"]
"#;

/// The keys of `[policy]` that are useful in a game in which all players move at once.
const COMMON_POLICY: &str = r#"# missing = "standing"       # what is played without a sheet: "hold", the player's "standing" orders, or a "caretaker" decides
# eject_after = 3            # a seat becomes vacant when its orders were missing so many turns in a row
# absence = "gm"             # deadlines wait for players who are away if you agree; "yes": without asking you
"#;

/// The settings that most campaigns do not need.
const MORE_TABLES: &str = r#"
# [votes]                    # what players may decide together: "majority", "two-thirds" or "all" must agree
# pause = "majority"
# extend = "majority"

# [press]                    # messages between players
# kind = "white"             # the sender is named
"#;
