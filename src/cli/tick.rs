//! `ashpost tick`: does everything that is due in one run, which cron starts.

use std::fmt::Write;
use std::num::NonZeroUsize;

use clap::Args;
use indicatif::ProgressBar;

use super::background;
use super::common::{Common, EXIT_FINE, EXIT_NEEDS_GM};
use super::output::progress_bar;
use super::output::{print, print_json, warn};
use super::world::System;
use crate::campaign::local::utc_text;
use crate::campaign::watch::Trust;
use crate::office::{CampaignTick, Handled, Held, Host, RunPart, TickReport, World, tick_and_look_again};

/// A run over fewer campaigns shows no progress.
const WORTH_WATCHING: usize = 10;

#[derive(Debug, Args)]
pub(super) struct TickArgs {
    /// Confirm that the clock is right, so that play goes on. Deadlines move by the time in which nothing ran.
    #[arg(long)]
    after_outage: bool,
    /// Compare the time that --now names with that of earlier runs, as with the clock's time; for tests. Without --now it changes nothing.
    #[arg(long)]
    heed_gap: bool,
    /// How many threads may work at once, each on a campaign or all on the reports of one; by default one for each core. Work that waits for the disk gets up to three times as many, unless this is 1.
    #[arg(long, value_name = "NUMBER")]
    jobs: Option<NonZeroUsize>,
}

pub(super) fn run(common: &Common, args: &TickArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let system = System::for_tick(common, args.heed_gap, args.after_outage).with_jobs(args.jobs);
    let report = {
        let watcher = Watcher::new();
        let world = World { progress: &|part, done, all| watcher.tell(part, done, all), ..system.world() };
        // If no process can be started, the next tick takes in what waits.
        tick_and_look_again(&host, &world, || drop(background::start(common)))?
    };
    if common.json {
        print_json("ashpost-tick/1", &report)?;
    } else {
        print(&as_text(&report))?;
    }
    if let Some(held) = held(&report.trust) {
        warn(common.json, &held);
    }
    for trouble in &report.troubles {
        warn(common.json, trouble);
    }
    let is_held = report.trust != Trust::Full;
    Ok(if is_held || report.has_trouble() { EXIT_NEEDS_GM } else { EXIT_FINE })
}

/// Shows the progress of a run on a terminal. A run over few campaigns ends before there is anything to see.
struct Watcher(ProgressBar);

impl Watcher {
    fn new() -> Watcher {
        Watcher(progress_bar(0, "{msg} {bar:30} {pos}/{len} campaigns"))
    }

    fn tell(&self, part: RunPart, done: usize, all: usize) {
        if all < WORTH_WATCHING {
            return;
        }
        self.0.set_message(match part {
            RunPart::TakingEmailsIn => "taking emails in",
            RunPart::Playing => "playing",
            RunPart::Sending => "sending",
        });
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Why a run played nothing at all, and what to do about it; `None` if it played.
pub(super) fn held(trust: &Trust) -> Option<String> {
    match trust {
        Trust::Full => None,
        Trust::Outage { since } => Some(format!(
            "no run since {}: emails are taken in and answered, but nothing is played until runs have been regular for two \
             hours. If the clock is right, `ashpost tick --after-outage` resumes play now, and open deadlines move by the time that was lost",
            utc_text(*since)
        )),
        Trust::ClockBehind { last_run } => Some(format!(
            "the clock shows a time before the last run ({}): emails are taken in and answered, but nothing is played. Set the \
             clock; if it is right now, `ashpost tick --after-outage` resumes play",
            utc_text(*last_run)
        )),
    }
}

/// A line for each campaign in which anything happened. Cron emails whatever is printed, so a run without news prints nothing.
fn as_text(report: &TickReport) -> String {
    let mut text = String::new();
    for campaign in &report.campaigns {
        if let Some(trouble) = &campaign.trouble {
            let _ = writeln!(text, "{}: error: {trouble}", campaign.campaign);
        }
        let deeds = deeds(campaign);
        if !deeds.is_empty() {
            let _ = writeln!(text, "{}: {}", campaign.campaign, deeds.join(", "));
        }
    }
    // Only answered emails for no campaign are counted: cron may mail this text to the host itself, and a line about each such email would
    // bring the next one.
    let answered: Vec<&Handled> = report.strays.iter().filter(|mail| mail.answered).collect();
    if !answered.is_empty() {
        let _ = writeln!(text, "email for no campaign, answered: {}", mails(&answered));
    }
    for file in report.unclaimed_files() {
        let _ = writeln!(
            text,
            "{}: these orders count for nobody. An order file begins with the line ORDERS, the campaign, the seat and the seat's token \
             (`ashpost token` shows it); this one is in the folder `filed` now",
            file.display()
        );
    }
    text
}

/// What was done in a campaign, in words.
pub(super) fn deeds(campaign: &CampaignTick) -> Vec<String> {
    let mut deeds = Vec::new();
    if campaign.busy {
        deeds.push("another run is at work".to_owned());
    }
    let news: Vec<&Handled> = campaign.mails.iter().filter(|mail| mail.is_news()).collect();
    if !news.is_empty() {
        deeds.push(mails(&news));
    }
    if campaign.held == Some(Held::UnsentReports) {
        deeds.push("the deadline waits because reports could not be sent yet".to_owned());
    }
    if campaign.held == Some(Held::Asking) {
        deeds.push("the turn waits for its game master".to_owned());
    }
    for played in &campaign.played {
        if played.turn == 0 {
            deeds.push("opened".to_owned());
            continue;
        }
        if let Some(mover) = &played.mover {
            let what = match &played.resigned {
                Some(name) => format!("{name} resigned"),
                None if played.missing.is_empty() => format!("played by {mover}"),
                None => format!("{mover} lost on time"),
            };
            let next = match &played.next_mover {
                Some(next) => format!("{next} to move"),
                None => "the game is over".to_owned(),
            };
            deeds.push(format!("{} {}: {what}, {next}", played.unit, played.turn));
            continue;
        }
        let missing = if played.missing.is_empty() { String::new() } else { format!(", {} missing", played.missing.len()) };
        let caretaken =
            if played.caretaken.is_empty() { String::new() } else { format!(", the caretaker played for {}", played.caretaken.len()) };
        let sheets = if played.sheets == 1 { "sheet" } else { "sheets" };
        deeds.push(format!("{} {} adjudicated ({} {sheets}{missing}{caretaken})", played.unit, played.turn, played.sheets));
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

/// `4 emails (3 accepted, 1 late)`.
pub(super) fn mails(handled: &[&Handled]) -> String {
    let mut counts: std::collections::BTreeMap<&str, u32> = std::collections::BTreeMap::new();
    for mail in handled {
        *counts.entry(if mail.known { "seen before" } else { mail.verdict.code() }).or_default() += 1;
    }
    let parts: Vec<String> = counts.iter().map(|(verdict, count)| format!("{count} {verdict}")).collect();
    format!("{} email{} ({})", handled.len(), if handled.len() == 1 { "" } else { "s" }, parts.join(", "))
}
