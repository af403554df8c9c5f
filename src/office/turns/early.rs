//! The game master plays the open turn before its deadline, with the sheets that are there; or asks what that would do.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::adjudicate::{TurnProgress, play};
use super::sent::Sent;
use crate::campaign::CampaignId;
use crate::campaign::journal::Act;
use crate::campaign::local::{LocalTime, Zone};
use crate::engine::{Seat, SeatSet};
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk, Progress};
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::pauses;
use crate::store::{EmailKind, Ledger, ReportsSent, StoreError, TurnWindow};

/// A turn that was played by a command, or would be. A turn that would be played tells nothing that only the turn itself may tell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Run {
    /// The campaign whose turn it is.
    pub campaign: CampaignId,
    /// The turn that was or would be played.
    pub turn: u32,
    /// What the game calls a turn.
    pub unit: &'static str,
    /// Nothing was done.
    pub dry_run: bool,
    /// The players whose sheets or standing orders count.
    pub sent: Vec<Player>,
    /// The players who had to send something and have nothing that counts; the turn treats them as at its deadline.
    pub missing: Vec<Player>,
    /// The players, missing ones and those of vacant seats, for whom the caretaker plays.
    pub caretaken: Vec<Player>,
    /// The deadline that is not waited for.
    pub deadline: DateTime<Utc>,
    /// The same in the time zone of the schedule.
    pub deadline_local: String,
    /// The time zone in which that deadline was announced.
    pub zone: Zone,
    /// The deadline of the turn after it, if the game goes on.
    pub next_deadline: Option<DateTime<Utc>>,
    /// The same in the time zone of the schedule.
    pub next_deadline_local: Option<String>,
    /// The emails, in the order in which they are queued.
    pub emails: Vec<Email>,
    /// What was played; null as long as nothing was.
    pub played: Option<TurnProgress>,
}

/// A seat and who holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    /// From 1.
    pub seat: Seat,
    /// The name of its holder, or of its last one.
    pub name: String,
}

/// An email that a turn causes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Email {
    /// `report`.
    pub kind: EmailKind,
    /// To whom; null for the game master, and for those who follow the game without a seat (`observed`).
    pub to: Option<Player>,
}

/// Why a turn is not played by a command.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RunError {
    #[error("{0}")]
    #[serde(skip)]
    Desk(#[from] DeskError),
    #[error("{campaign} has not begun, so no turn is open")]
    NotBegun { campaign: CampaignId },
    #[error("{campaign} is over: no turn is open")]
    Over { campaign: CampaignId },
    #[error("{campaign} is paused, so nothing is played. `ashpost resume {campaign}` lets it go on")]
    Paused { campaign: CampaignId },
    #[error("{campaign} is a game of moves: {mover}'s move has arrived, and the next tick plays it. Run `ashpost tick`")]
    MoveIsThere { campaign: CampaignId, mover: String },
    #[error(
        "{campaign} is a game of moves: it is {mover}'s move until {deadline}, and without it nothing can be played. \
         `ashpost replace {campaign} {seat}` gives the seat to another player"
    )]
    NoMove {
        campaign: CampaignId,
        mover: String,
        seat: Seat,
        #[serde(flatten)]
        deadline: LocalTime,
    },
    #[error(
        "the reports of turn {turn} of {campaign} have not left yet, so players have not seen the position. Run `ashpost tick`, then this again"
    )]
    Unsent { campaign: CampaignId, turn: u32 },
    #[error(
        "{names} sealed orders for turn {turn} of {campaign} that can only be revealed after the deadline, {deadline}: \
         played now, they would not count. Wait until they are revealed"
    )]
    ToBeRevealed {
        campaign: CampaignId,
        turn: u32,
        names: String,
        #[serde(flatten)]
        deadline: LocalTime,
    },
    #[error(
        "your own seat in {campaign} closes on {closes}, and only then are orders of the other players taken. \
         Run this again after that"
    )]
    GameMasterFirst {
        campaign: CampaignId,
        #[serde(flatten)]
        closes: LocalTime,
    },
}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> RunError {
        RunError::Desk(error.into())
    }
}

/// Plays the open turn now. Players who have sent nothing are treated as at the deadline. The journal says that the game master did not wait for it,
/// and so does everybody's report.
///
/// # Errors
/// When no turn is open that can be played now, or the database refuses; nothing was done then.
pub fn run(desk: &mut Desk, world: &World<'_>) -> Result<Run, RunError> {
    desk.transact(world, |campaign, ledger| run_in(campaign, ledger, world))
}

/// The same in an open transaction, which must be undone if it fails.
pub(in crate::office) fn run_in(campaign: &mut Campaign, ledger: &Ledger<'_>, world: &World<'_>) -> Result<Run, RunError> {
    let (done, after) = play_now(campaign, ledger, world)?;
    campaign.progress = Some(after);
    Ok(done)
}

/// What [`run`] would do. The turn is played in a transaction that is dropped, so that what would fail fails here; nothing of what happens in it is
/// told.
///
/// # Errors
/// As [`run`].
pub fn dry_run(desk: &mut Desk, world: &World<'_>) -> Result<Run, RunError> {
    let ledger = desk.store.begin()?;
    let done = play_now(&mut desk.campaign, &ledger, world);
    drop(ledger);
    desk.reload()?;
    Ok(Run { dry_run: true, played: None, ..done?.0 })
}

/// Whether the open turn could be played by a command now.
///
/// # Errors
/// With the reason if it could not, or when the database refuses.
pub(in crate::office) fn may_run(campaign: &Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<(), RunError> {
    playable(campaign, ledger, now).map(|_| ())
}

/// The open turn and what was sent for it, if it can be played now.
fn playable<'a>(
    campaign: &'a Campaign,
    ledger: &Ledger<'_>,
    now: DateTime<Utc>,
) -> Result<(&'a Progress, &'a TurnWindow, Sent<'a>), RunError> {
    let id = || campaign.id().to_owned();
    let progress = campaign.progress.as_ref().ok_or_else(|| RunError::NotBegun { campaign: id() })?;
    let window = progress.window.as_ref().ok_or_else(|| RunError::Over { campaign: id() })?;
    let sent = Sent::of(campaign, progress, ledger, window.turn)?;
    let is_paused = pauses::is_paused(campaign, ledger)?;
    // Where a move is missing, a pause would be the lesser reason, and would be ended in vain. A move that is there waits for nothing else.
    if let Some(seat) = campaign.mover(progress).filter(|_| !is_paused || !sent.missing.is_empty()) {
        return Err(not_by_command(campaign, window, seat, &sent));
    }
    if is_paused {
        return Err(RunError::Paused { campaign: id() });
    }
    check(campaign, window, ledger, &sent, now)?;
    Ok((progress, window, sent))
}

/// Plays the open turn in this transaction, whatever becomes of it. In memory only the closing of the game master's seats is noted; it is due where no
/// tick has run since, and decides what counts of theirs.
fn play_now(campaign: &mut Campaign, ledger: &Ledger<'_>, world: &World<'_>) -> Result<(Run, Progress), RunError> {
    // The closing forgets what such a seat has sealed, for which the turn must wait.
    may_run(campaign, ledger, world.now)?;
    campaign.close_gm_seats(ledger, world.now, world.now)?;
    let (progress, window, sent) = playable(campaign, ledger, world.now)?;
    campaign.record(ledger, Act::PlayedByCommand { turn: window.turn, deadline: window.deadline.at }, world.now)?;
    let last = ledger.last_outgoing()?;
    let player = |seat: Seat| Player { seat, name: campaign.player_name(seat) };
    let players = |seats: &SeatSet| seats.iter().copied().map(player).collect();
    let (sheets, missing, caretaken) = (players(&(&sent.seats | &sent.standing)), players(&sent.missing), players(&sent.caretaken));
    let (played, after) = play(campaign, progress, ledger, sent, world)?;
    let emails = ledger.queued_after(last)?.into_iter().map(|(kind, seat)| Email { kind, to: seat.map(player) });
    // The deadline is not taken from the position after the turn, which would tell whether the game ends.
    let next = campaign.next_deadline(progress, window.turn + 1, Some(window.deadline.at), world.now);
    let run = Run {
        campaign: campaign.id().to_owned(),
        turn: window.turn,
        unit: campaign.config.game.unit(),
        dry_run: false,
        sent: sheets,
        missing,
        caretaken,
        deadline: window.deadline.at,
        deadline_local: window.deadline.local.clone(),
        zone: window.deadline.zone.clone(),
        next_deadline: next.as_ref().map(|next| next.at),
        next_deadline_local: next.map(|next| next.local),
        emails: emails.collect(),
        played: Some(played),
    };
    Ok((run, after))
}

/// Why a game of moves is not played by a command: it waits for nothing but a move, which is played as soon as it is there.
fn not_by_command(campaign: &Campaign, window: &TurnWindow, seat: Seat, sent: &Sent<'_>) -> RunError {
    let (campaign, mover) = (campaign.id().to_owned(), campaign.player_name(seat));
    match sent.missing.is_empty() {
        true => RunError::MoveIsThere { campaign, mover },
        false => RunError::NoMove { campaign, mover, seat, deadline: window.deadline.clone() },
    }
}

/// Refuses to play an open turn that cannot be played now.
fn check(campaign: &Campaign, window: &TurnWindow, ledger: &Ledger<'_>, sent: &Sent<'_>, now: DateTime<Utc>) -> Result<(), RunError> {
    let id = campaign.id().to_owned();
    let name = |seat: Seat| campaign.player_name(seat);
    let deadline = window.deadline.clone();
    let before = window.turn.saturating_sub(1);
    if ledger.reports_sent(before, None)? == ReportsSent::NotYet {
        return Err(RunError::Unsent { campaign: id, turn: before });
    }
    if sent.is_to_be_revealed() {
        let sealed = sent.committed.iter().filter(|(_, sealed)| sealed.salt.is_none()).map(|(seat, _)| name(*seat));
        return Err(RunError::ToBeRevealed { campaign: id, turn: window.turn, names: sealed.collect::<Vec<_>>().join(", "), deadline });
    }
    if let Some(closes_at) = campaign.gm_closes_at().filter(|closes_at| *closes_at > now) {
        return Err(RunError::GameMasterFirst { campaign: id, closes: campaign.local(closes_at, None) });
    }
    Ok(())
}
