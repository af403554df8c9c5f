//! `ashpost receive`: takes one message on standard input, for mail servers that pipe.

use std::io::{self, Read};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::background;
use super::common::{Common, EXIT_FINE, EXIT_REFUSED, EXIT_TRY_AGAIN};
use super::hint;
use super::output::{print_failure, print_json, told_once};
use super::world::System;
use crate::campaign::config::LimitsConfig;
use crate::engine::Seed;
use crate::office::{Host, HostError, TickReport, World, keep_in_spool, receive, settle_in_spool};

/// The most bytes of a message that are read. What exceeds the size limit is dropped, so that the sender gets our answer; a message larger
/// than this is handed back to the mail server.
const LARGEST_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Debug, Args)]
pub(super) struct ReceiveArgs {
    /// Return when the message is answered, instead of leaving that to a process in the background.
    #[arg(long, conflicts_with = "no_tick")]
    wait: bool,
    /// Only keep the message; the next tick does the rest.
    #[arg(long)]
    no_tick: bool,
    /// Take in what waits; started by the program itself.
    #[arg(long, hide = true)]
    spooled: bool,
}

/// What happened to a message that was kept.
#[derive(Serialize)]
struct ReceivedMessage {
    /// What the run after it did; null if there was none, or it is one in the background.
    tick: Option<TickReport>,
    /// Why there was no run, though one was asked for.
    error: Option<String>,
}

/// Writes the message into a file before anything is decided, so that no later step can lose it. A power cut still can until the message is
/// filed or the disk has it; the mail server is told nothing before that, and sends it again.
pub(super) fn run(common: &Common, args: &ReceiveArgs) -> anyhow::Result<u8> {
    if args.spooled {
        return background::take_in(common);
    }
    let system = System::new(common);
    let world = system.world();
    let host = Host::load(&common.campaigns);
    let limits = host.as_ref().map_or_else(|_| LimitsConfig::default(), |host| host.config.limits);
    let kept = match keep(common, host.as_ref().ok(), &limits, &world) {
        Ok(KeptMessage::At(path)) => path,
        Ok(KeptMessage::TooLarge) => {
            let what = format!("the message is larger than {} MiB and was refused", LARGEST_BYTES >> 20);
            print_failure(common.json, &what, None, EXIT_REFUSED);
            return Ok(EXIT_REFUSED);
        }
        Err(error) => return Ok(not_kept(common, &error)),
    };
    let mut received = ReceivedMessage { tick: None, error: None };
    match host.and_then(|host| take_in(common, args, &host, &world)) {
        Ok(report) => received.tick = report,
        // The next tick will find the message, so the mail server need not send it again.
        Err(error) => received.error = Some(error.to_string()),
    }
    if let Err(error) = settle_in_spool(&kept) {
        return Ok(not_kept(common, &error.into()));
    }
    if common.json {
        print_json("ashpost-receive/1", &received)?;
    } else if let Some(error) = &received.error {
        eprintln!("ashpost: the message is kept for the next tick: {error}");
    }
    Ok(EXIT_FINE)
}

/// What a run did for the message, if it was done here.
fn take_in(common: &Common, args: &ReceiveArgs, host: &Host, world: &World<'_>) -> Result<Option<TickReport>, HostError> {
    if args.no_tick || (!args.wait && background::start(common).is_ok()) {
        return Ok(None);
    }
    receive(host, world, |_| {}).map(Some)
}

/// Tells the mail server to send the message again.
fn not_kept(common: &Common, error: &anyhow::Error) -> u8 {
    let what = format!("the message was not kept: {}", told_once(error));
    print_failure(common.json, &what, hint::of(error.as_ref()).as_deref(), EXIT_TRY_AGAIN);
    EXIT_TRY_AGAIN
}

enum KeptMessage {
    At(PathBuf),
    TooLarge,
}

/// Keeps as much of a message as is ever read, and one byte more to show that there was more.
fn keep(common: &Common, host: Option<&Host>, limits: &LimitsConfig, world: &World<'_>) -> anyhow::Result<KeptMessage> {
    let mut input = io::stdin().lock();
    let mut raw = Vec::new();
    (&mut input).take(limits.mail_kibibytes as u64 * 1024 + 1).read_to_end(&mut raw)?;
    let more = io::copy(&mut (&mut input).take(LARGEST_BYTES), &mut io::sink())?;
    if more == LARGEST_BYTES {
        return Ok(KeptMessage::TooLarge);
    }
    let unique: Seed = (world.entropy)()?;
    Ok(KeptMessage::At(keep_in_spool(host, &common.campaigns, &raw, world.now, &unique.to_string()[..16])?))
}
