//! `ashpost receive`: one mail on standard input, for mail servers that pipe.

use std::io::{self, Read};

use clap::Args;

use super::world::System;
use super::{Common, EXIT_FINE, EXIT_REFUSED, EXIT_TRY_AGAIN};
use crate::campaign::config::LimitsConfig;
use crate::engine::Seed;
use crate::office::{Host, World, keep_in_spool, tick};

/// What is behind the limit of a mail is read and thrown away, so that its sender gets our answer; a mail that is larger than this
/// is handed back to the mail server.
const LARGEST_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Debug, Args)]
pub struct ReceiveArgs {
    /// Keep the mail and leave the rest to the next tick.
    #[arg(long)]
    no_tick: bool,
}

/// The mail is on disk before anything is decided; what comes after cannot lose it.
pub fn run(common: &Common, args: &ReceiveArgs) -> anyhow::Result<u8> {
    let system = System::new(common);
    let world = system.world();
    let host = Host::load(&common.campaigns);
    let limits = host.as_ref().map_or_else(|_| LimitsConfig::default(), |host| host.config.limits);
    match keep(common, &limits, &world) {
        Ok(Kept::OnDisk) => {}
        Ok(Kept::TooLarge) => {
            eprintln!("The message is larger than {} MiB and was not taken.", LARGEST_BYTES >> 20);
            return Ok(EXIT_REFUSED);
        }
        Err(error) => {
            eprintln!("ashpost: the mail was not kept: {error:#}");
            return Ok(EXIT_TRY_AGAIN);
        }
    }
    if args.no_tick {
        return Ok(EXIT_FINE);
    }
    if let Err(error) = host.and_then(|host| tick(&host, &world)) {
        // The mail is safe; the next tick will find it, and the mail server need not send it again.
        eprintln!("ashpost: the mail is kept for the next tick: {error}");
    }
    Ok(EXIT_FINE)
}

enum Kept {
    OnDisk,
    TooLarge,
}

/// Keeps as much of a mail as is ever read; one byte more tells that there was more.
fn keep(common: &Common, limits: &LimitsConfig, world: &World<'_>) -> anyhow::Result<Kept> {
    let mut input = io::stdin().lock();
    let mut raw = Vec::new();
    (&mut input).take(limits.mail_kibibytes as u64 * 1024 + 1).read_to_end(&mut raw)?;
    let more = io::copy(&mut (&mut input).take(LARGEST_BYTES), &mut io::sink())?;
    if more == LARGEST_BYTES {
        return Ok(Kept::TooLarge);
    }
    let unique: Seed = (world.entropy)()?;
    keep_in_spool(&common.campaigns, &raw, world.now, &unique.to_string()[..16])?;
    Ok(Kept::OnDisk)
}
