//! `ashpost absence`: grants or denies the days of absence that a player asks for.

use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_each_game};
use crate::office::decide_absence;

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("answer").required(true).args(["approve", "deny"])))]
pub(super) struct AbsenceArgs {
    /// The campaign.
    campaign: String,
    /// The seat, by its number or its player's name.
    seat: String,
    /// Grant the days; everybody is told.
    #[arg(long)]
    approve: bool,
    /// Deny them; the player is told that nothing changes.
    #[arg(long)]
    deny: bool,
}

pub(super) fn run(common: &Common, args: &AbsenceArgs) -> anyhow::Result<u8> {
    at_each_game(
        "ashpost-absence/1",
        common,
        &args.campaign,
        |desk, world| decide_absence(desk, &args.seat, args.approve, world),
        |_, done| {
            let answer = if done.granted { "is away" } else { "is told that you do not agree" };
            let deadline = done.deadline_local.as_ref().map(|local| format!("; the deadline is {local}")).unwrap_or_default();
            GameLine::new(format!("{}: {} (seat {}) {answer} ({}){deadline}", done.campaign, done.name, done.seat, done.days), true)
        },
    )
}
