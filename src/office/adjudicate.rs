//! Opening a campaign and adjudicating a turn: journal, snapshot, reports and mails in one transaction.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::World;
use super::desk::{Campaign, Desk, DeskError, Progress};
use super::issue::Issue;
use super::scenario::scenario_text;
use crate::campaign::journal::{self, Decided};
use crate::campaign::schedule::{self, Awaited};
use crate::engine::{Seat, SeatSet};
use crate::store::{Ledger, StoredTurn, TurnWindow};

/// What a run did about a campaign's turn.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Played {
    /// 0 for the opening.
    pub turn: u32,
    /// The seats whose sheets counted, and those whose orders were missing (NMR).
    pub sheets: u32,
    pub missing: Vec<Seat>,
    pub events: usize,
    pub game_over: bool,
}

/// Sets the campaign up if it is open and was not yet, or adjudicates its turn if that is due.
pub fn adjudicate_if_due(desk: &mut Desk, world: &World<'_>) -> Result<Option<Played>, DeskError> {
    match &desk.campaign.progress {
        None if desk.campaign.config.open => open(desk, world).map(Some),
        None => Ok(None),
        Some(_) => play_if_due(desk, world),
    }
}

fn open(desk: &mut Desk, world: &World<'_>) -> Result<Played, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let scenario = scenario_text(&campaign.config, &campaign.folder)?;
    let seats = campaign.config.seat_names();
    let decided = journal::set_up(campaign.game, campaign.id(), &scenario, &seats, &campaign.secret)?;
    let ledger = store.begin()?;
    let progress = write(&ledger, campaign, decided, None, &SeatSet::new(), world)?;
    (world.boundary)("before the opening commits");
    ledger.commit()?;
    (world.boundary)("after the opening commits");
    campaign.progress = Some(progress);
    Ok(Played { turn: 0, sheets: 0, missing: Vec::new(), events: 0, game_over: false })
}

fn play_if_due(desk: &mut Desk, world: &World<'_>) -> Result<Option<Played>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(progress) = &campaign.progress else { return Ok(None) };
    let Some(window) = &progress.window else { return Ok(None) };
    let ledger = store.begin()?;
    let book = ledger.order_book(window.turn)?;
    let to_move = progress.table.to_move();
    let sent: SeatSet = book.keys().copied().collect();
    let ready = ledger.ready_seats(window.turn)?;
    let awaited = Awaited { to_move: &to_move, sent: &sent, ready: &ready };
    if !schedule::is_due(&campaign.config.schedule, window.deadline_at, world.now, &awaited) {
        return Ok(None);
    }
    // A player who is out of the game may have written; his sheet has no say.
    let sheets: BTreeMap<Seat, String> =
        book.into_iter().filter(|(seat, _)| to_move.contains(seat)).map(|(seat, sheet)| (seat, sheet.canonical)).collect();
    let missing: SeatSet = to_move.iter().filter(|seat| !sheets.contains_key(seat)).copied().collect();
    let decided = journal::play(progress.table.as_ref(), campaign.id(), &progress.journal_hash, &sheets, &campaign.secret);
    let played = Played {
        turn: decided.table.turn(),
        sheets: sheets.len() as u32,
        missing: missing.iter().copied().collect(),
        events: decided.story.events.len(),
        game_over: decided.table.outcome().is_some(),
    };
    let progress = write(&ledger, campaign, decided, Some(window.deadline_at), &missing, world)?;
    (world.boundary)("before the turn commits");
    ledger.commit()?;
    (world.boundary)("after the turn commits");
    campaign.progress = Some(progress);
    Ok(Some(played))
}

/// Writes everything that follows from a decided turn into the transaction.
fn write(
    ledger: &Ledger<'_>,
    campaign: &Campaign,
    decided: Decided,
    previous_deadline: Option<DateTime<Utc>>,
    missing: &SeatSet,
    world: &World<'_>,
) -> Result<Progress, DeskError> {
    let turn = decided.table.turn();
    let (entry, hash) = decided.entry.sealed();
    let story = serde_json::json!(decided.story).to_string();
    ledger.append_turn(&StoredTurn { turn, entry, hash: hash.clone(), state: decided.table.state(), story })?;
    let window =
        if decided.table.outcome().is_some() { None } else { Some(next_window(campaign, turn + 1, previous_deadline, world.now)?) };
    if let Some(window) = &window {
        ledger.announce_window(window)?;
    }
    let issue = Issue { campaign, decided: &decided, hash: &hash, window: window.as_ref(), missing, now: world.now };
    issue.send(ledger)?;
    Ok(Progress { table: decided.table, journal_hash: hash, window })
}

fn next_window(campaign: &Campaign, turn: u32, previous: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<TurnWindow, DeskError> {
    let deadline = schedule::next_deadline(&campaign.config.schedule, previous, now).ok_or(DeskError::NoDeadline)?;
    Ok(TurnWindow {
        turn,
        opened_at: now,
        deadline_at: deadline.at,
        deadline_local: deadline.local,
        zone: deadline.zone,
        tzdb: deadline.tzdb,
    })
}
