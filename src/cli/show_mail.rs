//! `ashpost show-mail`: shows what a player has sent, to settle a dispute. The player is told that somebody has looked.

use std::fmt::Write;

use clap::Args;

use super::common::Common;
use super::games::{CommandWork, GameLine};
use super::orders::person;
use super::output::counted;
use crate::office::{Desk, MailShown, Target, World, show_mail, targets};

#[derive(Debug, Args)]
pub(super) struct ShowMailArgs {
    /// The campaign, or one game of a tournament.
    campaign: String,
    /// The number of the seat or the name of its player.
    seat: String,
    /// The turn whose emails to show; the last one played if absent.
    turn: Option<u32>,
    /// Show them even if orders in them still count. Every player is told in their next message.
    #[arg(long)]
    break_seal: bool,
    /// Who reads them; by default the user of this machine.
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

pub(super) fn run(common: &Common, args: &ShowMailArgs) -> anyhow::Result<u8> {
    let by = person(args.by.as_deref());
    let work = CommandWork {
        targets: &|host| Ok(targets(host, &args.campaign, &args.seat)?),
        campaign_of: &|target: &Target| &target.campaign,
        act: &|desk: &mut Desk, target, world: &World<'_>| show_mail(desk, target.seat, args.turn, args.break_seal, &by, world),
    };
    work.run(common, ("ashpost-mail/1", "seats"), |_, shown| GameLine::new(as_text(shown), false))
}

fn as_text(shown: &MailShown) -> String {
    let MailShown { campaign, seat, name, turn, by, breaks_seal, emails } = shown;
    if emails.is_empty() {
        return format!("{campaign}, seat {seat} ({name}): no email came for turn {turn}. Nobody is told of this look.");
    }
    let told = if *breaks_seal { "every player" } else { name };
    let mut text = format!(
        "{campaign}, seat {seat} ({name}): {} for turn {turn}.\nThe journal says that {by} has read this, and {told} is told in the next message.\n",
        counted(emails.len(), "email")
    );
    for email in emails {
        let received = email.received_at.format("%Y-%m-%d %H:%M:%S UTC");
        let sender = email.sender.as_deref().unwrap_or("nobody");
        let _ = write!(text, "\nReceived: {received}, {}\nFrom: {sender}\nSubject: {}\n\n", email.verdict.code(), email.subject);
        let words = email.text.as_deref().unwrap_or("(its text is no longer kept, or the key that opens it is lost)");
        for line in words.lines() {
            let _ = writeln!(text, "| {line}");
        }
    }
    text.trim_end().to_owned()
}
