//! `ashpost schedule`: the next deadlines, if every turn is played on time; and an edited schedule for the open turn.

use anyhow::bail;
use clap::Args;
use serde_json::json;

use super::games::{Told, at_each_game};
use super::times::short;
use super::world::System;
use super::{Common, EXIT_FINE, print, print_json};
use crate::campaign::schedule::next_deadline;
use crate::engine::Pace;
use crate::games::by_id;
use crate::office::{Desk, Host, known_campaign, reschedule};

#[derive(Debug, Args)]
pub(super) struct ScheduleArgs {
    /// The campaign.
    campaign: String,
    /// How many deadlines.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=500))]
    count: u32,
    /// Let the open turn keep to the edited schedule, too; everybody is told. Its deadline may only become later.
    #[arg(long, conflicts_with = "count")]
    open_turn: bool,
}

pub(super) fn run(common: &Common, args: &ScheduleArgs) -> anyhow::Result<u8> {
    if args.open_turn {
        return apply(common, &args.campaign);
    }
    let host = Host::load(&common.campaigns)?;
    let config = known_campaign(&host, &args.campaign)?;
    if by_id(&config.game).is_some_and(|game| game.pace() == Pace::Alternating) {
        bail!(
            "in {} each move has a deadline of its own, which begins with the move before it: `ashpost status` shows the open one",
            config.id
        );
    }
    let now = System::new(common).world().now;
    let open = Desk::open_to_read(&host, &args.campaign).ok().and_then(|desk| {
        let window = desk.campaign.progress.as_ref()?.window.clone()?;
        Some((window.turn, window.deadline_at))
    });
    let mut found = Vec::new();
    let (mut turn, mut last) = open.map_or((0, None), |(turn, at)| (turn, Some(at)));
    found.extend(last.map(|at| (turn, at)));
    while (found.len() as u32) < args.count {
        let Some(next) = next_deadline(&config.schedule, turn + 1, last, last.unwrap_or(now)) else { break };
        turn += 1;
        last = Some(next.at);
        found.push((turn, next.at));
    }
    let zone = &config.schedule.zone;
    if common.json {
        let deadlines: Vec<_> = found.iter().map(|(turn, at)| json!({ "turn": turn, "deadline": at, "local": zone.text(*at) })).collect();
        print_json("ashpost-schedule/1", &json!({ "campaign": args.campaign, "zone": zone.name(), "deadlines": deadlines }))?;
    } else {
        let line = |(turn, at): &(u32, _)| format!("turn {turn:>3}  {}\n", zone.text(*at));
        print(&format!("{} ({}), if every turn is played at its deadline:\n", config.title, zone.name()))?;
        print(&found.iter().map(line).collect::<String>())?;
    }
    Ok(EXIT_FINE)
}

/// Moves the deadline of the open turn to where the file puts it.
fn apply(common: &Common, campaign: &str) -> anyhow::Result<u8> {
    at_each_game("ashpost-reschedule/1", common, campaign, reschedule, |done| {
        let what = match done.changed {
            true => format!("the deadline of turn {} is {} ({}), {} later", done.turn, done.to_local, done.zone, short(done.moved_by())),
            false => format!("the deadline of turn {} is that of the schedule already; nothing was changed", done.turn),
        };
        Told { line: format!("{}: {what}", done.campaign), emails: done.changed }
    })
}
