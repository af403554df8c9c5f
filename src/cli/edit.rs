//! `ashpost edit`: changes one value of the position by hand, or lists all values.

use std::fmt::Write;

use clap::Args;
use serde_json::Value;

use super::common::Common;
use super::games::{GameLine, at_one_game};
use super::orders::person;
use crate::office::{Desk, World, edit_position, position_names, read_position};

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
        return at_one_game("ashpost-position/1", common, &args.campaign, read, |_, read| {
            let mut line =
                format!("{}: the position after turn {}. Everybody is told that {} has looked.\n", read.campaign, read.turn, read.by);
            line +=
                "Lists are counted from 0: the first planet is /planets/0. What belongs to a player stands under the number of the seat.\n";
            list(&read.values, &mut line);
            GameLine::new(line.trim_end().to_owned(), false)
        });
    };
    let edit = |desk: &mut Desk, world: &World<'_>| edit_position(desk, path, value, reason, world);
    at_one_game("ashpost-edit/1", common, &args.campaign, edit, |_, done| {
        let was = format!("{}{} was {}", done.path, named(done.of.as_deref()), done.before);
        GameLine::new(format!("{}: {was} and is now {}", done.campaign, done.after), true)
    })
}

/// A line for each value; a list of plain values has one line.
fn list(values: &[(String, Value)], text: &mut String) {
    let names = position_names(values);
    let mut rest = values;
    while let Some((path, value)) = rest.first() {
        let length = plain_list(rest);
        let (shown, told) = match path.rsplit_once('/').filter(|_| length > 1) {
            Some((list, _)) => (list, Value::Array(rest[..length].iter().map(|(_, value)| value.clone()).collect())),
            None => (path.as_str(), value.clone()),
        };
        let name = names.above(path).filter(|_| !path.ends_with("/name"));
        let _ = writeln!(text, "  {shown}  {told}{}", named(name));
        rest = &rest[length..];
    }
}

/// How many of the first values are one list of plain values, all of it; 1 if the first is none of such a list.
fn plain_list(values: &[(String, Value)]) -> usize {
    let Some((list, "0")) = values.first().and_then(|(path, _)| path.rsplit_once('/')) else { return 1 };
    let is_next = |(index, (path, _)): &(usize, &(String, Value))| *path == format!("{list}/{index}");
    let length = values.iter().enumerate().take_while(is_next).count();
    let goes_on = values.get(length).is_some_and(|(path, _)| path.strip_prefix(list).is_some_and(|behind| behind.starts_with('/')));
    if goes_on { 1 } else { length }
}

fn named(name: Option<&str>) -> String {
    name.map_or_else(String::new, |name| format!(" ({name})"))
}
