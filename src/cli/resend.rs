//! `ashpost resend`: sends a report again to a player who has not received it.

use clap::Args;

use super::common::Common;
use super::seats::{at_each, seat_line};
use crate::office::send_again;

#[derive(Debug, Args)]
pub(super) struct ResendArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all running games of the player.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file.
    #[arg(long)]
    seat: String,
    /// The turn of the report, 0 for the opening; the last one if absent.
    #[arg(long)]
    turn: Option<u32>,
}

pub(super) fn run(common: &Common, args: &ResendArgs) -> anyhow::Result<u8> {
    at_each(
        "ashpost-resend/1",
        common,
        (&args.campaign, &args.seat),
        |desk, seat, world| send_again(desk, seat, args.turn, world),
        |_, done| {
            let turns: Vec<String> = done.reports_again.iter().map(ToString::to_string).collect();
            let words = format!("the report of turn {} is sent to {} <{}> again", turns.join(", "), done.name, done.address);
            seat_line(done, &words)
        },
    )
}
