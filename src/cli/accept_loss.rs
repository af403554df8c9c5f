//! `ashpost accept-loss`: goes on without files that are lost for good.

use clap::Args;

use super::world::System;
use super::{Common, EXIT_FINE, print};
use crate::office::{Accepted, Host, accept_loss};

#[derive(Debug, Args)]
pub struct AcceptLossArgs {
    campaign: String,
}

pub fn run(common: &Common, args: &AcceptLossArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let id = &args.campaign;
    let told = match accept_loss(&host, id, &System::new(common).world())? {
        Accepted::BeginsAnew { aside } => {
            format!(
                "{id} begins anew with the next tick, if its campaign.toml says open = true. What was left is in {}.\n",
                aside.display()
            )
        }
        Accepted::NewSecret { players } => {
            format!("{id} has a new secret and goes on. The next tick mails {players} players their new tokens; the old ones are void.\n")
        }
        Accepted::Forgotten => format!("{id} is forgotten. A campaign of that name would be a new one.\n"),
    };
    print(&told)?;
    Ok(EXIT_FINE)
}
