//! Time that must not count against anybody: outages, wrong clocks, reports that left late, pauses. Play is held meanwhile, and
//! afterwards the announced deadline moves by the time that was lost.

use chrono::{DateTime, TimeDelta, Utc};

use crate::campaign::watch::{Correction, Held, SMALL_STEP, Trust};
use crate::office::cabinet::desk::{Desk, Keyless};
use crate::office::cabinet::error::DeskError;
use crate::office::cabinet::glance::Glance;
use crate::office::cabinet::opened_ahead;
use crate::office::deadlines::corrections::lost_by;
use crate::office::deadlines::lost_time::{PAUSE_DECIDED, PAUSED, PAUSED_UNTIL, TimeStep, delay_fact, instant, take};
use crate::office::deadlines::memory::{CORRECTED, WATCH, remembered};
use crate::office::deadlines::suspense::{self, SuspenseFound};
use crate::office::{Host, Timekeeping, World};
use crate::store::{Ledger, ReportsSent, Seals, Store, TurnWindow};

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
    let Some(window) = campaign.window().cloned() else { return Ok(()) };
    (campaign.held, campaign.stands_since) = keeping.holds(world.now).unzip();
    if campaign.held.is_some() {
        return Ok(());
    }
    // Runs overlap, and each has the time at which it began.
    let is_ahead = window.opened_at.signed_duration_since(world.now) > SMALL_STEP;
    if is_ahead && campaign.progress.as_ref().is_some_and(|progress| !progress.opened_ahead) {
        let ledger = store.begin()?;
        opened_ahead::note(&ledger, &window)?;
        campaign.time_gm_closing_anew(&ledger, world.now)?;
        ledger.commit()?;
        campaign.progress.iter_mut().for_each(|progress| progress.opened_ahead = true);
        (world.boundary)("after a clock that was ahead is noted");
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
        let Some(window) = self.campaign.window().cloned() else { return Ok(()) };
        let (_, held) = find(&self.campaign, &self.store.look()?, &window, keeping, world.now)?;
        (self.campaign.held, self.campaign.stands_since) = keeping.holds(world.now).or(held).unzip();
        Ok(())
    }
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
    let is_open = campaign.config.open && (instant(ledger, PAUSE_DECIDED)?.is_none() || is_agreed_over);
    match paused_at {
        None if !is_open => steps.push(TimeStep::Pause),
        Some(paused_at) if is_open => steps.push(TimeStep::Resume { paused_at, decision: None }),
        _ => {}
    }
    if !is_open {
        return Ok((steps, Some((Held::Paused, paused_at.unwrap_or(now)))));
    }
    let mut held = None;
    match ledger.reports_sent(window.turn.saturating_sub(1), campaign.mover_now())? {
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
