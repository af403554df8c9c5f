//! `ashpost seat`: shows who holds which seat, and changes how their emails look.

use std::fmt::Write;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use super::seats::{SettingsArgs, at_each, own_seat, seat_line};
use super::table::table;
use crate::campaign::CampaignId;
use crate::campaign::config::{Attachments, Diagrams, Format};
use crate::campaign::local::Zone;
use crate::campaign::roster::{Holder, NO_ZONE};
use crate::campaign::seat_edits::{EditKind, SeatEdit};
use crate::campaign::vacancy::Vacancy;
use crate::engine::Seat;
use crate::office::{Glance, Host, SeatDone, SeatError, SeatSettings, change_settings, known_campaign};

#[derive(Debug, Args)]
pub(super) struct SeatArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all its games.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file. If absent, all seats are shown.
    seat: Option<String>,
    /// Another name for the same player.
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(Serialize)]
struct SeatRow {
    campaign: CampaignId,
    seat: Seat,
    name: String,
    /// Empty for a vacant seat, which keeps the name of its last player.
    address: String,
    also: Vec<String>,
    copies: bool,
    vacant: bool,
    zone: Option<Zone>,
    format: &'static str,
    diagrams: &'static str,
    attachments: &'static str,
    /// How many tokens of the seat were made void.
    token_epoch: u32,
}

impl SeatRow {
    fn of(campaign: &CampaignId, holder: &Holder) -> SeatRow {
        let Holder { player, epoch, .. } = holder;
        SeatRow {
            campaign: campaign.to_owned(),
            seat: player.number,
            name: player.name.clone(),
            address: player.address.to_string(),
            also: player.also.iter().map(ToString::to_string).collect(),
            copies: player.copies,
            vacant: false,
            zone: player.zone.clone(),
            format: player.format.code(),
            diagrams: player.diagrams.code(),
            attachments: player.attachments.code(),
            token_epoch: *epoch,
        }
    }

    fn of_vacancy(campaign: &CampaignId, vacancy: &Vacancy) -> SeatRow {
        SeatRow {
            campaign: campaign.to_owned(),
            seat: vacancy.seat,
            name: vacancy.name.clone(),
            address: String::new(),
            also: Vec::new(),
            copies: false,
            vacant: true,
            zone: None,
            format: Format::default().code(),
            diagrams: Diagrams::default().code(),
            attachments: Attachments::default().code(),
            token_epoch: vacancy.epoch + 1,
        }
    }
}

pub(super) fn run(common: &Common, args: &SeatArgs) -> anyhow::Result<u8> {
    let settings = args.settings.settings(args.name.clone());
    match &args.seat {
        Some(seat) if settings != SeatSettings::default() => at_each(
            "ashpost-seat-changes/1",
            common,
            (&args.campaign, seat),
            |desk, seat, world| change_settings(desk, seat, &settings, world),
            |_, done| seat_line(done, &in_words(done)),
        ),
        Some(_) => Err(SeatError::NothingToChange.into()),
        None if settings != SeatSettings::default() => bail!("name the seat: ashpost seat {} SEAT …", args.campaign),
        None => show(common, &args.campaign),
    }
}

fn in_words(done: &SeatDone) -> String {
    match (done.changed, done.name == done.before) {
        (true, false) => format!("{} is now called {}{}", done.before, done.name, own_seat(done)),
        (true, true) => format!("changed, from the next email to {} on{}", done.name, own_seat(done)),
        (false, _) => format!("{} has these settings already; nothing was changed", done.name),
    }
}

fn show(common: &Common, campaign: &str) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let config = known_campaign(&host, campaign)?;
    let games = config.game_ids();
    let ids = if games.is_empty() { vec![config.id] } else { games };
    let (mut rows, mut edits) = (Vec::new(), Vec::new());
    for id in ids {
        let mut glance = Glance::open(&host, &id)?;
        rows.extend(glance.campaign.holders.iter().map(|holder| SeatRow::of(&id, holder)));
        rows.extend(glance.campaign.vacancies.iter().map(|vacancy| SeatRow::of_vacancy(&id, vacancy)));
        edits.extend(glance.campaign.seat_edits(&glance.store.look()?)?);
    }
    rows.sort_by_key(|row| (row.campaign.clone(), row.seat));
    edits.sort();
    edits.dedup();
    if common.json {
        print_json("ashpost-seats/1", &serde_json::json!({ "seats": rows, "edits": edits }))?;
    } else {
        print(&(as_text(&rows) + &edits_as_text(&edits, "")))?;
    }
    Ok(EXIT_FINE)
}

fn as_text(rows: &[SeatRow]) -> String {
    let rows = rows.iter().map(|row| {
        if row.vacant {
            let was = format!("vacant (was {})", row.name);
            return [row.campaign.to_string(), row.seat.to_string(), was, String::new(), String::new(), String::new()];
        }
        let zone = row.zone.as_ref().map_or(NO_ZONE, Zone::name).to_owned();
        let letters = format!("{}, {}", row.format, row.diagrams);
        let addresses = [std::slice::from_ref(&row.address), &row.also].concat().join(if row.copies { " and " } else { ", also " });
        [row.campaign.to_string(), row.seat.to_string(), row.name.clone(), addresses, zone, letters]
    });
    table(["campaign", "seat", "player", "address", "zone", "emails"], rows)
}

/// Lists what was edited in the file and takes effect only by a command; each line begins with `indent`.
pub(super) fn edits_as_text(edits: &[SeatEdit], indent: &str) -> String {
    let mut text = String::new();
    for edit in edits {
        let SeatEdit { number, name, .. } = edit;
        let _ = match edit.kind {
            EditKind::Added => {
                writeln!(text, "{indent}seat {number} ({name}) is only in the file: a game that has begun takes no more players")
            }
            EditKind::LeftOut => {
                writeln!(text, "{indent}seat {number} ({name}) is missing from the file, and {name} plays on: put the seat back")
            }
            EditKind::Changed => {
                writeln!(text, "{indent}seat {number} ({name}) was edited in the file, which takes effect only by a command:")
            }
        };
        for change in &edit.changes {
            let _ = writeln!(text, "{indent}  {}: the game has {}, the file says {}", change.key.code(), change.holds, change.file);
        }
        if let Some(command) = &edit.another_player {
            let _ = writeln!(text, "{indent}  if it is another person: {command}");
        }
        for command in &edit.same_player {
            let _ = writeln!(text, "{indent}  if it is the same player: {command}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_names_nothing_to_change_is_told_every_option() {
        let told = SeatError::NothingToChange.to_string();
        for option in SeatArgs::augment_args(clap::Command::new("seat")).get_arguments().filter_map(clap::Arg::get_long) {
            assert!(told.contains(&format!("--{option}")), "--{option} is not in: {told}");
        }
    }
}
