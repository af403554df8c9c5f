//! `ashpost rollback` and `ashpost roll-forward`: take a game back to an earlier position, and forward again.

use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_one_game};
use crate::office::{Desk, Rolled, World, roll_forward, rollback};

#[derive(Debug, Args)]
pub(super) struct RollbackArgs {
    /// The campaign, or one game of a tournament.
    campaign: String,
    /// The last turn that is to count; 0 for the opening.
    turn: u32,
    /// Why, in your own words; everybody reads it.
    #[arg(long)]
    reason: String,
}

#[derive(Debug, Args)]
pub(super) struct RollForwardArgs {
    /// The campaign, or one game of a tournament.
    campaign: String,
}

pub(super) fn run_back(common: &Common, args: &RollbackArgs) -> anyhow::Result<u8> {
    let act = |desk: &mut Desk, world: &World<'_>| rollback(desk, args.turn, &args.reason, world);
    at_one_game("ashpost-rollback/1", common, &args.campaign, act, |_, done| {
        told(done, &format!("went back from {} {} to {}", done.unit, done.from, last_turn(done)))
    })
}

/// What the command line says of a game that goes on from an older copy of its database.
pub(super) fn goes_on_from_copy(done: &Rolled) -> String {
    let lost = if done.from == done.to { String::new() } else { format!("{} {} no longer counts; ", done.unit, done.from) };
    told(done, &format!("{lost}the game goes on from {}", last_turn(done))).line
}

fn last_turn(done: &Rolled) -> String {
    if done.to == 0 { "the opening".to_owned() } else { format!("{} {}", done.unit, done.to) }
}

pub(super) fn run_forward(common: &Common, args: &RollForwardArgs) -> anyhow::Result<u8> {
    at_one_game("ashpost-roll-forward/1", common, &args.campaign, roll_forward, |_, done| {
        told(done, &format!("goes on from {} {} after all", done.unit, done.to))
    })
}

fn told(done: &Rolled, what: &str) -> GameLine {
    let open = match (done.turn, &done.deadline_local, &done.zone) {
        (Some(turn), ..) if done.is_paused => {
            let id = &done.campaign;
            format!("{} {turn} is open, and the game is paused: `ashpost resume {id}` lets it go on", done.unit)
        }
        (Some(turn), Some(local), Some(zone)) => format!("{} {turn} is open until {local} ({zone})", done.unit),
        _ => "the game is over".to_owned(),
    };
    let sheets = match &done.sheets[..] {
        [] => "no orders that were sent count for it".to_owned(),
        players => {
            let names: Vec<String> = players.iter().map(|player| format!("{} (seat {})", player.name, player.seat)).collect();
            format!("orders of {} count again", names.join(", "))
        }
    };
    let sheets = if done.turn.is_some() { format!("; {sheets}") } else { String::new() };
    GameLine::new(format!("{}: {what}; {open}{sheets}", done.campaign), done.emails > 0)
}
