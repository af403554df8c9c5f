//! Opening a campaign and adjudicating a turn: journal, snapshot, reports and emails in one transaction.

use chrono::{DateTime, Utc};

use crate::campaign::clock::Clocks;
use crate::campaign::config::SeatConfig;
use crate::campaign::journal::{Act, Decided, Sheets};
use crate::campaign::schedule::{self, Awaited};
use crate::campaign::watch::Held;
use crate::engine::{Pace, Seat};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::gm_closing::GmClosing;
use crate::office::cabinet::scenario::scenario_text;
use crate::office::deadlines::mails_seen::MailsSeen;
use crate::office::deadlines::unsent::{EnteredAs, Unsent};
use crate::office::turns::clocks;
use crate::office::turns::issue::Issue;
use crate::office::turns::opening::{Entrance, Entrants};
use crate::office::turns::sent::{OpenedSheets, Sent};
use crate::store::{Ledger, TurnWindow};

/// What a run did about a campaign's turn.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TurnProgress {
    /// 0 for the opening.
    pub turn: u32,
    /// What the game calls a turn: `move`, `round`.
    pub unit: &'static str,
    /// How many sheets counted, those made of standing orders among them.
    pub sheets: u32,
    /// The seats that had to send something and have nothing that counts; where moves alternate, the one that lost on time.
    pub missing: Vec<Seat>,
    /// The seats that the caretaker has played for: missing ones, and vacant ones.
    pub caretaken: Vec<Seat>,
    /// How many events the turn had, hidden ones included.
    pub events: usize,
    /// Whether the turn has ended the game by its rules.
    pub game_over: bool,
    /// Where moves alternate: whose move was played, or did not come in time.
    pub mover: Option<String>,
    /// Who gave the game up in it.
    pub resigned: Option<String>,
    /// Whose move is next; `None` once the game is over.
    pub next_mover: Option<String>,
}

/// Sets the campaign up if it is open and was not yet, or adjudicates its turn if that is due. Nobody runs out of time as long as
/// one of their emails may lie where this run could not look.
pub(crate) fn adjudicate_if_due(desk: &mut Desk, mails: MailsSeen, world: &World<'_>) -> Result<Option<TurnProgress>, DeskError> {
    match &desk.campaign.progress {
        None if desk.campaign.config.open => match Entrance::of(&desk.campaign)? {
            Entrance::ByFile => open(desk, None, world),
            Entrance::Full(entrants) => open(desk, Some(&entrants), world),
            Entrance::Waits => Ok(None),
        },
        None => Ok(None),
        Some(_) => play_if_due(desk, mails, world),
    }
}

/// Opens the campaign; players who have joined by email are added to those of the file. If one of these has left meanwhile, nothing is done.
fn open(desk: &mut Desk, entrants: Option<&Entrants>, world: &World<'_>) -> Result<Option<TurnProgress>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    if let Some(refusal) = campaign.tournament.as_ref().and_then(|tournament| tournament.refusal(campaign.id())) {
        return Err(refusal);
    }
    let scenario = scenario_text(&campaign.config, &campaign.home)?;
    let joined: &[SeatConfig] = entrants.map(|entrants| entrants.seats.as_slice()).unwrap_or_default();
    let mut seats = campaign.config.seat_names();
    seats.extend(joined.iter().map(|seat| (seat.number, seat.name.clone())));
    let decided = campaign.scribe(world.now).set_up(campaign.config.game, &scenario, &seats)?;
    let ledger = store.begin()?;
    campaign.take_first_roster(&ledger, joined)?;
    let before = Before { progress: None, lot: entrants.map(Entrants::act) };
    let progress = write(&ledger, campaign, decided, before, &Unsent::default(), world)?;
    (world.boundary)("before the opening commits");
    match entrants {
        None => ledger.commit()?,
        Some(entrants) if entrants.commit(ledger, campaign)? => {}
        Some(_) => {
            campaign.forget_first_roster();
            return Ok(None);
        }
    }
    (world.boundary)("after the opening commits");
    campaign.progress = Some(progress);
    Ok(Some(TurnProgress {
        turn: 0,
        unit: campaign.config.game.unit(),
        sheets: 0,
        missing: Vec::new(),
        caretaken: Vec::new(),
        events: 0,
        game_over: false,
        mover: None,
        resigned: None,
        next_mover: None,
    }))
}

fn play_if_due(desk: &mut Desk, mails: MailsSeen, world: &World<'_>) -> Result<Option<TurnProgress>, DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(progress) = &campaign.progress else { return Ok(None) };
    if campaign.plays_nothing() {
        return Ok(None);
    }
    let (Some(window), Some(limits)) = (&progress.window, campaign.limits(progress)) else { return Ok(None) };
    let ledger = store.begin()?;
    let sent = Sent::of(campaign, progress, &ledger, window.turn)?;
    let to_move = campaign.waited_for(progress);
    // Standing orders count as a sheet, though nobody is ready with them.
    let seats = &sent.seats | &sent.standing;
    let early_at = campaign.early_at(&ledger, window.turn)?;
    let awaited = match campaign.config.game.pace() {
        Pace::Alternating => Awaited::Move { is_there: sent.missing.is_empty() },
        Pace::Simultaneous => Awaited::Sheets { to_move: &to_move, sent: &seats, early_at },
    };
    let waits_for_reveal = sent.is_to_be_revealed() && world.now < campaign.revealed_until(limits.closes_at);
    let is_complete = schedule::is_complete(limits.deadline_at, world.now, &awaited);
    let is_closed = campaign.held.is_none() && schedule::is_over(limits.closes_at, world.now, &awaited);
    if is_closed
        && !is_complete
        && let Some(why) = campaign.why_it_waits(&ledger, progress, &sent.missing, limits.closes_at, mails, world.now)?
    {
        campaign.let_wait(&ledger, why, world.now)?;
        drop(sent);
        (world.boundary)("before a turn that waits commits");
        ledger.commit()?;
        (world.boundary)("after a turn that waits commits");
        campaign.held = Some(Held::Asking);
        return Ok(None);
    }
    let is_over = is_closed && mails == MailsSeen::All;
    if !is_complete && !is_over || waits_for_reveal {
        return Ok(None);
    }
    let (played, mut progress) = play(campaign, progress, &ledger, sent, world)?;
    (world.boundary)("before the turn commits");
    ledger.commit()?;
    (world.boundary)("after the turn commits");
    progress.before = campaign.progress.take().and_then(Progress::into_position_before);
    campaign.progress = Some(progress);
    // It was the turn before this one that waited.
    campaign.held = campaign.held.filter(|held| *held != Held::Asking);
    Ok(Some(played))
}

/// Plays the open turn with what is there, in this transaction, and writes everything that follows from it. Each sheet is read once: those of
/// the book when it is opened, standing orders when they are entered.
pub(super) fn play(
    campaign: &Campaign,
    progress: &Progress,
    ledger: &Ledger<'_>,
    sent: Sent<'_>,
    world: &World<'_>,
) -> Result<(TurnProgress, Progress), DeskError> {
    let Sent { turn, committed, standing, missing, caretaken, opened, .. } = sent;
    let OpenedSheets { mut sheets, mut orders } = opened.map_or_else(|| OpenedSheets::of(campaign, progress, ledger, turn), Ok)?;
    let entered = campaign.enter_standing_sheets(progress, ledger, turn, &standing, orders.as_mut(), world.now)?;
    let caretaken = campaign.enter_caretaker_sheets(turn, &caretaken, orders.as_mut());
    sheets.extend(entered.iter().map(|(seat, entered)| (*seat, entered.reading.canonical())));
    let tip = ledger.tip()?.ok_or_else(|| DeskError::NotBegun { id: campaign.id().to_owned() })?;
    let places: Vec<Seat> = progress.table.players().into_keys().collect();
    let receipts = ledger.last_receipts(turn)?;
    let sent_sheets = Sheets { seats: &places, sheets: &sheets, caretaken: &caretaken, receipts, committed };
    let decided = campaign.scribe(world.now).play(turn, &tip, &sent_sheets, orders.as_ref());
    let name = |seat| campaign.config.seat(seat).map(|player| player.name.clone());
    let name_of = |progress: &Progress| campaign.mover(progress).and_then(name);
    let mut played = TurnProgress {
        turn: decided.table.turn(),
        unit: campaign.config.game.unit(),
        sheets: sheets.len() as u32,
        missing: missing.iter().copied().collect(),
        caretaken: caretaken.keys().copied().collect(),
        events: decided.story.events.len(),
        game_over: decided.table.outcome().is_some(),
        mover: name_of(progress),
        resigned: decided.resigned.and_then(name),
        next_mover: None,
    };
    let on_time = sheets.keys().copied().collect();
    let warned = campaign.note_attendance(ledger, progress, &missing, &on_time, world.now)?;
    let unsent = Unsent { missing, standing, caretaken: caretaken.into_keys().collect(), warned };
    let after = write(ledger, campaign, decided, Before { progress: Some(progress), lot: None }, &unsent, world)?;
    for (seat, entered) in &entered {
        campaign.tell_of_entered(ledger, *seat, EnteredAs::Standing, entered, None, world.now)?;
    }
    campaign.enter_left_sheets(ledger, &after, world.now)?;
    played.next_mover = name_of(&after);
    Ok((played, after))
}

/// What was before a turn.
struct Before<'a> {
    /// `None` before the opening.
    progress: Option<&'a Progress>,
    /// The lot by which seats were drawn, at the opening.
    lot: Option<Act>,
}

/// Writes everything that follows from a decided turn into the transaction.
fn write(
    ledger: &Ledger<'_>,
    campaign: &Campaign,
    decided: Decided,
    Before { progress: before, lot }: Before<'_>,
    unsent: &Unsent,
    world: &World<'_>,
) -> Result<Progress, DeskError> {
    let Decided { signed, turn, made, table, state, views, story, actors, .. } = decided;
    ledger.append_turn(turn, &signed, &state, &serde_json::json!(story).to_string())?;
    if let Some(act) = lot {
        campaign.record(ledger, act, world.now)?;
    }
    let clocks = match before {
        Some(before) => clocks::after(campaign, ledger, before, table.as_ref(), world.now)?,
        None => Clocks::default(),
    };
    let era = before.map_or(0, |before| before.era);
    let mut progress = Progress {
        table,
        is_as_stored: true,
        before: None,
        tip: signed.tip(),
        window: None,
        opened_ahead: false,
        gm_closing: GmClosing::default(),
        ended: None,
        clocks,
        era,
        turn_is_made: None,
    };
    let mut new_missing = None;
    if progress.table.outcome().is_none() {
        let window = next_window(campaign, &progress, before, world.now)?;
        ledger.announce_window(&window)?;
        new_missing = campaign.new_missing_policy(ledger)?;
        campaign.keep_file_of_turn(ledger, window.turn)?;
        progress.window = Some(window);
    }
    let moved = before.filter(|_| campaign.alternates()).map(|before| before.table.to_move()).unwrap_or_default();
    let issue = Issue {
        campaign,
        turn,
        made: &made,
        story: &story,
        actors: &actors,
        progress: &progress,
        views: &views,
        unsent,
        new_missing,
        moved: &moved,
        now: world.now,
        jobs: world.jobs,
    };
    issue.send(ledger)?;
    campaign.mail_observers(ledger, turn, progress.is_over(), world.now)?;
    Ok(progress)
}

pub(super) fn next_window(
    campaign: &Campaign,
    after: &Progress,
    before: Option<&Progress>,
    now: DateTime<Utc>,
) -> Result<TurnWindow, DeskError> {
    let previous = before.and_then(|before| before.window.as_ref()).map(|window| window.deadline.at);
    let deadline = match campaign.mover(after) {
        Some(seat) => schedule::move_deadline(&campaign.config.schedule, &campaign.clock(&after.clocks, seat), now),
        None => campaign.next_deadline(after, after.table.turn() + 1, previous, now),
    };
    let deadline = deadline.ok_or(DeskError::NoDeadline)?;
    Ok(TurnWindow { turn: after.table.turn() + 1, opened_at: now, deadline })
}
