//! `ashpost accept-loss`: goes on without files that are lost for good.

use clap::Args;
use serde_json::json;

use super::common::{Common, EXIT_FINE};
use super::output::{counted, print, print_json};
use super::world::System;
use crate::office::{Accepted, Host, accept_loss, campaign_named};

#[derive(Debug, Args)]
pub(super) struct AcceptLossArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
}

pub(super) fn run(common: &Common, args: &AcceptLossArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let id = campaign_named(&host, &args.campaign)?;
    let (accepted, told) = match accept_loss(&host, &id, &System::new(common).world())? {
        Accepted::BeginsAnew { aside } => (
            json!({ "campaign": id, "accepted": "begins-anew", "aside": aside }),
            format!(
                "{id} begins anew with the next tick if its campaign.toml says open = true. What was left of it was moved to {}.\n",
                aside.display()
            ),
        ),
        Accepted::NewSecret { players } => (
            json!({ "campaign": id, "accepted": "new-secret", "players": players }),
            format!(
                "{id} has a new secret and goes on. The next tick emails {} their new tokens; the old ones are void.\n",
                counted(players, "player")
            ),
        ),
        Accepted::Forgotten => (
            json!({ "campaign": id, "accepted": "forgotten" }),
            format!("{id} is forgotten. If you make a campaign of that name, it will be a new one.\n"),
        ),
    };
    if common.json {
        print_json("ashpost-accept-loss/1", &accepted)?
    } else {
        print(&told)?
    }
    Ok(EXIT_FINE)
}
