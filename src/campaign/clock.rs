//! The clocks of a game whose moves alternate: time for a move, a reserve for the whole game, and days that do not count.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::calendar::later;
use super::config::ScheduleConfig;
use super::schedule;
use crate::engine::Seat;

/// Days on which a player is away, in their own time zone; both ends are whole days that do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Absence {
    pub from: Date,
    pub until: Date,
}

/// What a game remembers of its clocks from move to move; empty for games that all play at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clocks {
    /// How much of its reserve each seat has used up in earlier moves.
    pub used: BTreeMap<Seat, TimeDelta>,
    pub absences: BTreeMap<Seat, Vec<Absence>>,
}

/// The clock of one seat.
#[derive(Debug, Clone)]
pub struct Clock<'a> {
    /// What is left of the seat's reserve when the move begins.
    pub reserve: TimeDelta,
    pub absences: &'a [Absence],
    /// Whose days the absences are.
    pub zone: TimeZone,
}

/// Until when the game waits for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// As it was announced.
    pub deadline_at: DateTime<Utc>,
    /// The deadline with its grace: from here on the reserve runs.
    pub reserve_from: DateTime<Utc>,
    /// The reserve is used up: without a move the game is lost.
    pub closes_at: DateTime<Utc>,
}

/// What a player is reminded of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reminder {
    /// So many hours before the deadline.
    Deadline(u16),
    /// The deadline has passed, and the reserve runs.
    ReserveRuns,
    /// So many hours before the reserve is used up.
    LastHours(u16),
}

impl Reminder {
    /// A name that tells it from the others of the same turn. An absence moves the time of a reminder, and the player is reminded again.
    pub fn name(self, limits: &Limits) -> String {
        let of = |what: &str, end: DateTime<Utc>| format!("{what}-{}", end.format("%Y%m%dT%H%M"));
        match self {
            Reminder::Deadline(hours) => of(&hours.to_string(), limits.deadline_at),
            Reminder::ReserveRuns => of("reserve", limits.deadline_at),
            Reminder::LastHours(hours) => of(&format!("last-{hours}"), limits.closes_at),
        }
    }
}

impl Clocks {
    /// What a seat has left of the reserve that the schedule gives it.
    pub fn reserve_left(&self, schedule: &ScheduleConfig, seat: Seat) -> TimeDelta {
        let whole = TimeDelta::days(schedule.reserve_days.unwrap_or(0).into());
        (whole - self.used.get(&seat).copied().unwrap_or_default()).max(TimeDelta::zero())
    }

    /// The days on which a seat is away.
    pub fn absences(&self, seat: Seat) -> &[Absence] {
        self.absences.get(&seat).map_or(&[], Vec::as_slice)
    }
}

impl Clock<'_> {
    /// The instant at which so much time has counted since `start`; where the clock stands at `start`, never before it runs again.
    pub fn after(&self, start: DateTime<Utc>, time: TimeDelta) -> DateTime<Utc> {
        self.stops().into_iter().fold(later(start, time), |end, (from, until)| {
            let stop = from.max(start);
            let stands_at_start = from <= start;
            if until > stop && (stop < end || stands_at_start) { later(end, until - stop) } else { end }
        })
    }

    /// How much time counts between two instants.
    pub fn counted(&self, from: DateTime<Utc>, until: DateTime<Utc>) -> TimeDelta {
        let lost = |(stop, go): &(DateTime<Utc>, DateTime<Utc>)| (*go.min(&until) - *stop.max(&from)).max(TimeDelta::zero());
        let stopped = self.stops().iter().map(lost).fold(TimeDelta::zero(), |sum, lost| sum + lost);
        (until - from - stopped).max(TimeDelta::zero())
    }

    /// Until when a move with this deadline is waited for.
    pub fn limits(&self, deadline_at: DateTime<Utc>, grace_hours: u16) -> Limits {
        let reserve_from = later(deadline_at, TimeDelta::hours(grace_hours.into()));
        Limits { deadline_at, reserve_from, closes_at: self.after(reserve_from, self.reserve) }
    }

    /// How much of the reserve a move has used up that came, or did not come, until `at`.
    pub fn used(&self, limits: &Limits, at: DateTime<Utc>) -> TimeDelta {
        self.counted(limits.reserve_from, at).min(self.reserve)
    }

    /// The absence that stops the clock at that instant.
    pub fn absent_at(&self, at: DateTime<Utc>) -> Option<Absence> {
        let day = schedule::day(at, &self.zone)?;
        self.absences.iter().copied().find(|absence| (absence.from..=absence.until).contains(&day))
    }

    /// From when until when the clock stands still, in order, none touching the next.
    fn stops(&self) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
        let begin = |day: Date| DateTime::from_timestamp(day.to_zoned(self.zone.clone()).ok()?.timestamp().as_second(), 0);
        let stop = |absence: &Absence| Some((begin(absence.from)?, begin(absence.until.checked_add(1.day()).ok()?)?));
        let mut stops: Vec<_> = self.absences.iter().filter_map(stop).collect();
        stops.sort_unstable();
        let mut merged: Vec<(DateTime<Utc>, DateTime<Utc>)> = Vec::new();
        for (from, until) in stops {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(until),
                _ => merged.push((from, until)),
            }
        }
        merged
    }
}

/// The reminder whose time has come and that is not past; of several the last, so that an office that slept writes once.
/// A player who is away gets no reminder, since their clock is stopped. A reminder from before the report of `opened_at` is dropped, since
/// it would say no more than the report.
pub fn reminder_due(
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
        return schedule::reminder_due(schedule, limits.deadline_at, opened_at, now).map(Reminder::Deadline);
    }
    if now < limits.reserve_from {
        return None;
    }
    // A reminder of the last hours that falls together with the first of the reserve says no more than that.
    let last = schedule::reminder_due(schedule, limits.closes_at, limits.reserve_from, now);
    Some(last.map_or(Reminder::ReserveRuns, Reminder::LastHours))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        format!("2026-12-{text}:00Z").parse().unwrap()
    }

    fn absences(list: &[(&str, &str)]) -> Vec<Absence> {
        let day = |text: &str| format!("2026-12-{text}").parse().unwrap();
        list.iter().map(|(from, until)| Absence { from: day(from), until: day(until) }).collect()
    }

    fn clock(reserve_hours: i64, absences: &[Absence]) -> Clock<'_> {
        Clock { reserve: TimeDelta::hours(reserve_hours), absences, zone: TimeZone::get("Europe/Berlin").unwrap() }
    }

    #[test]
    fn days_of_absence_do_not_count_in_the_players_own_zone() {
        let away = absences(&[("24", "25"), ("26", "26"), ("10", "11")]);
        let clock = clock(0, &away);
        // Midnight in Berlin is 23:00 UTC.
        assert_eq!(clock.after(utc("23T20:00"), TimeDelta::hours(3)), utc("23T23:00"));
        assert_eq!(clock.after(utc("23T20:00"), TimeDelta::hours(4)), utc("27T00:00"));
        assert_eq!(clock.after(utc("25T12:00"), TimeDelta::hours(1)), utc("27T00:00"), "away already when the move begins");
        assert_eq!(clock.counted(utc("23T20:00"), utc("27T00:00")), TimeDelta::hours(4));
        assert_eq!(clock.counted(utc("24T00:00"), utc("26T00:00")), TimeDelta::zero());
        assert_eq!(clock.counted(utc("27T00:00"), utc("23T20:00")), TimeDelta::zero());
        assert_eq!(clock.after(utc("25T12:00"), TimeDelta::zero()), utc("26T23:00"), "away with no time left at all");
        assert_eq!(clock.after(utc("23T20:00"), TimeDelta::zero()), utc("23T20:00"));
        assert!(clock.absent_at(utc("23T23:00")).is_some() && clock.absent_at(utc("23T22:59")).is_none());
    }

    #[test]
    fn the_reserve_runs_from_the_end_of_the_grace_and_is_counted_to_the_mail() {
        let away = absences(&[("22", "22")]);
        let clock = clock(48, &away);
        let limits = clock.limits(utc("20T20:00"), 3);
        assert_eq!((limits.reserve_from, limits.closes_at), (utc("20T23:00"), utc("23T23:00")));
        assert_eq!(clock.used(&limits, utc("20T22:00")), TimeDelta::zero());
        assert_eq!(clock.used(&limits, utc("21T22:00")), TimeDelta::hours(23));
        assert_eq!(clock.used(&limits, utc("22T22:00")), TimeDelta::hours(24), "the 22nd does not count");
        assert_eq!(clock.used(&limits, utc("31T00:00")), TimeDelta::hours(48));
    }

    #[test]
    fn what_was_used_is_gone_for_the_rest_of_the_game() {
        let schedule: ScheduleConfig = toml::from_str("every_days = 3\nat = \"20:00\"\nzone = \"UTC\"\nreserve_days = 2").unwrap();
        let clocks =
            Clocks { used: BTreeMap::from([(Seat(1), TimeDelta::hours(40)), (Seat(2), TimeDelta::hours(99))]), ..Clocks::default() };
        let left = |seat| clocks.reserve_left(&schedule, Seat(seat)).num_hours();
        assert_eq!((left(1), left(2), left(3)), (8, 0, 48));
    }

    #[test]
    fn a_player_is_reminded_before_the_deadline_when_the_reserve_runs_and_before_it_ends() {
        let schedule: ScheduleConfig =
            toml::from_str("every_days = 3\nat = \"20:00\"\nzone = \"UTC\"\nreserve_days = 4\nreminder_hours = [48, 12]").unwrap();
        let away = absences(&[("22", "22")]);
        let clock = clock(96, &away);
        let limits = clock.limits(utc("20T20:00"), 0);
        assert_eq!(limits.closes_at, utc("25T20:00"));
        let opened_at = utc("17T20:00");
        let due = |at| reminder_due(&schedule, &clock, &limits, opened_at, utc(at));
        assert_eq!(due("18T19:59"), None);
        assert_eq!(due("18T20:00"), Some(Reminder::Deadline(48)));
        assert_eq!(due("20T19:59"), Some(Reminder::Deadline(12)));
        assert_eq!(due("20T20:00"), Some(Reminder::ReserveRuns));
        assert_eq!(due("22T12:00"), None, "the player is away");
        assert_eq!(due("23T20:00"), Some(Reminder::LastHours(48)));
        assert_eq!(due("25T19:00"), Some(Reminder::LastHours(12)));
        assert_eq!(due("25T20:00"), None);
        let without = Clock { reserve: TimeDelta::zero(), ..clock.clone() };
        assert_eq!(reminder_due(&schedule, &without, &without.limits(utc("20T20:00"), 0), opened_at, utc("20T20:00")), None);
        let short = Clock { reserve: TimeDelta::hours(10), ..clock.clone() };
        let short_limits = short.limits(utc("20T20:00"), 0);
        assert_eq!(reminder_due(&schedule, &short, &short_limits, opened_at, utc("21T00:00")), Some(Reminder::ReserveRuns));
        let late = |at| reminder_due(&schedule, &clock, &limits, utc("18T20:00"), utc(at));
        assert_eq!((late("18T20:00"), late("20T07:59"), late("20T08:00")), (None, None, Some(Reminder::Deadline(12))));
    }
}
