//! `ashpost abort` and `ashpost concede`: end a game by the game master's decision.

use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_each_game};
use super::next_rounds;
use crate::campaign::journal::Ending;
use crate::office::{Glance, Host, campaign_named, end_game, seat_of};

#[derive(Debug, Args)]
pub(super) struct AbortArgs {
    /// The campaign, or a tournament, which means all its running games.
    campaign: String,
    /// Why, in your own words; everybody reads it, and the journal keeps it.
    #[arg(long)]
    reason: String,
}

#[derive(Debug, Args)]
pub(super) struct ConcedeArgs {
    /// The campaign, or a game of a tournament such as spring-3.
    campaign: String,
    /// The seats that win, by their numbers or the names of their players.
    #[arg(required = true)]
    seats: Vec<String>,
    /// Why, in your own words; everybody reads it, and the journal keeps it.
    #[arg(long)]
    reason: Option<String>,
}

pub(super) fn run_abort(common: &Common, args: &AbortArgs) -> anyhow::Result<u8> {
    at_each_game(
        "ashpost-abort/1",
        common,
        &args.campaign,
        |desk, world| end_game(desk, &Ending::Aborted, Some(&args.reason), world),
        |host, done| GameLine {
            after: next_rounds::after_abort(host, &done.campaign),
            ..GameLine::new(format!("{}: the game is over without a result", done.campaign), true)
        },
    )
}

pub(super) fn run_concede(common: &Common, args: &ConcedeArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let id = campaign_named(&host, &args.campaign)?;
    let names = Glance::open(&host, &id)?.campaign.seat_names();
    let to = args.seats.iter().map(|who| seat_of(&id, who, names.clone())).collect::<Result<_, _>>()?;
    let ending = Ending::Conceded { to };
    at_each_game(
        "ashpost-concede/1",
        common,
        &args.campaign,
        |desk, world| end_game(desk, &ending, args.reason.as_deref(), world),
        |_, done| GameLine::new(format!("{}: the game is over and goes to {}", done.campaign, done.names.join(", ")), true),
    )
}
