//! Asks the system for time, entropy and environment; no other file does.

use std::num::NonZeroUsize;

use chrono::{DateTime, SubsecRound, Utc};

use super::common::Common;
use crate::campaign::calendar;
use crate::engine::Seed;
use crate::office::{Timekeeping, World};

/// What a run takes from the system.
pub(super) struct System {
    now: DateTime<Utc>,
    timekeeping: Timekeeping,
    jobs: NonZeroUsize,
}

impl System {
    /// The time that `--now` names, else the clock's; in whole seconds, as everything is stored.
    pub(super) fn new(common: &Common) -> System {
        match common.now {
            Some(now) => System::at(now),
            None => System { timekeeping: Timekeeping::Real { is_tick: false, is_confirmed: false }, ..System::at(clock()) },
        }
    }

    /// A given time, for rehearsals.
    pub(super) fn at(now: DateTime<Utc>) -> System {
        System { now: calendar::within(now.trunc_subsecs(0)), timekeeping: Timekeeping::Rehearsal, jobs: cores() }
    }

    /// The same for a run of `tick`. A time that was given is compared with that of earlier runs only if `heeds_gap` says so.
    pub(super) fn for_tick(common: &Common, heeds_gap: bool, is_confirmed: bool) -> System {
        let system = System::new(common);
        if common.now.is_some() && !heeds_gap {
            return system;
        }
        System { timekeeping: Timekeeping::Real { is_tick: true, is_confirmed }, ..system }
    }

    /// The same with this many workers, instead of one for each core.
    pub(super) fn with_jobs(self, jobs: Option<NonZeroUsize>) -> System {
        System { jobs: jobs.unwrap_or(self.jobs), ..self }
    }

    pub(super) fn world(&self) -> World<'static> {
        let System { now, timekeeping, jobs } = *self;
        World { now, timekeeping, jobs, entropy: &entropy, environment: &environment, boundary: &boundary, progress: &|_, _, _| {} }
    }
}

#[allow(clippy::disallowed_methods, reason = "the clock is asked here and nowhere else")]
fn clock() -> DateTime<Utc> {
    Utc::now()
}

/// How many workers this machine can run at once.
fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn entropy() -> std::io::Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(Seed(bytes))
}

/// A variable of the environment.
pub(super) fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// In a debug build `ASHPOST_CRASH_AT=n` kills the run at the n-th boundary, so that tests can show that a run may be killed anywhere. A
/// release build does not have this.
#[cfg(debug_assertions)]
fn boundary(name: &'static str) {
    use std::sync::atomic::{AtomicU32, Ordering};
    static REACHED: AtomicU32 = AtomicU32::new(0);
    let reached = REACHED.fetch_add(1, Ordering::Relaxed) + 1;
    if environment("ASHPOST_CRASH_AT").and_then(|number| number.parse().ok()) == Some(reached) {
        eprintln!("crashed at boundary {reached}: {name}");
        std::process::abort();
    }
}

#[cfg(not(debug_assertions))]
fn boundary(_name: &'static str) {}
