//! Time that must not count against anybody: outages, wrong clocks, reports that left late, pauses. Play is held meanwhile, and
//! afterwards the announced deadline moves by the time that was lost.

use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::calendar::{earlier, later};
use crate::campaign::extension::shifted;
use crate::campaign::journal::{Act, WhyMoved};
use crate::campaign::suspense::WhyWaits;
use crate::campaign::watch::{Correction, Held, Trust};
use crate::engine::Seat;
use crate::office::cabinet::desk::{Campaign, Desk, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::deadlines::corrections::lost_by;
use crate::office::deadlines::memory::{CORRECTED, WATCH, remembered};
use crate::office::deadlines::suspense::{self, SuspenseFound};
use crate::office::deadlines::time_notices::{self, TimeNotice};
use crate::office::letters::vote_facts::DecisionFacts;
use crate::office::{Host, Timekeeping, World};
use crate::store::{Ledger, ReportsSent, Seals, Store, TurnWindow};

/// Since when a campaign is paused.
pub(super) const PAUSED: &str = "paused since";

/// Since when a command, or a vote, has paused a campaign, whatever its file says; empty if none has.
pub(super) const PAUSED_BY_COMMAND: &str = "paused by a command since";

/// When a pause ends that the players have agreed on; absent for other pauses. Its beginning is kept like that of a pause by command.
pub(super) const PAUSED_UNTIL: &str = "paused by the players until";

/// If the first run after the end of such a pause comes no later than this, it counts as on time; an outage makes good what is lost.
const TIME_TO_NOTICE: TimeDelta = TimeDelta::hours(1);

/// A report that leaves within this time costs nobody any time.
const NOTICEABLE_DELAY: TimeDelta = TimeDelta::minutes(15);

/// The longest that a deadline waits for reports to leave, and the furthest that it moves for them.
const LONGEST_DELAY: TimeDelta = TimeDelta::hours(48);

/// Why play is held, and since when no clock runs.
type Hold = (Held, DateTime<Utc>);

/// How far the time of this run is trusted, and what is to be made good.
#[derive(Debug, Clone)]
pub struct Keeping {
    /// What this run may do; everything in a rehearsal.
    pub trust: Trust,
    corrections: Vec<Correction>,
}

impl Keeping {
    /// Judges the time of a run by that of earlier ones, and remembers it if it is a tick. A rehearsal is judged by nothing and remembered
    /// nowhere. The host's database may be open for looking already.
    ///
    /// # Errors
    /// When the host's database cannot be used.
    pub fn begin(host: &Host, own_database: Option<&mut Store>, world: &World<'_>) -> Result<Keeping, DeskError> {
        let Timekeeping::Real { is_tick, is_confirmed } = world.timekeeping else { return Ok(Keeping::trusting()) };
        let outage = TimeDelta::hours(host.config.outage_hours.into());
        let database = host.own_database();
        if !is_tick {
            let judged = |store: &mut Store| {
                let watch = remembered(&store.look()?)?;
                let (_, trust) = watch.judge(world.now, outage, is_confirmed);
                Ok(Keeping { trust, corrections: watch.corrections })
            };
            return match own_database {
                Some(store) => judged(store),
                None if database.is_file() => judged(&mut Store::open_to_read(&database)?),
                None => Ok(Keeping::trusting()),
            };
        }
        let mut store = Store::open(&database, Seals::default())?;
        let ledger = store.begin()?;
        let (after, trust) = remembered(&ledger)?.judge(world.now, outage, is_confirmed);
        ledger.set_fact_in_json(WATCH, &after)?;
        ledger.commit()?;
        (world.boundary)("after the run is noted");
        Ok(Keeping { trust, corrections: after.corrections })
    }

    /// What is assumed where nothing can be known.
    pub fn trusting() -> Keeping {
        Keeping { trust: Trust::Full, corrections: Vec::new() }
    }

    /// How many corrections of the clock there have been.
    pub fn corrections(&self) -> usize {
        self.corrections.len()
    }

    /// What holds play in a run at `now`.
    fn holds(&self, now: DateTime<Utc>) -> Option<Hold> {
        match self.trust {
            Trust::Full => None,
            Trust::Outage { since } => Some((Held::Outage, since)),
            Trust::ClockBehind { .. } => Some((Held::ClockBehind, now)),
        }
    }
}

/// Finds out whether a campaign may play in this run, and makes good what time was lost before.
///
/// # Errors
/// When the database refuses.
pub(crate) fn prepare(desk: &mut Desk, keeping: &Keeping, world: &World<'_>) -> Result<(), DeskError> {
    let Desk { store, campaign, .. } = desk;
    let Some(window) = campaign.progress.as_ref().and_then(|progress| progress.window.clone()) else { return Ok(()) };
    (campaign.held, campaign.stands_since) = keeping.holds(world.now).unzip();
    if campaign.held.is_some() {
        return Ok(());
    }
    let steps = {
        let ledger = store.look()?;
        let (steps, held) = find(campaign, &ledger, &window, keeping, world.now)?;
        (campaign.held, campaign.stands_since) = held.unzip();
        steps
    };
    if steps.is_empty() {
        return Ok(());
    }
    let ledger = store.begin()?;
    for step in steps {
        take(campaign, &ledger, step, world.now)?;
    }
    (world.boundary)("before lost time is made good");
    ledger.commit()?;
    (world.boundary)("after lost time is made good");
    Ok(())
}

impl Glance {
    /// Finds out whether the campaign may play, for commands that only look.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn look_at_the_clock(&mut self, keeping: &Keeping, world: &World<'_>) -> Result<(), DeskError> {
        let Some(window) = self.campaign.progress.as_ref().and_then(|progress| progress.window.clone()) else { return Ok(()) };
        let (_, held) = find(&self.campaign, &self.store.look()?, &window, keeping, world.now)?;
        (self.campaign.held, self.campaign.stands_since) = keeping.holds(world.now).or(held).unzip();
        Ok(())
    }
}

/// Whether the game stands still by a command, by its file, or until the next run takes notice that it no longer does.
///
/// # Errors
/// When the database refuses.
pub(in crate::office) fn is_paused(campaign: &Campaign, ledger: &Ledger<'_>) -> Result<bool, DeskError> {
    Ok(!campaign.config.open || instant(ledger, PAUSED_BY_COMMAND)?.is_some() || instant(ledger, PAUSED)?.is_some())
}

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
    /// The first so many corrections are made good by moving the deadline by this much, if at all.
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

fn find(
    campaign: &Keyless,
    ledger: &Ledger<'_>,
    window: &TurnWindow,
    keeping: &Keeping,
    now: DateTime<Utc>,
) -> Result<(Vec<TimeStep>, Option<Hold>), DeskError> {
    let paused_at = instant(ledger, PAUSED)?;
    let mut steps = Vec::new();
    let corrected: usize = ledger.fact_as(CORRECTED)?.unwrap_or(0);
    if let (Some(open), Some(last)) = (keeping.corrections.get(corrected..), keeping.corrections.last().copied())
        && !open.is_empty()
    {
        // A pause makes good all that happened in it.
        let lost = if paused_at.is_some() { TimeDelta::zero() } else { lost_by(ledger, window, open)? };
        steps.push(TimeStep::Correct { corrections: keeping.corrections.len(), last, by: lost });
    }
    let is_agreed_over = instant(ledger, PAUSED_UNTIL)?.is_some_and(|until| until <= now);
    let is_open = campaign.config.open && (instant(ledger, PAUSED_BY_COMMAND)?.is_none() || is_agreed_over);
    match paused_at {
        None if !is_open => steps.push(TimeStep::Pause),
        Some(paused_at) if is_open => steps.push(TimeStep::Resume { paused_at, decision: None }),
        _ => {}
    }
    if !is_open {
        return Ok((steps, Some((Held::Paused, paused_at.unwrap_or(now)))));
    }
    let mut held = None;
    match ledger.reports_sent(window.turn.saturating_sub(1), campaign.progress.as_ref().and_then(|progress| campaign.mover(progress)))? {
        ReportsSent::At(at) => {
            let by = at.signed_duration_since(window.opened_at).min(LONGEST_DELAY);
            if by > NOTICEABLE_DELAY && ledger.fact(&delay_fact(window.turn))?.is_none() {
                steps.push(TimeStep::Delay { by });
            }
        }
        ReportsSent::NotYet => {
            let waits = now.signed_duration_since(window.opened_at);
            held = (waits > NOTICEABLE_DELAY && waits < LONGEST_DELAY).then_some((Held::UnsentReports, window.opened_at));
        }
        ReportsSent::Nothing => {}
    }
    match suspense::find(campaign, ledger, window, now)? {
        SuspenseFound::Nothing => {}
        SuspenseFound::Waits { since } => held = held.or(Some((Held::Asking, since))),
        SuspenseFound::Returned { seat } => {
            steps.push(TimeStep::Ask { seat });
            held = held.or(Some((Held::Asking, window.opened_at)));
        }
        SuspenseFound::SentAgain { by } => steps.push(TimeStep::SentAgain { by }),
    }
    Ok((steps, held))
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
            if by.is_zero() {
                return Ok(());
            }
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
    // Nothing more is played in the run in which a pause begins.
    if !campaign.plays_nothing() {
        (campaign.held, campaign.stands_since) = (Some(Held::Paused), Some(now));
    }
    time_notices::tell_all(campaign, ledger, &what, None, now)
}

/// The deadline moves by the length of the pause. One that was agreed on in days ends to the hour, and the deadline keeps its time of day, unless
/// it is that of a bank, which has none.
fn end_pause(
    campaign: &mut Campaign,
    ledger: &Ledger<'_>,
    paused_at: DateTime<Utc>,
    decision: Option<Box<DecisionFacts>>,
    now: DateTime<Utc>,
) -> Result<(), DeskError> {
    let in_time = |until: &DateTime<Utc>| (*until..later(*until, TIME_TO_NOTICE)).contains(&now);
    let until = instant(ledger, PAUSED_UNTIL)?.filter(in_time).filter(|_| campaign.config.schedule.bank().is_none());
    ledger.forget_fact(PAUSED)?;
    ledger.forget_fact(PAUSED_BY_COMMAND)?;
    ledger.forget_fact(PAUSED_UNTIL)?;
    campaign.held = campaign.held.filter(|held| *held != Held::Paused);
    campaign.stands_since = campaign.stands_since.filter(|_| campaign.held.is_some());
    campaign.record(ledger, Act::Resumed { paused_at }, now)?;
    let what = match decision {
        Some(decision) => TimeNotice::AgreedResume { paused_at, decision },
        None => TimeNotice::Resumed { paused_at },
    };
    let deadline_at = campaign.progress.as_ref().and_then(|progress| progress.window.as_ref()).map(|window| window.deadline.at);
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
    let Some(window) = campaign.progress.as_ref().and_then(|progress| progress.window.as_ref()) else { return Ok(()) };
    let to = match why {
        WhyMoved::DelayedReports => campaign.deadline_after_standstill(window.opened_at, later(window.opened_at, by)),
        _ if by > TimeDelta::zero() => campaign.deadline_after_standstill(earlier(now, by), now),
        _ => window.deadline.at.checked_add_signed(by),
    };
    let to = to.ok_or(DeskError::NoDeadline)?;
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

fn delay_fact(turn: u32) -> String {
    format!("late reports made good/{turn}")
}

/// A time of a pause; an earlier build emptied it when the pause was over.
pub(super) fn instant(ledger: &Ledger<'_>, fact: &str) -> Result<Option<DateTime<Utc>>, DeskError> {
    let is_paused = ledger.fact(fact)?.is_some_and(|text| !text.is_empty());
    Ok(if is_paused { ledger.fact_as(fact)? } else { None })
}
