//! A forecast of the clocks of a game of two, for players who move at once and for players who take all their time.

use chrono::{DateTime, Utc};

use super::clock::{Clocks, Limits};
use super::config::CampaignConfig;
use super::schedule::move_deadline;
use crate::engine::Seat;

/// A move that is awaited now or later, with its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimedMove {
    /// The number of the move; each move is a turn.
    pub turn: u32,
    /// Whose move it is.
    pub seat: Seat,
    /// When it is due, and when the game is lost without it.
    pub limits: Limits,
}

/// When the players of a forecast make their moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    /// All at once, now.
    AtOnce,
    /// Each when its time is used up: time, grace and reserve, or the bank.
    AtTheLast,
}

/// The open move and those after it, at most `count` in all, if both players move at this pace. The list ends early with a move for which
/// no time would be left, or at the end of the calendar.
pub fn moves_ahead(
    config: &CampaignConfig,
    mut clocks: Clocks,
    open: TimedMove,
    (haste, now): (Haste, DateTime<Utc>),
    count: usize,
) -> Vec<TimedMove> {
    let mut all = vec![open];
    while let Some(last) = all.last().copied().filter(|_| all.len() < count) {
        let at = match haste {
            Haste::AtOnce => now,
            Haste::AtTheLast => last.limits.closes_at.max(now),
        };
        charge(config, &mut clocks, last, at);
        let turn = last.turn + 1;
        let Some(next) = config.opponent(last.seat).and_then(|seat| move_from(config, &clocks, (turn, seat), at)) else { break };
        all.push(next);
        if next.limits.closes_at <= at {
            break;
        }
    }
    all
}

/// A move that begins now; `None` at the end of the calendar.
pub fn move_from(config: &CampaignConfig, clocks: &Clocks, (turn, seat): (u32, Seat), now: DateTime<Utc>) -> Option<TimedMove> {
    let clock = clocks.of(&config.schedule, seat, config.zone_of(Some(seat)));
    let deadline = move_deadline(&config.schedule, &clock, now)?;
    Some(TimedMove { turn, seat, limits: clock.limits(deadline.at, config.schedule.grace_hours) })
}

/// Takes the time of a move made at `at` from the mover's clock, and adds the increment.
fn charge(config: &CampaignConfig, clocks: &mut Clocks, TimedMove { seat, limits, .. }: TimedMove, at: DateTime<Utc>) {
    let clock = clocks.of(&config.schedule, seat, config.zone_of(Some(seat)));
    let (used, left) = (clock.used(&limits, at), clock.counted(at, limits.deadline_at));
    *clocks.used.entry(seat).or_default() += used;
    if let Some(bank) = config.schedule.bank() {
        clocks.banked.insert(seat, bank.grown(left, 1) - bank.whole);
    }
}
