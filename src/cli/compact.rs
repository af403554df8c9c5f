//! `ashpost compact`: databases made as small as they can be, and old bytes let go where the host's file says so.

use clap::Args;
use serde::Serialize;

use super::world::System;
use super::{Common, EXIT_FINE, print, print_json};
use crate::campaign::CampaignId;
use crate::office::{Compacted, Host, campaign_named, compact, known_campaigns};

#[derive(Debug, Args)]
pub(super) struct CompactArgs {
    /// The campaign; all of the host if none is named.
    campaign: Option<String>,
}

#[derive(Serialize)]
struct CompactedCampaign {
    campaign: CampaignId,
    #[serde(flatten)]
    compacted: Compacted,
}

pub(super) fn run(common: &Common, args: &CompactArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let system = System::new(common);
    let mut done = Vec::new();
    let campaigns = match &args.campaign {
        Some(campaign) => vec![campaign_named(&host, campaign)?],
        None => known_campaigns(&host)?,
    };
    for campaign in campaigns {
        let compacted = compact(&host, &campaign, &system.world())?;
        done.push(CompactedCampaign { campaign, compacted });
    }
    if common.json {
        print_json("ashpost-compact/1", &serde_json::json!({ "campaigns": done }))?;
    } else {
        let line = |CompactedCampaign { campaign, compacted }: &CompactedCampaign| {
            format!("{campaign}: {} KiB, was {} KiB\n", compacted.bytes_after.div_ceil(1024), compacted.bytes_before.div_ceil(1024))
        };
        print(&done.iter().map(line).collect::<String>())?;
    }
    Ok(EXIT_FINE)
}
