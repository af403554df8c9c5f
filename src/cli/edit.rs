//! `ashpost edit`: changes one value of the position by hand, or lists all values.

use std::fmt::Write;

use clap::Args;

use super::common::Common;
use super::games::{GameLine, at_one_game};
use super::orders::person;
use crate::office::{Desk, World, edit_position, read_position};

#[derive(Debug, Args)]
pub(super) struct EditArgs {
    /// The campaign, or one game of a tournament.
    campaign: String,
    /// The value to change, such as /players/1/score or players.1.score. Without it, all values are listed, and everybody is told that you
    /// have looked.
    #[arg(requires = "value")]
    path: Option<String>,
    /// The new value as JSON; anything that is not JSON is taken as text.
    #[arg(requires = "reason", allow_hyphen_values = true)]
    value: Option<String>,
    /// Why, in your own words; everybody reads it.
    #[arg(long)]
    reason: Option<String>,
    /// Who looks at the values, for the journal.
    #[arg(long)]
    by: Option<String>,
}

pub(super) fn run(common: &Common, args: &EditArgs) -> anyhow::Result<u8> {
    let Some((path, value, reason)) = args.path.as_ref().zip(args.value.as_ref()).zip(args.reason.as_ref()).map(|((a, b), c)| (a, b, c))
    else {
        let by = person(args.by.as_deref());
        let read = |desk: &mut Desk, world: &World<'_>| read_position(desk, &by, world);
        return at_one_game("ashpost-position/1", common, &args.campaign, read, |read| {
            let mut line =
                format!("{}: the position after turn {}. Everybody is told that {} has looked.\n", read.campaign, read.turn, read.by);
            for (path, value) in &read.values {
                let _ = writeln!(line, "  {path}  {value}");
            }
            GameLine { line: line.trim_end().to_owned(), emails: false }
        });
    };
    let edit = |desk: &mut Desk, world: &World<'_>| edit_position(desk, path, value, reason, world);
    at_one_game("ashpost-edit/1", common, &args.campaign, edit, |done| GameLine {
        line: format!("{}: {} was {} and is now {}", done.campaign, done.path, done.before, done.after),
        emails: true,
    })
}
