//! What the office is told of the world outside its folder, and what it tells of a run.

use std::num::NonZeroUsize;

use chrono::{DateTime, Utc};

use crate::engine::Seed;

/// Where the time of a run comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timekeeping {
    /// The caller named the time, as tests and rehearsals do; it may leap by weeks.
    Rehearsal,
    /// The time comes from the clock, or from a game master who vouches for it. The host remembers only runs of `tick`, and only the game master can
    /// confirm that the clock is right.
    Real {
        /// Whether it is a run of `tick`, by which the host judges the time of later ones.
        is_tick: bool,
        /// Whether the game master says that the clock is right, so that play goes on after an outage or a jump of the clock.
        is_confirmed: bool,
    },
}

/// What the office knows of the world outside its folder.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// The time of this run; it does not pass while the office works.
    pub now: DateTime<Utc>,
    /// Where `now` comes from: only a time from the clock is compared with that of earlier runs.
    pub timekeeping: Timekeeping,
    /// Returns 32 bytes that nobody can predict, for a new campaign's secret.
    pub entropy: &'a (dyn Fn() -> std::io::Result<Seed> + Sync),
    /// An environment variable, for passwords.
    pub environment: &'a (dyn Fn(&str) -> Option<String> + Sync),
    /// Called at every transaction and file boundary, so that tests can pull the plug there.
    pub boundary: &'a (dyn Fn(&'static str) + Sync),
    /// How many threads may work at once: on a campaign each, or on the reports of one. Work that waits for the disk gets more.
    pub jobs: NonZeroUsize,
    /// Called with the part of a run that is under way, with how many campaigns are done in it, and of how many; the games of a
    /// tournament count as one.
    pub progress: &'a (dyn Fn(RunPart, usize, usize) + Sync),
}

/// A part of a run that goes through many campaigns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunPart {
    /// Emails are judged and filed; where moves alternate, moves are played as they come.
    TakingEmailsIn,
    /// What is due is played, players are reminded, and pages are published.
    Playing,
    /// What waits in the outboxes is sent.
    Sending,
}
