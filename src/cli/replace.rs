//! `ashpost replace`: gives a seat to another person.

use clap::Args;

use super::common::Common;
use super::games::GameLine;
use super::next_rounds;
use super::seats::{SettingsArgs, at_each, emails, own_seat, person, seat_line};
use crate::campaign::Address;
use crate::office::{NewPlayer, SeatDone, replace};

#[derive(Debug, Args)]
pub(super) struct ReplaceArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all running games of the player.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file.
    seat: String,
    /// The new player, `Cora <cora@player.example>`.
    player: String,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn run(common: &Common, args: &ReplaceArgs) -> anyhow::Result<u8> {
    let (name, address) = person(&args.player)?;
    let player = NewPlayer { name, address: Address::new(&address)?, settings: args.settings.settings(None) };
    at_each(
        "ashpost-replace/1",
        common,
        (&args.campaign, &args.seat),
        |desk, seat, world| replace(desk, seat, &player, world),
        |host, done| GameLine { after: next_rounds::with(host, done).filter(|_| done.changed), ..seat_line(done, &in_words(done)) },
    )
}

fn in_words(done: &SeatDone) -> String {
    let SeatDone { name, address, before, .. } = done;
    if done.changed {
        format!("{name} <{address}> now plays instead of {before}, whose token is void; {}{}", emails(done), own_seat(done))
    } else {
        format!("{name} <{address}> plays here already; nothing was changed")
    }
}
