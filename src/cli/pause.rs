//! `ashpost pause` and `ashpost resume`: nothing is played and no clock runs in between.

use clap::Args;

use super::Common;
use super::games::at_each_game;
use super::times::short;
use crate::office::{TimeDone, pause, resume};

#[derive(Debug, Args)]
pub(super) struct PauseArgs {
    /// The campaign, or a tournament, which means all its running games.
    campaign: String,
}

pub(super) fn run_pause(common: &Common, args: &PauseArgs) -> anyhow::Result<u8> {
    at_each_game("ashpost-pause/1", common, &args.campaign, pause, |done| match done.changed {
        true => format!(
            "paused in turn {}; `ashpost resume {}` lets it go on, and the deadline moves by the length of the pause",
            done.turn, done.campaign
        ),
        false => "is paused already; nothing was changed".to_owned(),
    })
}

pub(super) fn run_resume(common: &Common, args: &PauseArgs) -> anyhow::Result<u8> {
    at_each_game("ashpost-resume/1", common, &args.campaign, resume, resumed)
}

fn resumed(done: &TimeDone) -> String {
    if !done.changed {
        return "is not paused; nothing was changed".to_owned();
    }
    format!("goes on; the deadline of turn {} is {} ({}), {} later", done.turn, done.to_local, done.zone, short(done.moved_by()))
}
