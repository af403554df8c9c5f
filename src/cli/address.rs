//! `ashpost address`: enters a new address for the player of a seat.

use clap::Args;

use super::common::Common;
use super::seats::{at_each, emails, own_seat, seat_line};
use crate::campaign::Address;
use crate::office::{SeatDone, change_address};

#[derive(Debug, Args)]
pub(super) struct AddressArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all running games of the player.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file.
    seat: String,
    /// The new address, such as ann@home.example.
    address: String,
}

pub(super) fn run(common: &Common, args: &AddressArgs) -> anyhow::Result<u8> {
    let address = Address::new(&args.address)?;
    at_each(
        "ashpost-address/1",
        common,
        (&args.campaign, &args.seat),
        |desk, seat, world| change_address(desk, seat, &address, world),
        |_, done| seat_line(done, &in_words(done)),
    )
}

fn in_words(done: &SeatDone) -> String {
    if !done.changed {
        return format!("the address of {} is {} already; nothing was changed", done.name, done.address);
    }
    let again = match done.reports_again.len() {
        0 => String::new(),
        1 => ", 1 of them a report sent again".to_owned(),
        count => format!(", {count} of them reports sent again"),
    };
    format!("emails to {} go to {} from now on; {}{again}{}", done.name, done.address, emails(done), own_seat(done))
}
