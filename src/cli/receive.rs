//! `ashpost receive`: one mail on standard input, for mail servers that pipe.

use std::io::Read;

use clap::Args;

use super::world::System;
use super::{Common, EXIT_FINE, EXIT_TRY_AGAIN};
use crate::engine::Seed;
use crate::office::{Host, keep_in_spool, tick};

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
    if let Err(error) = keep(common, &world) {
        eprintln!("ashpost: the mail was not kept: {error:#}");
        return Ok(EXIT_TRY_AGAIN);
    }
    if args.no_tick {
        return Ok(EXIT_FINE);
    }
    let ticked = Host::load(&common.campaigns).and_then(|host| tick(&host, &world));
    if let Err(error) = ticked {
        // The mail is safe; the next tick will find it, and the mail server need not send it again.
        eprintln!("ashpost: the mail is kept for the next tick: {error}");
    }
    Ok(EXIT_FINE)
}

fn keep(common: &Common, world: &crate::office::World<'_>) -> anyhow::Result<()> {
    let mut raw = Vec::new();
    std::io::stdin().lock().read_to_end(&mut raw)?;
    let unique: Seed = (world.entropy)()?;
    keep_in_spool(&common.campaigns, &raw, world.now, &unique.to_string()[..16])?;
    Ok(())
}
