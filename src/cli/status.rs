//! `ashpost status`: how the campaigns stand.

use std::fmt::Write;

use clap::Args;
use serde::Serialize;

use super::table::table;
use super::tick::held;
use super::world::System;
use super::{Common, EXIT_FINE, EXIT_NEEDS_GM, print, print_json, warn};
use crate::campaign::schedule::Span;
use crate::campaign::standings::listed;
use crate::campaign::watch::Trust;
use crate::engine::{Outcome, Viewer};
use crate::office::{CAMPAIGN_FILE, Desk, DeskError, Held, Host, Keeping, Tournament, World, known_campaigns};
use crate::render::report::{ClockFacts, Running};
use crate::render::tournament::TournamentFacts;
use crate::store::{MailCount, OutboxCount};

#[derive(Debug, Args)]
pub(super) struct StatusArgs {
    /// Only this campaign, or all games of this tournament.
    campaign: Option<String>,
}

/// How far a campaign is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
    Running,
    NotBegun,
    /// It cannot be read.
    Broken,
    Over,
}

#[derive(Serialize)]
struct Status {
    campaign: String,
    title: String,
    game: String,
    stage: Stage,
    /// Why it has not begun or cannot be read.
    error: Option<String>,
    turns_played: u32,
    next_turn: Option<u32>,
    deadline_utc: Option<String>,
    deadline_in_words: Option<String>,
    /// Whose move it is and everybody's time; null where all move at once.
    clock: Option<ClockFacts>,
    orders_in: usize,
    orders_awaited: usize,
    outcome: Option<Outcome>,
    /// Why it takes emails in but does not play.
    held: Option<Held>,
    mails: Vec<MailCount>,
    outbox: OutboxCount,
    /// Why a message that still waits was not sent.
    sending_error: Option<String>,
}

pub(super) fn run(common: &Common, args: &StatusArgs) -> anyhow::Result<u8> {
    let host = Host::load(&common.campaigns)?;
    let world = System::new(common).world();
    let keeping = Keeping::begin(&host, &world)?;
    let tournament = match args.campaign.as_ref().filter(|id| host.home(id).join(CAMPAIGN_FILE).is_file()) {
        Some(id) => Tournament::read(&host, id)?,
        None => None,
    };
    let ids = match (&args.campaign, &tournament) {
        (_, Some(tournament)) => tournament.game_ids(),
        (Some(id), None) => vec![id.clone()],
        (None, None) => known_campaigns(&host)?,
    };
    let states: Vec<Status> = ids.iter().map(|id| status(&host, id, &keeping, &world)).collect::<Result<_, _>>()?;
    let facts = tournament.map(|tournament| tournament.facts(None));
    if common.json {
        print_json("ashpost-status/1", &serde_json::json!({ "trust": keeping.trust, "tournament": facts, "campaigns": states }))?;
    } else {
        print(&match &facts {
            Some(facts) => format!("{}\n{}", standings_text(facts), as_text(&states)),
            None => as_text(&states) + &leaders(&host)?,
        })?;
    }
    if let Some(held) = held(&keeping.trust) {
        warn(common.json, &held);
    }
    let needs_help = |state: &Status| state.sending_error.is_some() || state.stage == Stage::Broken;
    Ok(if keeping.trust != Trust::Full || states.iter().any(needs_help) { EXIT_NEEDS_GM } else { EXIT_FINE })
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
        Err(error) => return Ok(unopened(host, id, &error)),
    };
    desk.look_at_the_clock(keeping, world)?;
    let ledger = desk.store.look()?;
    let progress = desk.campaign.progress.as_ref();
    let window = progress.and_then(|progress| progress.window.as_ref());
    let orders_in = match window {
        Some(window) => ledger.sheets_in_force(window.turn)?.len(),
        None => 0,
    };
    Ok(Status {
        campaign: id.to_owned(),
        title: desk.campaign.config.title.clone(),
        game: desk.campaign.game.id().to_owned(),
        stage: if window.is_some() { Stage::Running } else { Stage::Over },
        error: None,
        turns_played: progress.map_or(0, |progress| progress.table.turn()),
        next_turn: window.map(|window| window.turn),
        deadline_utc: window.map(|window| window.deadline_at.format("%Y-%m-%d %H:%M UTC").to_string()),
        deadline_in_words: window.and_then(|window| Span::until(window.deadline_at, world.now)).map(in_words),
        clock: progress.and_then(|progress| desk.campaign.clock_facts(progress, Viewer::GameMaster, world.now)),
        orders_in,
        orders_awaited: progress.map_or(0, |progress| progress.table.to_move().len()),
        outcome: progress.and_then(|progress| progress.table.outcome()),
        held: desk.campaign.held,
        mails: ledger.mail_counts()?,
        outbox: ledger.outbox_count()?,
        sending_error: ledger.last_sending_error()?,
    })
}

/// A campaign that has not begun, or cannot be read.
fn unopened(host: &Host, id: &str, error: &DeskError) -> Status {
    let config = host.campaign(id).ok();
    let is_open = config.as_ref().is_some_and(|config| config.open);
    let (stage, error) = match error {
        DeskError::NotBegun { .. } if is_open => (Stage::NotBegun, "it begins with the next `ashpost tick`".to_owned()),
        DeskError::NotBegun { .. } => {
            (Stage::NotBegun, "set `open = true` in its campaign.toml, and it begins with the next tick".to_owned())
        }
        error => (Stage::Broken, error.to_string()),
    };
    Status {
        campaign: id.to_owned(),
        title: config.as_ref().map(|config| config.title.clone()).unwrap_or_default(),
        game: config.map(|config| config.game).unwrap_or_default(),
        stage,
        error: Some(error),
        turns_played: 0,
        next_turn: None,
        deadline_utc: None,
        deadline_in_words: None,
        clock: None,
        orders_in: 0,
        orders_awaited: 0,
        outcome: None,
        held: None,
        mails: Vec::new(),
        outbox: OutboxCount::default(),
        sending_error: None,
    }
}

/// The games that are played or will be, what needs the game master, and below them the finished ones.
fn as_text(states: &[Status]) -> String {
    if states.is_empty() {
        return "No campaigns here yet. Make one: ashpost new my-game\n".to_owned();
    }
    let (over, playing): (Vec<&Status>, Vec<&Status>) = states.iter().partition(|state| state.stage == Stage::Over);
    let mut text = String::new();
    if !playing.is_empty() {
        let rows = playing.iter().map(|state| {
            [state.campaign.clone(), state.game.clone(), stands(state), deadline(state).unwrap_or_default(), mail_words(state)]
        });
        text += &table(["campaign", "game", "stands", "deadline", "mail"], rows);
    }
    for state in states {
        notes(state).iter().for_each(|note| text.push_str(&format!("\n{}: {note}\n", state.campaign)));
    }
    if !over.is_empty() {
        text += if text.is_empty() { "Finished\n\n" } else { "\nFinished\n\n" };
        let turns = |state: &Status| format!("after turn {}", state.turns_played);
        let rows = over.iter().map(|state| [state.campaign.clone(), state.game.clone(), turns(state), mail_words(state)]);
        text += &table(["campaign", "game", "over", "mail"], rows);
    }
    text
}

/// `2 days 3 hours`: the two largest units.
fn in_words(span: Span) -> String {
    let counted = |count: i64, unit: &str| format!("{count} {unit}{}", if count == 1 { "" } else { "s" });
    match span {
        Span { days: 0, hours: 0, minutes } => counted(minutes, "minute"),
        Span { days: 0, hours, .. } => counted(hours, "hour"),
        Span { days, hours: 0, .. } => counted(days, "day"),
        Span { days, hours, .. } => format!("{} {}", counted(days, "day"), counted(hours, "hour")),
    }
}

fn stands(state: &Status) -> String {
    match (state.stage, state.next_turn, &state.clock) {
        (Stage::NotBegun, ..) => "not begun".to_owned(),
        (_, Some(turn), Some(clock)) => format!("turn {turn}, {} to move", clock.to_move),
        (_, Some(turn), None) => format!("turn {turn} open, {}/{} sheets in", state.orders_in, state.orders_awaited),
        (_, None, _) => "see below".to_owned(),
    }
}

fn deadline(state: &Status) -> Option<String> {
    let at = state.deadline_utc.as_ref()?;
    let words = state.clock.as_ref().and_then(overtime).or_else(|| state.deadline_in_words.clone());
    Some(format!("{at} ({})", words.as_deref().unwrap_or("past")))
}

/// What the table does not tell about a campaign.
fn notes(state: &Status) -> Vec<String> {
    let mut notes: Vec<String> = state.error.iter().cloned().collect();
    notes.extend(state.held.map(|held| held_words(held).to_owned()));
    notes.extend(state.sending_error.iter().map(|error| format!("emails wait to be sent: {error}")));
    match state.mails.iter().find(|count| count.verdict == "bounce").map_or(0, |count| count.mails) {
        0 => {}
        1 => notes.push("1 of our emails came back undelivered".to_owned()),
        bounces => notes.push(format!("{bounces} of our emails came back undelivered")),
    }
    notes
}

fn held_words(held: Held) -> &'static str {
    match held {
        Held::Paused => "paused: `open = true` in its file resumes it, and deadlines move by the length of the pause",
        Held::UnsentReports => "the deadline waits because reports could not be sent yet",
        Held::Outage | Held::ClockBehind => "nothing is played until the clock is confirmed",
    }
}

/// What a move takes its time from once the deadline has passed, and until when.
fn overtime(clock: &ClockFacts) -> Option<String> {
    let closes = format!("{} {}", clock.closes_local, clock.zone);
    match clock.running {
        Running::Time => None,
        Running::Grace => Some(format!("grace ends {}", clock.grace_local.as_ref().unwrap_or(&closes))),
        Running::Reserve => Some(format!("reserve time runs, ends {closes}")),
        Running::Nothing => Some(format!("reserve time is stopped until {}, ends {closes}", clock.still_until.as_deref().unwrap_or("-"))),
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
