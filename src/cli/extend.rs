//! `ashpost extend`: gives more time for the open turn.

use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_each_game};
use super::times::short;
use crate::campaign::extension::Extension;
use crate::office::extend;

#[derive(Debug, Args)]
pub(super) struct ExtendArgs {
    /// The campaign, or a tournament, which means all its running games.
    campaign: String,
    /// How much more, such as 3d, 12h or 2w, or until when, such as 2026-12-27 or "2026-12-27 20:00" in the time zone of the campaign.
    time: Extension,
    /// Why, in your own words; everybody reads it.
    #[arg(long)]
    reason: Option<String>,
}

pub(super) fn run(common: &Common, args: &ExtendArgs) -> anyhow::Result<u8> {
    at_each_game(
        "ashpost-extend/1",
        common,
        &args.campaign,
        |desk, world| extend(desk, args.time, args.reason.as_deref(), world),
        |_, done| {
            let later = format!("{} ({}), {} later", done.to_local, done.zone, short(done.moved_by()));
            GameLine::new(format!("{}: the deadline of {} {} is {later}", done.campaign, done.unit, done.turn), true)
        },
    )
}
