//! `ashpost whatif`: plays a battle with forces given by hand, by the rules of a game or a campaign. The JSON is described in
//! `docs/json.md`.

use anyhow::bail;
use clap::Args;

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use crate::campaign::CampaignId;
use crate::games;
use crate::office::{Glance, Host, what_if};

#[derive(Debug, Args)]
pub(super) struct WhatIfArgs {
    /// A game, or a campaign whose rules count.
    game: String,
    /// Both sides, such as "12 FI 4 TR FM 110 against 8 FI 20 PDU".
    #[arg(required = true)]
    forces: Vec<String>,
}

pub(super) fn run(common: &Common, args: &WhatIfArgs) -> anyhow::Result<u8> {
    let forces = args.forces.join(" ");
    let answer = match games::by_id(&args.game) {
        Some(game) => what_if(game, &forces)?,
        None => campaign_of(common, &args.game)?.campaign.what_if(&forces)?,
    };
    if answer.misread.is_some() {
        bail!("{}", answer.text.trim_end());
    }
    if common.json {
        print_json("ashpost-whatif/1", &answer)?;
    } else {
        print(&answer.text)?;
    }
    Ok(EXIT_FINE)
}

/// The campaign with that name; if the host has none, the error allows that a game was meant.
fn campaign_of(common: &Common, name: &str) -> anyhow::Result<Glance> {
    let id = CampaignId::new(name);
    let host = Host::load(&common.campaigns).ok();
    match host.zip(id).filter(|(host, id)| host.campaign_folder(id).is_dir()) {
        Some((host, id)) => Ok(Glance::open(&host, &id)?),
        None => bail!("there is no campaign `{name}`, and {}", games::named(name).err().map(|error| error.to_string()).unwrap_or_default()),
    }
}
