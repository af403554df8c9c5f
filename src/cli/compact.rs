//! `ashpost compact`: makes databases as small as possible, and deletes old bytes if the host's file says so.

use clap::Args;
use serde::Serialize;

use super::common::{Common, EXIT_FAILED, EXIT_FINE, EXIT_TRY_AGAIN};
use super::games::{Failures, open};
use super::output::{print, print_json};
use super::world::System;
use crate::campaign::CampaignId;
use crate::office::{Compacted, DeskError, Host, campaign_named, compact, known_campaigns, unbroken};

#[derive(Debug, Args)]
pub(super) struct CompactArgs {
    /// The campaign; all campaigns of the host if absent.
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
    let world = system.world();
    let (mut done, mut failures) = (Vec::new(), Failures::default());
    let mut code = EXIT_FINE;
    let campaigns = match &args.campaign {
        Some(campaign) => vec![campaign_named(&host, campaign)?],
        None => known_campaigns(&host)?,
    };
    for campaign in campaigns {
        match open(&host, &campaign, &world).and_then(|desk| unbroken(|| compact(desk, &world))) {
            Err(DeskError::NotBegun { .. }) if args.campaign.is_none() => {}
            Ok(compacted) => done.push(CompactedCampaign { campaign, compacted }),
            Err(error) => {
                code = if error.holder().is_some() && code != EXIT_FAILED { EXIT_TRY_AGAIN } else { EXIT_FAILED };
                failures.add(format!("{campaign}: {error}"), &error);
            }
        }
    }
    failures.warn(common.json);
    if common.json {
        print_json("ashpost-compact/1", &serde_json::json!({ "campaigns": done, "errors": failures.errors }))?;
    } else {
        let line = |CompactedCampaign { campaign, compacted }: &CompactedCampaign| {
            format!("{campaign}: {} KiB, was {} KiB\n", compacted.bytes_after.div_ceil(1024), compacted.bytes_before.div_ceil(1024))
        };
        print(&done.iter().map(line).collect::<String>())?;
    }
    Ok(code)
}
