//! `ashpost record`: prints the moves of a game of two, to keep, to pass on and to replay.

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use crate::office::{Glance, Host, campaign_named};

#[derive(Debug, Args)]
pub(super) struct RecordArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
}

pub(super) fn run(common: &Common, args: &RecordArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut glance = Glance::open(&host, &campaign_named(&host, &args.campaign)?)?;
    let title = glance.campaign.config.game.title();
    let record = glance.campaign.record_of_moves(&glance.store.look()?)?;
    let record = record.with_context(|| {
        format!(
            "{} has no record of moves, because in {title} all players move at once: `ashpost report {}` prints its reports",
            args.campaign, args.campaign
        )
    })?;
    if common.json {
        let headers: Vec<Value> = record.headers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let rows = (1..).zip(&record.rows).map(|(number, (first, second))| json!({ "number": number, "first": first, "second": second }));
        let rows: Vec<Value> = rows.collect();
        print_json("ashpost-record/1", &json!({ "campaign": args.campaign, "headers": headers, "moves": rows, "result": record.result }))?;
    } else {
        print(&record.to_string())?;
    }
    Ok(EXIT_FINE)
}
