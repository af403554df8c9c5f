//! Making lost time good: a pause, an outage, a wrong clock or a late report moves the deadline, and everybody is told.

use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::calendar::{earlier, later};
use crate::campaign::extension::shifted;
use crate::campaign::journal::{Act, WhyMoved};
use crate::campaign::suspense::WhyWaits;
use crate::campaign::watch::{Correction, Held};
use crate::engine::Seat;
use crate::office::cabinet::desk::Campaign;
use crate::office::cabinet::error::DeskError;
use crate::office::deadlines::memory::CORRECTED;
use crate::office::deadlines::time_notices::{self, TimeNotice};
use crate::office::deadlines::{early, suspense};
use crate::office::letters::vote_facts::DecisionFacts;
use crate::store::Ledger;

/// Since when a campaign is paused.
pub(super) const PAUSED: &str = "paused since";

/// Since when a command, or a vote, has paused a campaign, whatever its file says; empty if none has. The text is older than
/// votes, and stands in databases.
pub(super) const PAUSE_DECIDED: &str = "paused by a command since";

/// When a pause that the players have agreed on ends; absent for other pauses. Its beginning is kept like that of a pause by command.
pub(super) const PAUSED_UNTIL: &str = "paused by the players until";

/// If the first run after the end of such a pause comes within this time, it counts as on time; if it comes later, the outage is made good.
const TIME_TO_NOTICE: TimeDelta = TimeDelta::hours(1);

/// Something to be written down, and told to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TimeStep {
    Pause,
    /// The players have agreed on it.
    AgreedPause {
        until: DateTime<Utc>,
        decision: Box<DecisionFacts>,
    },
    Resume {
        paused_at: DateTime<Utc>,
        /// The vote that ends the pause, if one does.
        decision: Option<Box<DecisionFacts>>,
    },
    /// Makes good this many corrections, from the first on, by moving the deadline by this much, if at all.
    Correct {
        corrections: usize,
        last: Correction,
        by: TimeDelta,
    },
    Delay {
        by: TimeDelta,
    },
    /// The report that the mover should answer has come back: the game master is asked.
    Ask {
        seat: Seat,
    },
    /// It is on its way again.
    SentAgain {
        by: TimeDelta,
    },
}

pub(super) fn take(campaign: &mut Campaign, ledger: &Ledger<'_>, step: TimeStep, now: DateTime<Utc>) -> Result<(), DeskError> {
    match step {
        TimeStep::Pause => begin_pause(campaign, ledger, (Act::Paused, TimeNotice::Paused), now),
        TimeStep::AgreedPause { until, decision } => {
            begin_pause(campaign, ledger, (Act::PausedByVote { until }, TimeNotice::AgreedPause { until, decision }), now)
        }
        TimeStep::Resume { paused_at, decision } => end_pause(campaign, ledger, paused_at, decision, now),
        TimeStep::Correct { corrections, last, by } => {
            ledger.set_fact(CORRECTED, &corrections.to_string())?;
            // By a clock that was ahead they would outrun what comes from now on.
            ledger.forget_last_words_after(now)?;
            if by.is_zero() {
                return Ok(());
            }
            early::count_anew(campaign, ledger, now)?;
            match last {
                Correction::Outage { since, until } => {
                    move_by(campaign, ledger, by, WhyMoved::Outage, TimeNotice::Outage { since, until }, now)
                }
                Correction::ClockSetBack { .. } => move_by(campaign, ledger, by, WhyMoved::Clock, TimeNotice::ClockSetBack, now),
            }
        }
        TimeStep::Delay { by } => {
            let turn = campaign.open_turn().map_or(0, |turn| turn.turn);
            ledger.set_fact(&delay_fact(turn), &by.num_minutes().to_string())?;
            move_by(campaign, ledger, by, WhyMoved::DelayedReports, TimeNotice::LateReports { by }, now)
        }
        TimeStep::Ask { seat } => campaign.let_wait(ledger, WhyWaits::Returned { seat }, now),
        TimeStep::SentAgain { by } => {
            suspense::end(ledger, campaign.open_turn().map_or(0, |turn| turn.turn))?;
            move_by(campaign, ledger, by, WhyMoved::ReturnedReport, TimeNotice::SentAgain { by }, now)
        }
    }
}

fn begin_pause(campaign: &mut Campaign, ledger: &Ledger<'_>, (act, what): (Act, TimeNotice), now: DateTime<Utc>) -> Result<(), DeskError> {
    ledger.set_fact(PAUSED, &now.to_rfc3339())?;
    campaign.record(ledger, act, now)?;
    hold(campaign, now);
    time_notices::tell_all(campaign, ledger, &what, None, now)
}

/// Plays nothing more in the run in which a pause begins.
pub(super) fn hold(campaign: &mut Campaign, now: DateTime<Utc>) {
    if !campaign.plays_nothing() {
        (campaign.held, campaign.stands_since) = (Some(Held::Paused), Some(now));
    }
}

/// Forgets that the game is paused.
pub(super) fn forget(ledger: &Ledger<'_>) -> Result<(), DeskError> {
    [PAUSED, PAUSE_DECIDED, PAUSED_UNTIL].into_iter().try_for_each(|fact| Ok(ledger.forget_fact(fact)?))
}

/// Ends a pause: the deadline moves by its length. A pause that was agreed on in days ends to the hour, and the deadline keeps its time of day,
/// unless it is that of a bank, which has none.
fn end_pause(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    paused_at: DateTime<Utc>,
    decision: Option<Box<DecisionFacts>>,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let in_time = |until: &DateTime<Utc>| (*until..later(*until, TIME_TO_NOTICE)).contains(&now);
    let until = instant(ledger, PAUSED_UNTIL)?.filter(in_time).filter(|_| campaign.config.schedule.bank().is_none());
    forget(ledger)?;
    campaign.held = campaign.held.filter(|held| *held != Held::Paused);
    campaign.stands_since = campaign.stands_since.filter(|_| campaign.held.is_some());
    early::count_anew(campaign, ledger, now)?;
    campaign.record(ledger, Act::Resumed { paused_at }, now)?;
    let what = match decision {
        Some(decision) => TimeNotice::AgreedResume { paused_at, decision },
        None => TimeNotice::Resumed { paused_at },
    };
    let deadline_at = campaign.window().map(|window| window.deadline.at);
    let shifted = deadline_at.zip(until).and_then(|(deadline_at, until)| shifted(deadline_at, (paused_at, until), campaign.zone_of(None)));
    let by = match (shifted, deadline_at) {
        (Some(to), Some(deadline_at)) => to.signed_duration_since(deadline_at),
        _ => now.signed_duration_since(paused_at).max(TimeDelta::zero()),
    };
    move_by(campaign, ledger, by, WhyMoved::Pause, what, now)
}

fn move_by(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    by: TimeDelta,
    why: WhyMoved,
    what: TimeNotice,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let Some(window) = campaign.window() else { return Ok(()) };
    let to = match why {
        WhyMoved::DelayedReports => campaign.deadline_after_standstill(window.opened_at, later(window.opened_at, by)),
        _ if by > TimeDelta::zero() => campaign.deadline_after_standstill(earlier(now, by), now),
        _ => window.deadline.at.checked_add_signed(by),
    };
    let to = to.ok_or(DeskError::NoDeadline)?;
    campaign.put_gm_closing_off(ledger, by, now)?;
    let moved = campaign.move_deadline(ledger, to, why, now)?;
    time_notices::tell_all(campaign, ledger, &what, moved.as_ref(), now)
}

/// Notes that nothing was made good yet for turns that are played again.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn open_again(ledger: &Ledger<'_>, mut turns: RangeInclusive<u32>) -> Result<(), DeskError> {
    turns.try_for_each(|turn| Ok(ledger.forget_fact(&delay_fact(turn))?))
}

pub(super) fn delay_fact(turn: u32) -> String {
    format!("late reports made good/{turn}")
}

/// When a pause begins or ends; `None` also for the empty text that an earlier build left when it was over.
pub(super) fn instant(ledger: &Ledger<'_>, fact: &str) -> Result<Option<DateTime<Utc>>, DeskError> {
    let is_paused = ledger.fact(fact)?.is_some_and(|text| !text.is_empty());
    Ok(if is_paused { ledger.fact_as(fact)? } else { None })
}
