//! What the commands about seats share: which seats are meant, waiting for a run that is at work, and telling what was done.

use std::time::Duration;

use anyhow::bail;
use clap::Args;
use serde_json::json;

use super::world::System;
use super::{Common, EXIT_FAILED, EXIT_FINE, EXIT_TRY_AGAIN, print, print_json, warn};
use crate::campaign::config::{Attachments, Diagrams, Format};
use crate::campaign::local::Zone;
use crate::campaign::roster::NO_ZONE;
use crate::engine::Seat;
use crate::office::{Desk, DeskError, Host, SeatDone, SeatError, SeatSettings, World, targets};

/// How often we ask again for a campaign that another run holds, and how long we wait in between: two seconds in all.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// How a player's emails look.
#[derive(Debug, Args)]
pub(super) struct SettingsArgs {
    /// The player's time zone, such as Europe/Berlin, or `schedule` for the time zone of the campaign.
    #[arg(long, value_parser = zone)]
    zone: Option<SeatZone>,
    /// How reports are sent: text, or both text and HTML.
    #[arg(long, value_parser = format)]
    format: Option<Format>,
    /// The characters of board diagrams: unicode or ascii.
    #[arg(long, value_parser = diagrams)]
    diagrams: Option<Diagrams>,
    /// What reports bring along besides: none, or all, which is the report as JSON and the order form.
    #[arg(long, value_parser = attachments)]
    attachments: Option<Attachments>,
}

impl SettingsArgs {
    pub(super) fn settings(&self, name: Option<String>) -> SeatSettings {
        let zone = self.zone.clone().map(|SeatZone(zone)| zone);
        SeatSettings { name, zone, format: self.format, diagrams: self.diagrams, attachments: self.attachments }
    }
}

/// A player's own time zone; none for that of the schedule.
#[derive(Debug, Clone)]
struct SeatZone(Option<Zone>);

fn zone(text: &str) -> Result<SeatZone, String> {
    let own = (text != NO_ZONE).then(|| Zone::try_from(text.to_owned())).transpose()?;
    Ok(SeatZone(own))
}

fn format(text: &str) -> Result<Format, String> {
    [Format::Text, Format::Both].into_iter().find(|format| format.code() == text).ok_or_else(|| "expected text or both".to_owned())
}

fn diagrams(text: &str) -> Result<Diagrams, String> {
    let known = [Diagrams::Unicode, Diagrams::Ascii].into_iter().find(|diagrams| diagrams.code() == text);
    known.ok_or_else(|| "expected unicode or ascii".to_owned())
}

fn attachments(text: &str) -> Result<Attachments, String> {
    let known = [Attachments::None, Attachments::All].into_iter().find(|attachments| attachments.code() == text);
    known.ok_or_else(|| "expected none or all".to_owned())
}

/// Does the work of a command at every seat that is meant, and tells of each in a line, or of all in a document named `schema`. What
/// fails in one game of a tournament is done in the others; a game that another run holds ends the command with "try again later".
pub(super) fn at_each(
    schema: &str,
    common: &Common,
    campaign: &str,
    who: &str,
    act: impl Fn(&mut Desk, Seat, &World<'_>) -> Result<SeatDone, SeatError>,
    tell: impl Fn(&SeatDone) -> String,
) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let system = System::new(common);
    let world = system.world();
    let (mut all, mut errors) = (Vec::new(), Vec::new());
    let mut code = EXIT_FINE;
    for target in targets(&host, campaign, who)? {
        let done = open(&host, &target.campaign, &world).map_err(SeatError::from).and_then(|mut desk| act(&mut desk, target.seat, &world));
        match done {
            Ok(done) => all.push(done),
            Err(SeatError::Desk(error)) if error.holder().is_some() => {
                errors.push(format!("{error}; nothing was changed in {}: run this again in a moment", target.campaign));
                code = EXIT_TRY_AGAIN;
                break;
            }
            Err(error) => {
                errors.push(error.to_string());
                code = EXIT_FAILED;
            }
        }
    }
    errors.iter().for_each(|error| warn(common.json, error));
    if common.json {
        print_json(schema, &json!({ "seats": all, "errors": errors }))?;
    } else {
        print(&all.iter().map(|done| format!("{}, seat {}: {}\n", done.campaign, done.seat, tell(done))).collect::<String>())?;
        if all.iter().any(|done| done.emails > 0) {
            print("The emails leave with the next tick.\n")?;
        }
    }
    Ok(code)
}

/// Opens a campaign for work; if another run has it, waits a moment for that to end.
pub(super) fn open(host: &Host, id: &str, world: &World<'_>) -> Result<Desk, DeskError> {
    for _ in 1..ATTEMPTS {
        match Desk::open(host, id, world) {
            Err(error) if error.holder().is_some() => std::thread::sleep(PAUSE),
            opened => return opened,
        }
    }
    Desk::open(host, id, world)
}

/// `Ann <ann@player.example>`, or an address alone; the part before its @ is then the name.
pub(super) fn person(text: &str) -> anyhow::Result<(String, String)> {
    match text.trim().strip_suffix('>').and_then(|text| text.split_once('<')) {
        Some((name, address)) => Ok((name.trim().to_owned(), address.trim().to_owned())),
        None => match text.split_once('@') {
            Some((local, _)) => Ok((local.trim().to_owned(), text.trim().to_owned())),
            None => bail!("`{text}` is not a person: write `Ann <ann@example.org>`"),
        },
    }
}

/// `3 emails wait`, in words.
pub(super) fn emails(done: &SeatDone) -> String {
    match done.emails {
        1 => "1 email waits".to_owned(),
        count => format!("{count} emails wait"),
    }
}
