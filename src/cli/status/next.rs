//! `ashpost status --next`: prints one thing to do, and the next deadline.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::due::Due;
use super::needs::Todo;
use super::state::Status;
use crate::campaign::CampaignId;
use crate::campaign::local::utc_text;
use crate::cli::common::Common;
use crate::cli::output::{print, print_json};
use crate::cli::times;

#[derive(Serialize)]
struct Next {
    /// Null if there is nothing to do.
    todo: Option<Todo>,
    /// Null if no time runs.
    deadline: Option<NextDeadline>,
}

#[derive(Serialize)]
struct NextDeadline {
    campaign: CampaignId,
    turn: Option<u32>,
    at_utc: String,
    /// The same for people.
    #[serde(skip)]
    words: String,
}

/// Prints the most urgent thing to do, in the campaigns or for the host itself.
///
/// # Errors
/// When it cannot be printed.
pub(super) fn print_next(
    common: &Common,
    states: &[Status],
    of_host: impl Iterator<Item = Todo>,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let next = Next { todo: todo(states, of_host), deadline: deadline(states, now) };
    if common.json {
        return print_json("ashpost-next/1", &next);
    }
    let todo = next.todo.map_or_else(|| "Nothing to do".to_owned(), |todo| todo.in_words());
    let deadline = next.deadline.map_or_else(|| "No deadline is running".to_owned(), |deadline| format!("Next: {}", deadline.words));
    // One line each, so that a prompt can take only the first.
    print(&format!("{}.\n{deadline}.\n", todo.replace('\n', " ")))
}

fn todo(states: &[Status], of_host: impl Iterator<Item = Todo>) -> Option<Todo> {
    let all = of_host.chain(states.iter().flat_map(|state| state.todos.iter().cloned()));
    all.min_by_key(|todo| todo.need)
}

fn deadline(states: &[Status], now: DateTime<Utc>) -> Option<NextDeadline> {
    let timed = states.iter().filter_map(|state| Some((state, state.due.filter(Due::runs)?)));
    let (state, due) = timed.min_by_key(|(_, due)| due.at)?;
    let turn = state.next_turn.map_or_else(String::new, |turn| format!(" {} {turn}", state.unit));
    Some(NextDeadline {
        campaign: state.campaign.clone(),
        turn: state.next_turn,
        at_utc: utc_text(due.at),
        words: format!("{}{turn} {} ({})", state.campaign, due.in_words(now), times::local(&state.zone, due.at, now)),
    })
}
