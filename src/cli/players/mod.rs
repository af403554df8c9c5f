//! The players of demonstrations and rehearsals: the caretakers of their games, who write real emails.

pub(super) mod house;
mod mails;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde_json::Value;

use super::world::System;
use crate::campaign::CampaignId;
use crate::campaign::config::{MailConfig, SeatConfig};
use crate::office::{Glance, Host, TickReport, tick};
use crate::post::{Letter, MessageId};
pub(super) use mails::{Client, PlayerMail};

/// The players of the first eight seats.
pub(super) const NAMES: [&str; 8] = ["Ann", "Béla", "Chiara", "Dmitri", "Esi", "Farid", "Greta", "Hana"];

/// When every game of bots begins. It is fixed, so that games are the same every time.
pub(super) const BEGINS: &str = "2027-01-01T19:05:00Z";

/// The open turn as seen by the players whose orders are awaited.
pub(super) struct AwaitedTurn {
    pub number: u32,
    pub opened_at: DateTime<Utc>,
    pub deadline_at: DateTime<Utc>,
    pub clients: Vec<Client>,
}

impl AwaitedTurn {
    /// Reads the open turn; `None` once the game is over. `salt` makes the players of several campaigns play differently; otherwise they
    /// would all play the same moves.
    ///
    /// # Errors
    /// When the campaign cannot be read, or a player has no report.
    pub(super) fn of(host: &Host, campaign: &CampaignId, salt: u64) -> anyhow::Result<Option<AwaitedTurn>> {
        let mut glance = Glance::open(host, campaign)?;
        let Some(progress) = &glance.campaign.progress else { return Ok(None) };
        let Some(window) = progress.window.clone() else { return Ok(None) };
        let awaited = progress.table.to_move();
        let seats: Vec<SeatConfig> = glance.campaign.config.seats.iter().filter(|seat| awaited.contains(&seat.number)).cloned().collect();
        let mut reports = glance.store.look()?.reports(window.turn - 1)?;
        let mut clients = Vec::new();
        for seat in seats {
            let place = reports.iter().position(|report| report.seat == Some(seat.number)).context("a seat without a report")?;
            let report = reports.swap_remove(place);
            clients.push(Client {
                seat: seat.number,
                received: Letter::read(&fs::read(last_report(host, campaign, window.turn, &seat)?)?),
                name: seat.name,
                address: seat.address,
                turn: window.turn,
                orders: progress.table.caretaker(seat.number, salt),
                view: serde_json::from_str::<Value>(&report.json)?["view"].take(),
                report_text: report.text,
            });
        }
        Ok(Some(AwaitedTurn { number: window.turn, opened_at: window.opened_at, deadline_at: window.deadline.at, clients }))
    }
}

/// The file of the last report to a player. Where moves alternate, not every turn sends one to everybody.
fn last_report(host: &Host, campaign: &CampaignId, turn: u32, seat: &SeatConfig) -> anyhow::Result<PathBuf> {
    let MailConfig::File { directory } = &host.config.mail else { anyhow::bail!("emails of bots are written into files") };
    let domain = host.config.address.domain();
    let id = |turn| MessageId::of(&[campaign, &MessageId::report_part(turn, seat.number)], domain);
    let files = (0..turn).rev().map(|turn| directory.join(format!("{}.eml", id(turn))));
    files.into_iter().find(|file| file.is_file()).with_context(|| format!("{campaign}: seat {} was sent no report", seat.number))
}

/// Does the run that cron would start at that time.
///
/// # Errors
/// When the host's folder cannot be listed.
pub(super) fn tick_at(host: &Host, now: DateTime<Utc>) -> anyhow::Result<TickReport> {
    Ok(tick(host, &System::at(now).world())?)
}

/// The errors of a run, in words.
pub(super) fn troubles(report: &TickReport) -> impl Iterator<Item = &String> {
    report.troubles.iter().chain(report.campaigns.iter().filter_map(|campaign| campaign.trouble.as_ref()))
}

/// The folder itself if it does not exist, else its name with the first free number.
pub(super) fn free_folder(wanted: &Path) -> PathBuf {
    let numbered = (2..).map(|number| wanted.with_file_name(format!("{}-{number}", wanted.display())));
    std::iter::once(wanted.to_owned()).chain(numbered).find(|path| !path.exists()).unwrap_or_else(|| wanted.to_owned())
}

/// The local part of an address for this name, in ASCII.
pub(super) fn local_part(name: &str) -> String {
    name.to_lowercase().replace('é', "e").replace(' ', ".")
}
