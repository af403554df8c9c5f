//! The only place that asks the system for time, entropy and environment.

use chrono::{DateTime, SubsecRound, Utc};

use super::Common;
use crate::engine::Seed;
use crate::office::World;

/// What this run takes from the system.
pub struct System {
    now: DateTime<Utc>,
}

impl System {
    /// The time that `--now` names, else the clock's; whole seconds, as everything is stored.
    pub fn new(common: &Common) -> System {
        System::at(common.now.unwrap_or_else(clock))
    }

    pub fn at(now: DateTime<Utc>) -> System {
        System { now: now.trunc_subsecs(0) }
    }

    pub fn world(&self) -> World<'static> {
        World { now: self.now, entropy: &entropy, environment: &environment, boundary: &boundary }
    }
}

#[allow(clippy::disallowed_methods, reason = "the clock is asked here and nowhere else")]
fn clock() -> DateTime<Utc> {
    Utc::now()
}

fn entropy() -> std::io::Result<Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(Seed(bytes))
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// In a debug build `ASHPOST_CRASH_AT=n` pulls the plug at the n-th boundary, which is how tests show
/// that a run may be killed anywhere. A release build has no such thing.
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
