//! What a game master does to the time of a running game by a command: more time, a pause and its end.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

use super::suspense::WaitingTurn;
use super::time_notices::{self, TimeNotice};
use super::{pauses, suspense};
use crate::campaign::CampaignId;
use crate::campaign::calendar::earlier;
use crate::campaign::extension::Extension;
use crate::campaign::journal::{Act, WhyMoved};
use crate::campaign::local::{LocalTime, Zone};
use crate::campaign::schedule;
use crate::campaign::suspense::WhyWaits;
use crate::engine::reader::harmless;
use crate::office::World;
use crate::office::cabinet::desk::{Campaign, Desk};
use crate::office::cabinet::error::DeskError;
use crate::store::{Ledger, TurnWindow};

/// What a command did to the time of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TimeDone {
    /// The campaign whose time it is.
    pub campaign: CampaignId,
    /// The open turn.
    pub turn: u32,
    /// What players call a turn: `turn`, `round` or `move`.
    pub unit: &'static str,
    /// Whether anything was done; false if nothing had to be.
    pub changed: bool,
    /// The deadline that counted before.
    pub from: DateTime<Utc>,
    /// The deadline that counts now; the same as `from` if it did not move.
    pub to: DateTime<Utc>,
    /// `to` in local time.
    pub to_local: String,
    /// The time zone of `to_local`.
    pub zone: Zone,
}

/// Why a command about time cannot be carried out.
#[allow(missing_docs, reason = "each says what it is")]
#[derive(Debug, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TimeError {
    #[error("{0}")]
    #[serde(skip)]
    Desk(#[from] DeskError),
    #[error("{campaign} has not begun, so no deadline is announced")]
    NotBegun { campaign: CampaignId },
    #[error("{campaign} is over: no turn is open")]
    Over { campaign: CampaignId },
    #[error("the deadline of {campaign} is {deadline}, and only a later one can be set, by a year at most")]
    NotLater {
        campaign: CampaignId,
        #[serde(flatten)]
        deadline: LocalTime,
    },
    #[error(
        "by the schedule in campaign.toml turn {turn} of {campaign} would be due {deadline}, which is earlier than announced: it takes effect with the next turn"
    )]
    Earlier {
        campaign: CampaignId,
        turn: u32,
        #[serde(flatten)]
        deadline: LocalTime,
    },
    #[error(
        "in {campaign} a move is due when its player's bank is empty: an edited bank takes effect with the next move. \
         `ashpost extend {campaign}` gives more time for the open one"
    )]
    Banks { campaign: CampaignId },
    #[error(
        "{campaign} is paused: nothing is due. `ashpost resume {campaign}` lets it go on, and the deadline moves by the length of the pause"
    )]
    Paused { campaign: CampaignId },
    #[error("{campaign} does not wait for you: {unit} {turn} goes on by itself")]
    NotWaiting { campaign: CampaignId, unit: &'static str, turn: u32 },
    #[error(
        "orders for turn {turn} of {campaign} closed on {closed}, and sealed ones have been revealed since: with more time, somebody could \
         answer them"
    )]
    OrdersClosed {
        campaign: CampaignId,
        turn: u32,
        #[serde(flatten)]
        closed: LocalTime,
    },
    #[error("campaign.toml of {campaign} says `open = false`, which pauses it: set `open = true`, and it goes on with the next tick")]
    ClosedInFile { campaign: CampaignId },
}

impl From<crate::store::StoreError> for TimeError {
    fn from(error: crate::store::StoreError) -> TimeError {
        TimeError::Desk(error.into())
    }
}

/// Gives more time for the open turn. All players and the game master get a letter, with the game master's reason if there is one.
///
/// # Errors
/// When no turn is open, the game is paused, the deadline would not be later, or the database refuses; nothing was done then.
pub fn extend(desk: &mut Desk, extension: Extension, reason: Option<&str>, world: &World<'_>) -> Result<TimeDone, TimeError> {
    desk.transact(world, |campaign, ledger| extend_in(campaign, ledger, extension, reason, world.now))
}

/// The same in an open transaction, which must be undone if it fails.
pub(in crate::office) fn extend_in(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    extension: Extension,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<TimeDone, TimeError> {
    act(campaign, |campaign, window| {
        refuse_pause(campaign, ledger)?;
        refuse_to_open_again(campaign, ledger, window.turn, now)?;
        let zone = campaign.zone_of(None).clone();
        let to = extension
            .of(suspense::more_time_from(ledger, window, now)?, &zone)
            .ok_or_else(|| TimeError::NotLater { campaign: campaign.id().to_owned(), deadline: window.deadline.clone() })?;
        let moved = campaign.move_deadline(ledger, to, WhyMoved::Extension, now)?;
        let what = TimeNotice::Extended { reason: reason.map(harmless) };
        time_notices::tell_all(campaign, ledger, &what, moved.as_ref(), now)?;
        Ok(true)
    })
}

/// Moves the open deadline to where the schedule in the campaign's file puts it, which otherwise counts from the next turn on. All players
/// and the game master get a letter.
///
/// # Errors
/// When no turn is open, the game is paused, the deadline would be earlier, or the database refuses; nothing was done then.
pub fn reschedule(desk: &mut Desk, world: &World<'_>) -> Result<TimeDone, TimeError> {
    desk.transact(world, |campaign, ledger| reschedule_in(campaign, ledger, world.now))
}

fn reschedule_in(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<TimeDone, TimeError> {
    act(campaign, |campaign, window| {
        refuse_pause(campaign, ledger)?;
        refuse_to_open_again(campaign, ledger, window.turn, now)?;
        if campaign.config.schedule.bank().is_some() {
            return Err(TimeError::Banks { campaign: campaign.id().to_owned() });
        }
        let before = ledger.window(window.turn.saturating_sub(1))?.map(|before| before.deadline.at);
        let by_file = deadline_by_file(campaign, window, before).ok_or(DeskError::NoDeadline)?;
        let (due, _) = campaign.deadline_if_moved(ledger, by_file.at, WhyMoved::Schedule, now)?;
        if due.at < window.deadline.at {
            return Err(TimeError::Earlier { campaign: campaign.id().to_owned(), turn: window.turn, deadline: due });
        }
        if due.at == window.deadline.at {
            return Ok(false);
        }
        let moved = campaign.move_deadline(ledger, by_file.at, WhyMoved::Schedule, now)?;
        time_notices::tell_all(campaign, ledger, &TimeNotice::Rescheduled, moved.as_ref(), now)?;
        Ok(true)
    })
}

/// When the open turn would be due if it had been announced by the file as it is now.
fn deadline_by_file(campaign: &Campaign, window: &TurnWindow, before: Option<DateTime<Utc>>) -> Option<LocalTime> {
    let progress = campaign.progress.as_ref()?;
    match campaign.mover(progress) {
        Some(seat) => schedule::move_deadline(&campaign.config.schedule, &campaign.clock(&progress.clocks, seat), window.opened_at),
        // That it waits for players who are away is seen to where it moves.
        None => schedule::next_deadline(&campaign.config.schedule, window.turn, before, window.opened_at),
    }
}

fn refuse_pause(campaign: &Campaign, ledger: &Ledger<'_>) -> Result<(), TimeError> {
    match pauses::is_paused(campaign, ledger)? {
        true => Err(TimeError::Paused { campaign: campaign.id().to_owned() }),
        false => Ok(()),
    }
}

/// Refuses to let a game go on whose file says that it is closed: no command may.
pub(in crate::office) fn refuse_while_closed(campaign: &Campaign) -> Result<(), TimeError> {
    if campaign.config.open { Ok(()) } else { Err(TimeError::ClosedInFile { campaign: campaign.id().to_owned() }) }
}

/// The wait that [`charge`] would end.
pub(in crate::office) fn wait_to_end(campaign: &Campaign, ledger: &Ledger<'_>, turn: u32) -> Result<WaitingTurn, TimeError> {
    let not_waiting = || TimeError::NotWaiting { campaign: campaign.id().to_owned(), unit: campaign.config.game.unit(), turn };
    suspense::waits_now(ledger, turn)?.ok_or_else(not_waiting)
}

fn refuse_to_open_again(campaign: &Campaign, ledger: &Ledger<'_>, turn: u32, now: DateTime<Utc>) -> Result<(), TimeError> {
    campaign.close_sealed_orders(ledger, now)?;
    let Some(closed_at) = campaign.orders_closed_at(ledger, turn)? else { return Ok(()) };
    Err(TimeError::OrdersClosed { campaign: campaign.id().to_owned(), turn, closed: campaign.local(closed_at, None) })
}

/// Stops play and all clocks until [`resume`]; everybody is told. Email is still read and answered.
///
/// # Errors
/// When no turn is open, or the database refuses; nothing was done then.
pub fn pause(desk: &mut Desk, world: &World<'_>) -> Result<TimeDone, TimeError> {
    desk.transact(world, |campaign, ledger| pause_in(campaign, ledger, world.now))
}

/// The same in an open transaction, which must be undone if it fails.
pub(in crate::office) fn pause_in(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<TimeDone, TimeError> {
    act(campaign, |campaign, _| {
        campaign.close_sealed_orders(ledger, now)?;
        Ok(pauses::pause(campaign, ledger, now)?)
    })
}

/// Lets a paused game go on: the deadline moves by the length of the pause, and everybody is told.
///
/// # Errors
/// When no turn is open, its file says that it is closed, or the database refuses; nothing was done then.
pub fn resume(desk: &mut Desk, world: &World<'_>) -> Result<TimeDone, TimeError> {
    desk.transact(world, |campaign, ledger| resume_in(campaign, ledger, world.now))
}

/// The same in an open transaction, which must be undone if it fails.
pub(in crate::office) fn resume_in(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<TimeDone, TimeError> {
    act(campaign, |campaign, _| {
        refuse_while_closed(campaign)?;
        Ok(pauses::resume(campaign, ledger, now)?)
    })
}

/// Ends the wait of a turn for the game master's decision: missing orders count as missing, and a clock that stood still runs again from
/// now on. Nobody loses the time in which it stood.
///
/// # Errors
/// When the open turn does not wait, the game is paused, or the database refuses; nothing was done then.
pub fn charge(desk: &mut Desk, world: &World<'_>) -> Result<TimeDone, TimeError> {
    desk.transact(world, |campaign, ledger| charge_in(campaign, ledger, world.now))
}

/// The same in an open transaction, which must be undone if it fails.
pub(in crate::office) fn charge_in(campaign: &mut Campaign, ledger: &Ledger<'_>, now: DateTime<Utc>) -> Result<TimeDone, TimeError> {
    act(campaign, |campaign, window| {
        refuse_pause(campaign, ledger)?;
        let turn = window.turn;
        let waiting = wait_to_end(campaign, ledger, turn)?;
        suspense::end(ledger, turn)?;
        campaign.record(ledger, Act::WaitEnded { turn }, now)?;
        if let WhyWaits::Returned { seat } = waiting.why {
            suspense::charge(campaign, ledger, seat)?;
            let by = now.signed_duration_since(waiting.since).max(TimeDelta::zero());
            let to = campaign.deadline_after_standstill(earlier(now, by), now).ok_or(DeskError::NoDeadline)?;
            let moved = campaign.move_deadline(ledger, to, WhyMoved::ReturnedReport, now)?;
            time_notices::tell_all(campaign, ledger, &TimeNotice::Charged { by }, moved.as_ref(), now)?;
        }
        Ok(true)
    })
}

/// Does the work of a command about the open turn.
fn act(campaign: &mut Campaign, act: impl FnOnce(&mut Campaign, &TurnWindow) -> Result<bool, TimeError>) -> Result<TimeDone, TimeError> {
    let id = campaign.id().to_owned();
    let window = match &campaign.progress {
        None => return Err(TimeError::NotBegun { campaign: id }),
        Some(progress) => progress.window.clone().ok_or(TimeError::Over { campaign: id.clone() })?,
    };
    let changed = act(campaign, &window)?;
    let after = campaign.window().unwrap_or(&window);
    Ok(TimeDone {
        campaign: id,
        turn: window.turn,
        unit: campaign.config.game.unit(),
        changed,
        from: window.deadline.at,
        to: after.deadline.at,
        to_local: after.deadline.local.clone(),
        zone: after.deadline.zone.clone(),
    })
}

impl TimeDone {
    /// By how much the deadline has moved.
    pub fn moved_by(&self) -> TimeDelta {
        self.to.signed_duration_since(self.from)
    }
}
