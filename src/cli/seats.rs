//! What the commands about seats share: choosing the seats, waiting for another run, and telling what was done.

use anyhow::bail;
use clap::Args;

use super::common::Common;
use super::games::{CommandWork, GameLine};
use crate::campaign::Address;
use crate::campaign::config::{Attachments, Diagrams, Format, reminders};
use crate::campaign::daily::Daily;
use crate::campaign::local::{LocalTime, Zone};
use crate::campaign::roster::{NO_OTHERS, NO_ZONE};
use crate::engine::Seat;
use crate::office::{ClosesFirst, Desk, Host, SeatDone, SeatError, SeatSettings, Target, World, ZoneSetting, targets};

/// How a player's emails look.
#[derive(Debug, Args)]
pub(super) struct SettingsArgs {
    /// The player's time zone, such as Europe/Berlin, or `schedule` for the time zone of the campaign.
    #[arg(long, value_parser = zone)]
    zone: Option<ZoneSetting>,
    /// How reports are sent: text, or both text and HTML.
    #[arg(long)]
    format: Option<Format>,
    /// The characters of board diagrams: unicode or ascii.
    #[arg(long)]
    diagrams: Option<Diagrams>,
    /// Which files come with reports: none, calendar (the deadline), or all: that, the report as JSON and the order form.
    #[arg(long)]
    attachments: Option<Attachments>,
    /// Whether the player is reminded of deadlines: on or off.
    #[arg(long, value_parser = reminders)]
    reminders: Option<bool>,
    /// When the player gets a daily email about all their games: a time such as 07:30, or off.
    #[arg(long, value_name = "TIME")]
    digest: Option<Daily>,
    /// Other addresses of the player, separated by commas, or `none`: email from them counts as from the first.
    #[arg(long, value_parser = addresses)]
    also: Option<Addresses>,
    /// Whether these addresses get all emails, too, because several people play the seat: true or false.
    #[arg(long)]
    copies: Option<bool>,
}

impl SettingsArgs {
    pub(super) fn settings(&self, name: Option<String>) -> SeatSettings {
        let zone = self.zone.clone();
        let also = self.also.clone().map(|Addresses(also)| also);
        let SettingsArgs { format, diagrams, attachments, reminders, digest, copies, .. } = *self;
        SeatSettings { name, zone, format, diagrams, attachments, reminders, digest, also, copies }
    }
}

fn zone(text: &str) -> Result<ZoneSetting, String> {
    if text == NO_ZONE { Ok(ZoneSetting::OfSchedule) } else { Zone::try_from(text.to_owned()).map(ZoneSetting::Own) }
}

/// Other addresses of a player.
#[derive(Debug, Clone)]
struct Addresses(Vec<Address>);

fn addresses(text: &str) -> Result<Addresses, String> {
    let named = text.split(',').map(str::trim).filter(|address| !address.is_empty() && *address != NO_OTHERS);
    named.map(|address| Address::new(address).map_err(|error| error.to_string())).collect::<Result<_, _>>().map(Addresses)
}

/// Does the work of a command at every chosen seat, and tells of each in a line, or of all in the document `schema`.
pub(super) fn at_each(
    schema: &str,
    common: &Common,
    (campaign, who): (&str, &str),
    act: impl Fn(&mut Desk, Seat, &World<'_>) -> Result<SeatDone, SeatError>,
    tell: impl Fn(&Host, &SeatDone) -> GameLine,
) -> anyhow::Result<u8> {
    let work = CommandWork {
        targets: &|host| Ok(targets(host, campaign, who)?),
        campaign_of: &|target: &Target| &target.campaign,
        act: &|desk, target, world| act(desk, target.seat, world),
    };
    work.run(common, (schema, "seats"), tell)
}

/// The line about a seat, with what was done there in words.
pub(super) fn seat_line(done: &SeatDone, words: &str) -> GameLine {
    GameLine::new(format!("{}, seat {}: {words}", done.campaign, done.seat), done.emails > 0)
}

/// Reads `Ann <ann@player.example>`, or an address alone; the part before its @ is then the name.
pub(super) fn person(text: &str) -> anyhow::Result<(String, String)> {
    match text.trim().strip_suffix('>').and_then(|text| text.split_once('<')) {
        Some((name, address)) => Ok((name.trim().to_owned(), address.trim().to_owned())),
        None => {
            let (addresses, name): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(|word| word.contains('@'));
            match (addresses.first(), name.join(" ")) {
                (None, _) => bail!("`{text}` has no address: write `Ann <ann@example.org>`"),
                (Some(address), name) if name.is_empty() => {
                    let local = address.split('@').next().unwrap_or_default();
                    Ok((local.to_owned(), text.trim().to_owned()))
                }
                (Some(address), name) => {
                    let address = address.trim_matches(['<', '>']);
                    bail!("the address in `{text}` belongs between < and >: write `{name} <{address}>`")
                }
            }
        }
    }
}

/// What follows for the orders of a seat that has become one of the game master's own; empty if it has not.
pub(super) fn own_seat(done: &SeatDone) -> String {
    let Some(ClosesFirst { turn, unit, at: LocalTime { local, zone, .. }, is_past }) = &done.closes_first else { return String::new() };
    let what = if *is_past {
        format!("are fixed as they are, since those of the game master are (from {local} on, {zone})")
    } else {
        format!("count until {local} ({zone}) only")
    };
    format!(
        "; the game master holds this seat too now, so its orders for {unit} {turn} {what}. {} gets no letter about it: tell them",
        done.name
    )
}

/// `3 emails wait`, in words.
pub(super) fn emails(done: &SeatDone) -> String {
    match done.emails {
        1 => "1 email waits".to_owned(),
        count => format!("{count} emails wait"),
    }
}
