//! `ashpost token`: shows the part of the subject that proves who the sender is, or makes a new one if somebody else has seen it.

use clap::Args;

use super::common::{Common, EXIT_FINE};
use super::games::open;
use super::output::{print, print_json};
use super::seats::{at_each, seat_line};
use super::world::System;
use crate::campaign::vacancy::Vacancy;
use crate::office::{Host, SeatError, rotate_token, targets};

#[derive(Debug, Args)]
pub(super) struct TokenArgs {
    /// The campaign, a game of a tournament such as spring-3, or a tournament, which means all running games of the player.
    campaign: String,
    /// The number of the seat or the name of its player; in a tournament the player's number in its file.
    seat: String,
    /// Void the token and email the player a new one.
    #[arg(long)]
    rotate: bool,
}

pub(super) fn run(common: &Common, args: &TokenArgs) -> anyhow::Result<u8> {
    if args.rotate {
        return at_each("ashpost-token-rotation/1", common, (&args.campaign, &args.seat), rotate_token, |_, done| {
            seat_line(done, &format!("the old token is void; {} <{}> gets a new one", done.name, done.address))
        });
    }
    let host = Host::load(&common.campaigns)?;
    let system = System::new(common);
    let mut tags = Vec::new();
    for target in targets(&host, &args.campaign, &args.seat)? {
        let desk = open(&host, &target.campaign, &system.world())?;
        if let Some(Vacancy { seat, name, .. }) = desk.campaign.vacancy(target.seat).cloned() {
            return Err(SeatError::Vacant { campaign: target.campaign, seat, name }.into());
        }
        let tag = desk.campaign.subject_tag(Some(target.seat));
        tags.push(serde_json::json!({ "campaign": target.campaign, "seat": target.seat, "tag": tag }));
    }
    if common.json {
        print_json("ashpost-token/1", &serde_json::json!({ "seats": tags }))?;
    } else {
        print(&tags.iter().filter_map(|tag| Some(format!("{}\n", tag["tag"].as_str()?))).collect::<String>())?;
    }
    Ok(EXIT_FINE)
}
