//! `ashpost schedule`: shows the next deadlines if every turn is played on time, or by the clocks of a game of two, or applies an edited
//! schedule to the open turn.

mod moves;

use clap::Args;
use serde_json::json;

use self::moves::{GameAhead, games_ahead};
use crate::campaign::config::CampaignConfig;
use crate::campaign::schedule::next_deadline;
use crate::cli::common::{Common, EXIT_FINE};
use crate::cli::games::{GameLine, at_each_game};
use crate::cli::output::{print, print_json};
use crate::cli::times::short;
use crate::cli::world::System;
use crate::office::{Glance, Held, Host, Keeping, known_campaign, reschedule};

/// How many deadlines are shown by default.
const SHOWN: u32 = 10;

#[derive(Debug, Args)]
pub(in crate::cli) struct ScheduleArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all its running games.
    campaign: String,
    /// How many deadlines to show; by default ten, or four for each game of two.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=500))]
    count: Option<u32>,
    /// Apply the edited schedule to the open turn, too; everybody is told. Its deadline may only become later.
    #[arg(long, conflicts_with = "count")]
    open_turn: bool,
}

pub(in crate::cli) fn run(common: &Common, args: &ScheduleArgs) -> anyhow::Result<u8> {
    if args.open_turn {
        return apply(common, &args.campaign);
    }
    let host = Host::load(&common.campaigns)?;
    let config = known_campaign(&host, &args.campaign)?;
    if config.game.alternates() {
        return print_moves(common, &host, &config, args.count);
    }
    let system = System::new(common);
    let world = system.world();
    let (now, keeping) = (world.now, Keeping::begin(&host, None, &world)?);
    let count = args.count.unwrap_or(SHOWN);
    let mut is_paused = false;
    let open = Glance::open(&host, &config.id).ok().and_then(|mut glance| {
        let window = glance.campaign.progress.as_ref()?.window.clone()?;
        glance.look_at_the_clock(&keeping, &world).ok()?;
        is_paused = glance.campaign.held == Some(Held::Paused);
        let ledger = glance.store.look().ok().filter(|_| glance.campaign.held.is_none());
        let early_at = ledger.and_then(|ledger| glance.campaign.early_at(&ledger, window.turn).ok()?);
        Some((window.turn, window.deadline.at, early_at))
    });
    let mut found = Vec::new();
    let (mut turn, mut last) = open.map_or((0, None), |(turn, at, _)| (turn, Some(at)));
    found.extend(last.map(|at| (turn, at)));
    while (found.len() as u32) < count {
        let Some(next) = next_deadline(&config.schedule, turn + 1, last, last.unwrap_or(now)) else { break };
        turn += 1;
        last = Some(next.at);
        found.push((turn, next.at));
    }
    let zone = &config.schedule.zone;
    let early = open.and_then(|(turn, _, early_at)| Some((turn, early_at?)));
    if common.json {
        let deadlines: Vec<_> = found.iter().map(|(turn, at)| json!({ "turn": turn, "deadline": at, "local": zone.text(*at) })).collect();
        let early_at = early.map(|(_, at)| at);
        let found = json!({ "campaign": args.campaign, "zone": zone.name(), "deadlines": deadlines, "early_at": early_at, "games": [] });
        print_json("ashpost-schedule/1", &found)?;
    } else {
        let line = |(turn, at): &(u32, _)| format!("turn {turn:>3}  {}\n", zone.text(*at));
        print(&format!("{} ({}), if every turn is played at its deadline:\n", config.title, zone.name()))?;
        print(&found.iter().map(line).collect::<String>())?;
        if is_paused {
            print("The game is paused: nothing is played, and all of these move by the length of the pause.\n")?;
        }
        if let Some((turn, at)) = early {
            let when = if at <= now { "with the next run".to_owned() } else { zone.text(at) };
            print(&format!("Everybody is ready, so {} {turn} is played {when}.\n", config.game.unit()))?;
        }
    }
    Ok(EXIT_FINE)
}

/// Prints the clocks of a campaign or tournament whose moves alternate.
fn print_moves(common: &Common, host: &Host, config: &CampaignConfig, count: Option<u32>) -> anyhow::Result<u8> {
    let system = System::new(common);
    let world = system.world();
    let games = games_ahead(host, config, (&Keeping::begin(host, None, &world)?, &world), count)?;
    if common.json {
        let zone = config.schedule.zone.name();
        print_json(
            "ashpost-schedule/1",
            &json!({ "campaign": config.id.to_string(), "zone": zone, "deadlines": [], "early_at": null, "games": games }),
        )?;
    } else if games.is_empty() {
        print(&format!("{} ({}): no game goes on, so nobody has a deadline\n", config.title, config.id))?;
    } else {
        print(&games.iter().map(GameAhead::text).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(EXIT_FINE)
}

/// Moves the deadline of the open turn to the time that the file gives.
fn apply(common: &Common, campaign: &str) -> anyhow::Result<u8> {
    at_each_game("ashpost-reschedule/1", common, campaign, reschedule, |_, done| {
        let what = match done.changed {
            true => format!(
                "the deadline of {} {} is {} ({}), {} later",
                done.unit,
                done.turn,
                done.to_local,
                done.zone,
                short(done.moved_by())
            ),
            false => format!("the deadline of {} {} is that of the schedule already; nothing was changed", done.unit, done.turn),
        };
        GameLine::new(format!("{}: {what}", done.campaign), done.changed)
    })
}
