//! `ashpost status`: how the campaigns stand.

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use super::table::table;
use super::tick::held;
use super::world::System;
use super::{Common, EXIT_FINE, EXIT_TROUBLE, print, print_json};
use crate::campaign::schedule;
use crate::campaign::standings::listed;
use crate::campaign::watch::Trust;
use crate::engine::{Outcome, Viewer};
use crate::office::{Desk, DeskError, Held, Host, Keeping, Tournament, World, known_campaigns};
use crate::render::report::{ClockFacts, Running};
use crate::render::tournament::TournamentFacts;
use crate::store::{MailCount, OutboxCount};

#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Only this campaign, or all games of this tournament.
    campaign: Option<String>,
}

#[derive(Serialize)]
struct Status {
    campaign: String,
    title: String,
    game: String,
    /// Why the rest is missing: not begun, or a trouble.
    trouble: Option<String>,
    #[serde(skip)]
    has_not_begun: bool,
    turns_played: u32,
    next_turn: Option<u32>,
    deadline_utc: Option<String>,
    deadline_in_words: Option<String>,
    /// Whose move it is and everybody's time; null where all play at once.
    clock: Option<ClockFacts>,
    orders_in: usize,
    orders_awaited: usize,
    outcome: Option<Outcome>,
    /// Why it takes messages in but does not play.
    held: Option<Held>,
    mails: Vec<MailCount>,
    outbox: OutboxCount,
    /// Why a message that still waits was not sent.
    sending_error: Option<String>,
}

pub fn run(common: &Common, args: &StatusArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let world = System::new(common).world();
    let keeping = Keeping::begin(&host, &world)?;
    let tournament = match args.campaign.as_ref().filter(|id| host.home(id).is_dir()) {
        Some(id) => Tournament::read(&host, id)?,
        None => None,
    };
    let ids = match (&args.campaign, &tournament) {
        (_, Some(tournament)) => tournament.board_ids(),
        (Some(id), None) => vec![id.clone()],
        (None, None) => known_campaigns(&host)?,
    };
    let states: Vec<Status> = ids.iter().map(|id| status(&host, id, &keeping, &world)).collect::<Result<_, _>>()?;
    match tournament.map(|tournament| tournament.facts(None)) {
        Some(facts) if common.json => print_json(&serde_json::json!({ "tournament": facts, "campaigns": states }))?,
        Some(facts) => print(&format!("{}\n{}", standings_text(&facts), as_text(&states)))?,
        None if common.json => print_json(&states)?,
        None => print(&(as_text(&states) + &leaders(&host)?))?,
    }
    if let Some(held) = held(&keeping.trust) {
        eprintln!("ashpost: {held}");
    }
    let needs_help = |state: &Status| state.sending_error.is_some() || state.trouble.as_ref().is_some_and(|_| !state.has_not_begun);
    Ok(if keeping.trust != Trust::Full || states.iter().any(needs_help) { EXIT_TROUBLE } else { EXIT_FINE })
}

/// The table of a tournament.
fn standings_text(facts: &TournamentFacts) -> String {
    let rows = facts.standings.iter().map(|row| {
        let results = row.cells.iter().map(|cell| if cell.is_empty() { "." } else { cell }).collect::<Vec<_>>().join(" ");
        let counts = format!("{} (+{} ={} -{})", row.played, row.won, row.drawn, row.lost);
        [row.place.to_string(), row.name.clone(), counts, row.points.clone(), row.tie_break.clone(), results]
    });
    let table = table(["", "player", "games", "points", "S-B", "against each"], rows);
    format!("{}: {} of {} games over\n\n{table}", facts.title, facts.games_over, facts.games_total)
}

/// A line for each tournament.
fn leaders(host: &Host) -> anyhow::Result<String> {
    let mut text = String::new();
    for tournament in host.file_ids()?.iter().filter_map(|id| Tournament::read(host, id).ok().flatten()) {
        let facts = tournament.facts(None);
        let _ = write!(text, "\n{}: {} of {} games over", facts.id, facts.games_over, facts.games_total);
        if let Some(first) = facts.standings.first().filter(|_| facts.games_over > 0) {
            let leaders: Vec<&str> = facts.standings.iter().filter(|row| row.place == first.place).map(|row| row.name.as_str()).collect();
            let is_over = facts.games_over == facts.games_total;
            let what = match leaders.len() {
                1 if is_over => "has won",
                1 => "leads",
                _ if is_over => "share first place",
                _ => "share the lead",
            };
            let _ = write!(text, "{} {} {what} with {}", if is_over { ":" } else { "," }, listed(&leaders), first.points);
        }
        let _ = writeln!(text, " (ashpost status {})", facts.id);
    }
    Ok(text)
}

fn status(host: &Host, id: &str, keeping: &Keeping, world: &World<'_>) -> Result<Status, DeskError> {
    let mut desk = match Desk::open_to_read(host, id) {
        Ok(desk) => desk,
        Err(error @ DeskError::NoCampaign { .. }) => return Err(error),
        Err(error) => return Ok(in_trouble(host, id, &error)),
    };
    desk.look_at_the_clock(keeping, world)?;
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
        deadline_in_words: window.and_then(|window| schedule::in_words(window.deadline_at, world.now)),
        clock: progress.and_then(|progress| desk.campaign.clock_facts(progress, Viewer::GameMaster, world.now)),
        orders_in,
        orders_awaited: progress.map_or(0, |progress| progress.table.to_move().len()),
        outcome: progress.and_then(|progress| progress.table.outcome()),
        held: desk.campaign.held,
        has_not_begun: false,
        mails: ledger.mail_counts()?,
        outbox: ledger.outbox_count()?,
        sending_error: ledger.last_sending_error()?,
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
        clock: None,
        orders_in: 0,
        orders_awaited: 0,
        outcome: None,
        held: None,
        has_not_begun: matches!(error, DeskError::NotBegun { .. }),
        mails: Vec::new(),
        outbox: OutboxCount::default(),
        sending_error: None,
    }
}

fn as_text(states: &[Status]) -> String {
    if states.is_empty() {
        return "No campaigns here yet. Make one: ashpost new my-game\n".to_owned();
    }
    let rows = states.iter().map(|state| {
        let stands = match (&state.trouble, state.next_turn) {
            (Some(_), _) => "see below".to_owned(),
            (None, Some(turn)) if state.clock.is_some() => {
                format!("turn {turn}, {} to move", state.clock.as_ref().map_or("", |clock| clock.to_move.as_str()))
            }
            (None, Some(turn)) => format!("turn {turn} open, {}/{} sheets in", state.orders_in, state.orders_awaited),
            (None, None) => format!("over after turn {}", state.turns_played),
        };
        let deadline = match (&state.deadline_utc, &state.deadline_in_words) {
            (Some(at), words) => {
                let words = state.clock.as_ref().and_then(overtime).or_else(|| words.clone());
                format!("{at} ({})", words.as_deref().unwrap_or("past"))
            }
            (None, _) => "-".to_owned(),
        };
        [state.campaign.clone(), state.game.clone(), stands, deadline, mail_words(state)]
    });
    let mut text = table(["campaign", "game", "stands", "deadline", "mail"], rows);
    for state in states {
        if let Some(trouble) = &state.trouble {
            let _ = writeln!(text, "\n{}: {trouble}", state.campaign);
        }
        if let Some(held) = state.held.map(held_words) {
            let _ = writeln!(text, "\n{}: {held}", state.campaign);
        }
        if let Some(error) = &state.sending_error {
            let _ = writeln!(text, "\n{}: messages wait to be sent: {error}", state.campaign);
        }
        let bounces = state.mails.iter().find(|count| count.verdict == "bounce").map_or(0, |count| count.mails);
        if bounces > 0 {
            let _ = writeln!(text, "\n{}: {bounces} of our mails came back undelivered", state.campaign);
        }
    }
    text
}

fn held_words(held: Held) -> &'static str {
    match held {
        Held::Paused => "paused: `open = true` in its file goes on, and deadlines move by the pause",
        Held::UnsentReports => "the deadline waits for reports that could not be sent yet",
        Held::Outage | Held::ClockBehind => "nothing is played until the clock is confirmed",
    }
}

/// What a move takes its time from once the deadline has passed, and until when.
fn overtime(clock: &ClockFacts) -> Option<String> {
    let closes = format!("{} {}", clock.closes_local, clock.zone);
    match clock.running {
        Running::Time => None,
        Running::Grace => Some(format!("grace, ends {}", clock.grace_local.as_ref().unwrap_or(&closes))),
        Running::Reserve => Some(format!("reserve runs, ends {closes}")),
        Running::Nothing => Some(format!("reserve stands still until {}, ends {closes}", clock.still_until.as_deref().unwrap_or("-"))),
    }
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
