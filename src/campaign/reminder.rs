//! When players are reminded, and about what.

use chrono::{DateTime, Duration, Utc};

use super::calendar::earlier;
use super::clock::{Clock, Limits};
use super::config::ScheduleConfig;

/// What a player is reminded about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reminder {
    /// The deadline, this many hours before it.
    Deadline(u16),
    /// The deadline has passed, and the reserve is running.
    ReserveRuns,
    /// The end of the reserve, this many hours before it.
    LastHours(u16),
}

impl Reminder {
    /// A name that tells it from other reminders of the turn. If an absence moves its time, the name changes, and the player is reminded
    /// again.
    pub fn name(self, limits: &Limits) -> String {
        let of = |what: &str, end: DateTime<Utc>| format!("{what}-{}", end.format("%Y%m%dT%H%M"));
        match self {
            Reminder::Deadline(hours) => of(&hours.to_string(), limits.deadline_at),
            Reminder::ReserveRuns => of("reserve", limits.deadline_at),
            Reminder::LastHours(hours) => of(&format!("last-{hours}"), limits.closes_at),
        }
    }
}

/// The reminder that is due and still useful; if several are, the last one, so that a host that was down writes only once.
pub fn of_clock(
    schedule: &ScheduleConfig,
    clock: &Clock<'_>,
    limits: &Limits,
    opened_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Option<Reminder> {
    if clock.absent_at(now).is_some() || now >= limits.closes_at {
        return None;
    }
    if now < limits.deadline_at {
        return before_deadline(schedule, limits.deadline_at, opened_at, now).map(Reminder::Deadline);
    }
    if now < limits.reserve_from {
        return None;
    }
    // A reminder of the last hours at the same time as the first one of the reserve says no more than that.
    let last = before_deadline(schedule, limits.closes_at, limits.reserve_from, now);
    Some(last.map_or(Reminder::ReserveRuns, Reminder::LastHours))
}

/// The reminder that is due, as its hours before the deadline; of several only the last one, so that a host that was down does not write
/// twice. `None` after the deadline, and for reminders that were due when the player was last written to, at `told_at`.
pub fn before_deadline(schedule: &ScheduleConfig, deadline_at: DateTime<Utc>, told_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<u16> {
    let due = |hours: &&u16| {
        let at = earlier(deadline_at, Duration::hours(i64::from(**hours)));
        now >= at && at > told_at
    };
    schedule.reminder_hours.iter().filter(due).min().copied().filter(|_| now < deadline_at)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::campaign::clock::Absence;
    use crate::campaign::local::Zone;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn day(text: &str) -> DateTime<Utc> {
        utc(&format!("2026-12-{text}:00Z"))
    }

    fn schedule(toml: &str) -> ScheduleConfig {
        toml::from_str(toml).unwrap()
    }

    #[test]
    fn of_reminders_that_were_slept_through_only_the_last_is_due() {
        let remind = schedule("every_days = 7\nat = \"20:00\"\nzone = \"UTC\"\nreminder_hours = [48, 12]");
        let due = |now| before_deadline(&remind, utc("2026-11-27T20:00:00Z"), utc("2026-11-20T20:00:00Z"), utc(now));
        assert_eq!(due("2026-11-25T19:00:00Z"), None);
        assert_eq!(due("2026-11-25T20:00:00Z"), Some(48));
        assert_eq!(due("2026-11-27T10:00:00Z"), Some(12));
        assert_eq!(due("2026-11-27T20:00:00Z"), None);
        let told_late = |now| before_deadline(&remind, utc("2026-11-27T20:00:00Z"), utc("2026-11-26T20:00:00Z"), utc(now));
        assert_eq!((told_late("2026-11-27T07:00:00Z"), told_late("2026-11-27T08:00:00Z")), (None, Some(12)));
    }

    #[test]
    fn a_player_is_reminded_before_the_deadline_when_the_reserve_runs_and_before_it_ends() {
        let schedule: ScheduleConfig =
            toml::from_str("every_days = 3\nat = \"20:00\"\nzone = \"UTC\"\nreserve_days = 4\nreminder_hours = [48, 12]").unwrap();
        let away = [Absence { from: "2026-12-22".parse().unwrap(), until: "2026-12-22".parse().unwrap() }];
        let clock = Clock { reserve: TimeDelta::hours(96), absences: &away, zone: Zone::named("Europe/Berlin"), ..Clock::full(&schedule) };
        let limits = clock.limits(day("20T20:00"), 0);
        assert_eq!(limits.closes_at, day("25T20:00"));
        let opened_at = day("17T20:00");
        let due = |at| of_clock(&schedule, &clock, &limits, opened_at, day(at));
        assert_eq!(due("18T19:59"), None);
        assert_eq!(due("18T20:00"), Some(Reminder::Deadline(48)));
        assert_eq!(due("20T19:59"), Some(Reminder::Deadline(12)));
        assert_eq!(due("20T20:00"), Some(Reminder::ReserveRuns));
        assert_eq!(due("22T12:00"), None, "the player is away");
        assert_eq!(due("23T20:00"), Some(Reminder::LastHours(48)));
        assert_eq!(due("25T19:00"), Some(Reminder::LastHours(12)));
        assert_eq!(due("25T20:00"), None);
        let without = Clock { reserve: TimeDelta::zero(), ..clock.clone() };
        assert_eq!(of_clock(&schedule, &without, &without.limits(day("20T20:00"), 0), opened_at, day("20T20:00")), None);
        let short = Clock { reserve: TimeDelta::hours(10), ..clock.clone() };
        let short_limits = short.limits(day("20T20:00"), 0);
        assert_eq!(of_clock(&schedule, &short, &short_limits, opened_at, day("21T00:00")), Some(Reminder::ReserveRuns));
        let late = |at| of_clock(&schedule, &clock, &limits, day("18T20:00"), day(at));
        assert_eq!((late("18T20:00"), late("20T07:59"), late("20T08:00")), (None, None, Some(Reminder::Deadline(12))));
    }
}
