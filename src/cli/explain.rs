//! `ashpost explain`: shows how a battle was computed, as far as the reader may know. The JSON is described in `docs/json.md`.

use anyhow::bail;
use clap::Args;

use super::common::{Common, EXIT_FINE};
use super::output::{print, print_json};
use crate::office::{ExplainQuestion, Glance, Host, campaign_named, seat_of};

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The campaign, such as rim-3; of a tournament one of its games, such as spring-1.
    campaign: String,
    /// The turn in which it was fought.
    turn: u32,
    /// What to explain, such as battle, landing or revolt.
    topic: String,
    /// Where it was: a planet by number or name.
    #[arg(required = true)]
    place: Vec<String>,
    /// The number of the seat or the name of the player who asks; the public if absent.
    #[arg(long)]
    seat: Option<String>,
}

pub(super) fn run(common: &Common, args: &ExplainArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let mut glance = Glance::open(&host, &campaign_named(&host, &args.campaign)?)?;
    let seat = args.seat.as_ref().map(|who| seat_of(glance.campaign.id(), who, glance.campaign.seat_names())).transpose()?;
    let question = ExplainQuestion { turn: Some(args.turn), ..ExplainQuestion::read(&format!("{} {}", args.topic, args.place.join(" "))) };
    let answer = glance.campaign.explain(&glance.store.look()?, seat, &question)?;
    if answer.misread.is_some() {
        bail!("{}", answer.text.trim_end());
    }
    if common.json {
        print_json("ashpost-explain/1", &answer)?;
    } else {
        print(&answer.text)?;
    }
    Ok(EXIT_FINE)
}
