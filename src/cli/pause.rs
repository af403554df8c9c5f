//! `ashpost pause` and `ashpost resume`: stop and restart play and clocks. `ashpost charge`: lets a waiting turn go on.

use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_each_game};
use super::times::short;
use crate::office::{TimeDone, charge, pause, resume};

#[derive(Debug, Args)]
pub(super) struct PauseArgs {
    /// The campaign, or a tournament, which means all its running games.
    campaign: String,
}

pub(super) fn run_pause(common: &Common, args: &PauseArgs) -> anyhow::Result<u8> {
    at_each_game("ashpost-pause/1", common, &args.campaign, pause, |_, done| {
        let how = || format!("`ashpost resume {}` lets it go on, and the deadline moves by the length of the pause", done.campaign);
        told(done, || format!("paused in {} {}; {}", done.unit, done.turn, how()), "is paused already")
    })
}

pub(super) fn run_resume(common: &Common, args: &PauseArgs) -> anyhow::Result<u8> {
    at_each_game("ashpost-resume/1", common, &args.campaign, resume, |_, done| {
        let later = || match short(done.moved_by()) {
            _ if done.from == done.to => "as before".to_owned(),
            by => format!("{by} later"),
        };
        told(
            done,
            || format!("goes on; the deadline of {} {} is {} ({}), {}", done.unit, done.turn, done.to_local, done.zone, later()),
            "is not paused",
        )
    })
}

pub(super) fn run_charge(common: &Common, args: &PauseArgs) -> anyhow::Result<u8> {
    at_each_game("ashpost-charge/1", common, &args.campaign, charge, |_, done| {
        let until = match done.from == done.to {
            true => "the next tick plays it without what is missing".to_owned(),
            false => format!("the clock runs, and the deadline is {} ({})", done.to_local, done.zone),
        };
        GameLine::new(format!("{}: {} {} goes on; {until}", done.campaign, done.unit, done.turn), done.from != done.to)
    })
}

fn told(done: &TimeDone, what: impl Fn() -> String, unchanged: &str) -> GameLine {
    let what = if done.changed { what() } else { format!("{unchanged}; nothing was changed") };
    GameLine::new(format!("{}: {what}", done.campaign), done.changed)
}
