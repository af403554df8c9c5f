//! `ashpost tick`: the one cron line.

use std::fmt::Write;

use super::world::System;
use super::{Common, EXIT_FINE, EXIT_TROUBLE, print, print_json};
use crate::office::{CampaignTick, Handled, Host, TickReport, tick};

pub fn run(common: &Common) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let report = tick(&host, &System::new(common).world())?;
    if common.json {
        print_json(&report)?;
    } else {
        print(&as_text(&report))?;
    }
    for trouble in &report.troubles {
        eprintln!("ashpost: {trouble}");
    }
    Ok(if report.has_trouble() { EXIT_TROUBLE } else { EXIT_FINE })
}

/// A line a campaign in which anything happened; cron mails what is printed, so silence is golden.
fn as_text(report: &TickReport) -> String {
    let mut text = String::new();
    for campaign in &report.campaigns {
        if let Some(trouble) = &campaign.trouble {
            let _ = writeln!(text, "{}: trouble: {trouble}", campaign.campaign);
        }
        let deeds = deeds(campaign);
        if !deeds.is_empty() {
            let _ = writeln!(text, "{}: {}", campaign.campaign, deeds.join(", "));
        }
    }
    if !report.strays.is_empty() {
        let _ = writeln!(text, "for no campaign: {}", mails(&report.strays));
    }
    text
}

/// What was done for a campaign, in words.
pub fn deeds(campaign: &CampaignTick) -> Vec<String> {
    let mut deeds = Vec::new();
    if campaign.busy {
        deeds.push("another run is at work".to_owned());
    }
    if !campaign.mails.is_empty() {
        deeds.push(mails(&campaign.mails));
    }
    for played in &campaign.played {
        if played.turn == 0 {
            deeds.push("opened".to_owned());
            continue;
        }
        if let Some(mover) = &played.mover {
            let what = if played.missing.is_empty() { "played" } else { "lost on time" };
            deeds.push(format!("turn {} {what} ({mover} to move)", played.turn));
            deeds.extend(played.game_over.then(|| "the game is over".to_owned()));
            continue;
        }
        let missing = if played.missing.is_empty() { String::new() } else { format!(", {} missing", played.missing.len()) };
        deeds.push(format!("turn {} adjudicated ({} sheets{missing})", played.turn, played.sheets));
        if played.game_over {
            deeds.push("the game is over".to_owned());
        }
    }
    if campaign.reminded > 0 {
        deeds.push(format!("{} reminded", campaign.reminded));
    }
    let outbox = &campaign.outbox;
    for (count, what) in [(outbox.sent, "sent"), (outbox.waiting, "to be tried again"), (outbox.failed, "undeliverable")] {
        if count > 0 {
            deeds.push(format!("{count} {what}"));
        }
    }
    deeds
}

/// `4 mails (3 accepted, 1 late)`.
pub fn mails(handled: &[Handled]) -> String {
    let mut counts: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    for mail in handled {
        *counts.entry(if mail.known { "seen before" } else { mail.verdict }).or_default() += 1;
    }
    let parts: Vec<String> = counts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    format!("{} mail{} ({})", handled.len(), if handled.len() == 1 { "" } else { "s" }, parts.join(", "))
}
