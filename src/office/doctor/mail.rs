//! Whether email comes in and goes out.

use std::collections::BTreeSet;
use std::path::Path;

use chrono::{DateTime, TimeDelta, Utc};

use super::campaigns::ExaminedCampaign;
use crate::campaign::CampaignId;
use crate::campaign::config::MailConfig;
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::host::spool;
use crate::office::cabinet::readiness::cautions;
use crate::office::cabinet::usable::{Hindrance, is_missing, unusable_folder, unusable_maildir};
use crate::office::doctor::outbox_seen::OutboxSeen;
use crate::office::doctor::{Finding, Part};
use crate::office::sending::transport;
use crate::office::{Host, World};
use crate::post::source::{FoundFile, Scan, folder, maildir};

/// An email that has waited longer than this has been skipped by every run.
const LONG: TimeDelta = TimeDelta::hours(1);

/// Each place where email comes in: whether it can be read and emptied, and whether anything lies there too long.
pub(super) fn ways_in(host: &Host, world: &World<'_>) -> Vec<Finding> {
    let mut findings = odd(host, Part::MailIn);
    let configs = host.configs();
    let of_campaigns = configs.iter().flat_map(|config| &config.intake.maildirs);
    let mut maildirs: Vec<&Path> = host.config.intake.maildirs.iter().chain(of_campaigns).map(AsRef::as_ref).collect();
    let kept = spool(&host.folder);
    if kept.is_dir() {
        maildirs.push(&kept);
    }
    maildirs.sort();
    maildirs.dedup();
    if host.config.intake.is_none() && maildirs.is_empty() && configs.iter().all(|config| config.intake.is_none()) {
        findings.push(Finding::broken(
            Part::MailIn,
            "no email comes in",
            "name a Maildir in `maildirs` of [intake] in ashpost.toml, or say `pipe = true` if a mail server pipes to `ashpost receive`",
        ));
    }
    // A place that does not exist is a mistake in the configuration, and reported as one.
    findings.extend(maildirs.into_iter().filter(|maildir| !is_missing(&maildir.join("new"))).map(|maildir| maildir_in(maildir, world.now)));
    let of_campaigns = configs.iter().flat_map(|config| &config.intake.folders);
    let folders: BTreeSet<&Path> = host.config.intake.folders.iter().chain(of_campaigns).map(AsRef::as_ref).collect();
    findings.extend(folders.into_iter().filter(|folder| !is_missing(folder)).map(|folder| folder_in(folder, world.now)));
    findings
}

/// What is odd about that part and may be meant. Emails that go into files are odd on their way out, all else on the way in.
fn odd(host: &Host, part: Part) -> Vec<Finding> {
    let of = if host.config.mail.leaves_the_machine() { Part::MailIn } else { Part::MailOut };
    let odd = if of == part { cautions(host) } else { Vec::new() };
    odd.into_iter().map(|odd| Finding::warning(part, odd, "if you want it so, there is nothing to do")).collect()
}

fn maildir_in(path: &Path, now: DateTime<Utc>) -> Finding {
    let scan = maildir::scan(path);
    let waits = |found: &FoundFile| found.path.parent().is_some_and(|folder| folder.ends_with("new"));
    let in_words = |count| format!("{} in `new`", emails(count));
    way_in(path, unusable_maildir(path), scan, (waits, in_words), now)
}

/// A folder of files: what was read is moved into `filed` in it, which is made when there is something to move.
fn folder_in(path: &Path, now: DateTime<Utc>) -> Finding {
    let scan = folder::scan(path);
    let in_words = |count| if count == 1 { "1 file in it".to_owned() } else { format!("{count} files in it") };
    way_in(path, unusable_folder(path), scan, (|_: &FoundFile| true, in_words), now)
}

/// Whether a place can be used, whether all of it could be listed, and whether anything `waits` there too long.
fn way_in(
    path: &Path,
    unusable: Option<Hindrance>,
    scan: Scan,
    (waits, in_words): (impl Fn(&FoundFile) -> bool, impl Fn(usize) -> String),
    now: DateTime<Utc>,
) -> Finding {
    let name = path.display();
    if let Some(Hindrance { what, advice }) = unusable {
        return Finding::broken(Part::MailIn, what, advice);
    }
    if let Some(error) = scan.unlisted {
        return Finding::broken(Part::MailIn, error.to_string(), "run ashpost as the user who owns it");
    }
    match scan.found.iter().filter(|found| waits(found) && now - found.received() > LONG).count() {
        0 => Finding::fine(Part::MailIn, format!("{name} can be read and emptied")),
        count => Finding::warning(
            Part::MailIn,
            format!("{name}: {} for more than an hour", in_words(count)),
            "`ashpost tick` reads them, or says why not; those from before this host was set up stay where they are",
        ),
    }
}

/// Each way out: whether the server greets us and lets us in, or the command is there. Nothing is sent.
pub(super) fn ways_out(host: &Host, world: &World<'_>) -> Vec<Finding> {
    let mut ways: Vec<MailConfig> = vec![host.config.mail.clone()];
    for way in host.configs().into_iter().filter_map(|config| config.said.mail) {
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    let look = |way: &MailConfig| match transport::open(way, world).and_then(|transport| Ok(transport.greet()?)) {
        Ok(said) => Finding::fine(Part::MailOut, said),
        Err(error) => Finding::broken(
            Part::MailOut,
            error.to_string(),
            "look at [mail] in ashpost.toml; `ashpost check-config --send-test` sends you a message and shows what the server answers",
        ),
    };
    ways.iter().map(look).chain(odd(host, Part::MailOut)).collect()
}

/// Emails that have waited for long, and why. If the way out is open now, what went wrong when they were last tried may be over; but a server that
/// greets us may refuse each email all the same, so nobody relies on it once one has waited for long.
pub(super) fn outbox(
    host: &Host,
    campaigns: &[(CampaignId, Result<ExaminedCampaign, DeskError>)],
    is_way_open: bool,
    now: DateTime<Utc>,
) -> Vec<Finding> {
    let own = OutboxSeen::of_host(host);
    let of_campaigns = campaigns.iter().filter_map(|(id, seen)| Some((&**id, &seen.as_ref().ok()?.outbox)));
    let seen: Vec<(&str, &OutboxSeen)> = own.iter().map(|own| ("the host itself", own)).chain(of_campaigns).collect();
    let mut findings = Vec::new();
    for (id, OutboxSeen { waiting, last_error, oldest_since }) in &seen {
        let has_waited_long = oldest_since.is_some_and(|since| now - since > LONG);
        if let Some(error) = last_error {
            let again = "`ashpost tick` tries again, for about four days if the email is refused for now; `ashpost check-config --send-test` shows what the server answers";
            let what = format!("{id}: {} to be sent; the last attempt failed: {error}", waits(*waiting));
            let tell = if is_way_open && !has_waited_long { Finding::warning } else { Finding::broken };
            findings.push(tell(Part::Outbox, what, again));
        } else if has_waited_long {
            let what = format!("{id}: {} to be sent, and no run has tried for an hour", waits(*waiting));
            findings.push(Finding::warning(Part::Outbox, what, "`ashpost tick` sends them; it belongs in your crontab"));
        }
    }
    if findings.is_empty() {
        let waiting: u32 = seen.iter().map(|(_, seen)| seen.waiting).sum();
        let what = if waiting == 0 { "no email waits to be sent".to_owned() } else { format!("{} for the next tick", waits(waiting)) };
        findings.push(Finding::fine(Part::Outbox, what));
    }
    findings
}

fn waits(count: u32) -> String {
    format!("{} {}", emails(count as usize), if count == 1 { "waits" } else { "wait" })
}

/// A number of emails, in words.
fn emails(count: usize) -> String {
    if count == 1 { "1 email".to_owned() } else { format!("{count} emails") }
}
