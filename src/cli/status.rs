//! `ashpost status`: how the campaigns stand.

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use super::table::table;
use super::world::System;
use super::{Common, EXIT_FINE, print, print_json};
use crate::campaign::schedule;
use crate::engine::Outcome;
use crate::office::{Desk, DeskError, Host};
use crate::store::{MailCount, OutboxCount};

#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Only this campaign.
    campaign: Option<String>,
}

#[derive(Serialize)]
struct Status {
    campaign: String,
    title: String,
    game: String,
    /// Why the rest is missing: not begun, or a trouble.
    trouble: Option<String>,
    turns_played: u32,
    next_turn: Option<u32>,
    deadline_utc: Option<String>,
    deadline_in_words: Option<String>,
    orders_in: usize,
    orders_awaited: usize,
    outcome: Option<Outcome>,
    mails: Vec<MailCount>,
    outbox: OutboxCount,
}

pub fn run(common: &Common, args: &StatusArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let ids = match &args.campaign {
        Some(id) => vec![id.clone()],
        None => host.campaign_ids()?,
    };
    let world = System::new(common).world();
    let states: Vec<Status> = ids.iter().map(|id| status(&host, id, &world)).collect::<Result<_, _>>()?;
    if common.json {
        print_json(&states)?;
    } else {
        print(&as_text(&states))?;
    }
    Ok(EXIT_FINE)
}

fn status(host: &Host, id: &str, world: &crate::office::World<'_>) -> Result<Status, DeskError> {
    let mut desk = match Desk::open_to_read(host, id) {
        Ok(desk) => desk,
        Err(error @ DeskError::NoCampaign { .. }) => return Err(error),
        Err(error) => return Ok(in_trouble(host, id, &error)),
    };
    let ledger = desk.store.look()?;
    let progress = desk.campaign.progress.as_ref();
    let window = progress.and_then(|progress| progress.window.as_ref());
    let orders_in = match window {
        Some(window) => ledger.order_book(window.turn)?.len(),
        None => 0,
    };
    Ok(Status {
        campaign: id.to_owned(),
        title: desk.campaign.config.title.clone(),
        game: desk.campaign.game.id().to_owned(),
        trouble: None,
        turns_played: progress.map_or(0, |progress| progress.table.turn()),
        next_turn: window.map(|window| window.turn),
        deadline_utc: window.map(|window| window.deadline_at.format("%Y-%m-%d %H:%M UTC").to_string()),
        deadline_in_words: window.map(|window| schedule::in_words(window.deadline_at, world.now)),
        orders_in,
        orders_awaited: progress.map_or(0, |progress| progress.table.to_move().len()),
        outcome: progress.and_then(|progress| progress.table.outcome()),
        mails: ledger.mail_counts()?,
        outbox: ledger.outbox_count()?,
    })
}

fn in_trouble(host: &Host, id: &str, error: &DeskError) -> Status {
    let config = host.campaign(id).ok();
    Status {
        campaign: id.to_owned(),
        title: config.as_ref().map(|config| config.title.clone()).unwrap_or_default(),
        game: config.map(|config| config.game).unwrap_or_default(),
        trouble: Some(error.to_string()),
        turns_played: 0,
        next_turn: None,
        deadline_utc: None,
        deadline_in_words: None,
        orders_in: 0,
        orders_awaited: 0,
        outcome: None,
        mails: Vec::new(),
        outbox: OutboxCount::default(),
    }
}

fn as_text(states: &[Status]) -> String {
    if states.is_empty() {
        return "No campaigns here yet. Make one: ashpost new my-game\n".to_owned();
    }
    let rows = states.iter().map(|state| {
        let stands = match (&state.trouble, state.next_turn) {
            (Some(_), _) => "see below".to_owned(),
            (None, Some(turn)) => format!("turn {turn} open, {}/{} sheets in", state.orders_in, state.orders_awaited),
            (None, None) => format!("over after turn {}", state.turns_played),
        };
        let deadline = match (&state.deadline_utc, &state.deadline_in_words) {
            (Some(at), Some(words)) => format!("{at} ({words})"),
            _ => "-".to_owned(),
        };
        [state.campaign.clone(), state.game.clone(), stands, deadline, mail_words(state)]
    });
    let mut text = table(["campaign", "game", "stands", "deadline", "mail"], rows);
    for state in states {
        if let Some(trouble) = &state.trouble {
            let _ = writeln!(text, "\n{}: {trouble}", state.campaign);
        }
        let bounces = state.mails.iter().find(|count| count.verdict == "bounce").map_or(0, |count| count.mails);
        if bounces > 0 {
            let _ = writeln!(text, "\n{}: {bounces} of our mails came back undelivered", state.campaign);
        }
    }
    text
}

fn mail_words(state: &Status) -> String {
    let received: u32 = state.mails.iter().map(|count| count.mails).sum();
    let OutboxCount { waiting, sent, failed } = state.outbox;
    let mut words = format!("{received} in, {sent} out");
    if waiting > 0 {
        let _ = write!(words, ", {waiting} waiting");
    }
    if failed > 0 {
        let _ = write!(words, ", {failed} undeliverable");
    }
    words
}
