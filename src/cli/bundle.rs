//! `ashpost bundle`: writes the journal of a campaign into one file that anybody can check.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde_json::json;

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use crate::office::{Glance, Host, campaign_named};

#[derive(Debug, Args)]
pub(super) struct BundleArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
    /// Where to write it: by default `CAMPAIGN.bundle` in the current folder; `-` for standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(common: &Common, args: &BundleArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut glance = Glance::open(&host, &campaign_named(&host, &args.campaign)?)?;
    let text = glance.campaign.bundle(&glance.store.look()?)?;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.bundle", args.campaign)));
    if path.as_os_str() == "-" {
        print(&text)?;
        return Ok(EXIT_FINE);
    }
    std::fs::write(&path, &text).with_context(|| path.display().to_string())?;
    let is_over = glance.campaign.is_over();
    if common.json {
        print_json("ashpost-bundle/1", &json!({ "campaign": args.campaign, "file": path, "bytes": text.len(), "is_over": is_over }))?;
    } else {
        let what = if is_over { "the whole game" } else { "the public part of a game that goes on; its orders are added once it is over" };
        print(&format!("{}: {} bytes, {what}. To check it: ashpost verify {}\n", path.display(), text.len(), path.display()))?;
    }
    Ok(EXIT_FINE)
}
