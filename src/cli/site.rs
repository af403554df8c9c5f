//! `ashpost site`: writes the public archive as a static site.

use clap::Args;

use super::common::{Common, EXIT_FINE};
use super::games::open;
use super::output::{print, print_json};
use super::world::System;
use crate::office::{Host, campaign_named, publish_site};

#[derive(Debug, Args)]
pub(super) struct SiteArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
}

pub(super) fn run(common: &Common, args: &SiteArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut desk = open(&host, &campaign_named(&host, &args.campaign)?, &System::new(common).world())?;
    let files = publish_site(&mut desk)?;
    let index = desk.campaign.front_page(&host);
    if common.json {
        print_json("ashpost-site/1", &serde_json::json!({ "campaign": args.campaign, "files": files, "index": index }))?;
    } else {
        print(&format!("{files} files written; open {}\n", index.display()))?;
    }
    Ok(EXIT_FINE)
}
