//! `ashpost accept-loss`: goes on without files that are lost for good.

use clap::Args;
use serde_json::json;

use super::common::{Common, EXIT_FINE};
use super::output::{counted, print, print_json};
use super::rollback::goes_on_from_copy;
use super::world::System;
use crate::campaign::CampaignId;
use crate::campaign::condition::Loss;
use crate::office::{Accepted, DeskError, Host, Rolled, accept_loss, campaign_named, go_on_from_older_copy};

#[derive(Debug, Args)]
pub(super) struct AcceptLossArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
    /// Why, in your own words, if the game goes on from an older copy of its database; everybody reads it.
    #[arg(long)]
    reason: Option<String>,
}

pub(super) fn run(common: &Common, args: &AcceptLossArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let id = campaign_named(&host, &args.campaign)?;
    let system = System::new(common);
    let world = system.world();
    let accepted = match accept_loss(&host, &id, &world) {
        Err(DeskError::Lost(lost)) if lost.loss == Loss::DatabaseOlder => {
            let rolled = go_on_from_older_copy(&host, &id, args.reason.as_deref().unwrap_or_default(), &world)?;
            return tell_of_older_copy(common, &id, rolled.as_ref());
        }
        accepted => accepted?,
    };
    let (accepted, told) = match accepted {
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

fn tell_of_older_copy(common: &Common, id: &CampaignId, rolled: Option<&Rolled>) -> anyhow::Result<u8> {
    if common.json {
        print_json("ashpost-accept-loss/1", &json!({ "campaign": id, "accepted": "older-copy", "rolled": rolled }))?;
    } else if let Some(rolled) = rolled {
        print(&format!(
            "{}\nThe next tick tells everybody. What you have done since by command, such as replacing a player, has to be done again.\n",
            goes_on_from_copy(rolled)
        ))?;
    } else {
        print(&format!("{id} is over in this copy of its database, and stays so.\n"))?;
    }
    Ok(EXIT_FINE)
}
