//! `ashpost eject` and `ashpost vacate`: free a seat, which nobody plays until `ashpost replace` gives it to somebody.

use clap::Args;

use super::common::Common;
use super::games::{CommandWork, GameLine};
use super::next_rounds;
use crate::campaign::journal::WhyVacated;
use crate::office::{Target, Vacated, targets, vacate};

#[derive(Debug, Args)]
pub(super) struct EjectArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all running games of the player.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file.
    seat: String,
    /// Why, in your own words; everybody reads it.
    #[arg(long)]
    reason: String,
}

#[derive(Debug, Args)]
pub(super) struct VacateArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all running games of the player.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file.
    seat: String,
    /// Why, in your own words; everybody reads it.
    #[arg(long)]
    reason: Option<String>,
}

pub(super) fn run_eject(common: &Common, args: &EjectArgs) -> anyhow::Result<u8> {
    run(common, (&args.campaign, &args.seat), "ashpost-eject/1", WhyVacated::Ejected, Some(&args.reason))
}

pub(super) fn run_vacate(common: &Common, args: &VacateArgs) -> anyhow::Result<u8> {
    run(common, (&args.campaign, &args.seat), "ashpost-vacate/1", WhyVacated::Vacated, args.reason.as_deref())
}

fn run(common: &Common, (campaign, who): (&str, &str), schema: &str, why: WhyVacated, reason: Option<&str>) -> anyhow::Result<u8> {
    let work = CommandWork {
        targets: &|host| Ok(targets(host, campaign, who)?),
        campaign_of: &|target: &Target| &target.campaign,
        act: &|desk, target, world| vacate(desk, target.seat, why, reason, world),
    };
    work.run(common, (schema, "seats"), |host, done| GameLine {
        after: next_rounds::without(host, &done.campaign, done.seat).filter(|_| done.changed),
        ..GameLine::new(in_words(done), done.changed)
    })
}

fn in_words(done: &Vacated) -> String {
    let Vacated { campaign, seat, name, game_over, is_void, changed, .. } = done;
    if !changed {
        format!("{campaign}, seat {seat}: {name} has left the game already; nothing was changed")
    } else if *is_void {
        format!("{campaign}, seat {seat}: {name} has left the game before both had moved, so it is over and void")
    } else if *game_over {
        format!("{campaign}, seat {seat}: {name} has lost the game, which is over")
    } else {
        format!(
            "{campaign}, seat {seat}: {name} no longer plays, and the token is void; `ashpost replace {campaign} {seat} \"Name <address>\"` fills the seat"
        )
    }
}
