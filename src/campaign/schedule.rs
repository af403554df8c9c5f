//! When a turn is due. Local days and times in, instants out; the clock is an argument.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use jiff::ToSpan;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::DayOfWeek;
use super::calendar::later;
use super::clock::Clock;
use super::config::{Rhythm, ScheduleConfig};
use super::local::{LocalTime, TimeOfDay};
use crate::engine::{Seat, SeatSet};

/// How many days ahead a deadline is looked for, before giving up on a calendar full of holidays.
const HORIZON_DAYS: usize = 3 * 366;

/// How long an email that the server received in time may take to reach the office. No game is lost on time before that.
pub const TIME_TO_ARRIVE: chrono::TimeDelta = chrono::TimeDelta::minutes(2);

/// The first deadline of a turn that is at least `minimum_hours` after `now`, by the schedule and its further deadlines. `every_days`
/// counts from the deadline `previous`, or from the day of `now` if there is none.
///
/// A local time in the hour that summer time skips becomes the end of that hour; a local time that occurs twice counts the first time.
pub fn next_deadline(schedule: &ScheduleConfig, turn: u32, previous: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<LocalTime> {
    let earliest = later(now, chrono::Duration::hours(schedule.minimum_hours.into()));
    // A turn that was played early because all were ready must not delay the next one.
    let start = schedule.zone.day(previous.map_or(now, |previous| previous.min(now)))?;
    let first = |beat: Beat<'_>| {
        let first = if beat.every_days.is_some() { start.checked_add(beat.step().days()).ok()? } else { start };
        first_of(schedule, beat, first, earliest)
    };
    let further = schedule.also.iter().filter(|rhythm| rhythm.is_for(turn)).map(|rhythm| Beat::beside(schedule, rhythm));
    let at = std::iter::once(Beat::of(schedule)).chain(further).filter_map(first).min()?;
    Some(schedule.zone.local(at))
}

/// The deadline of a move that begins now: the first that leaves all the days for a move, not counting days of absence. For a player with a
/// bank it is the instant at which the bank is empty.
pub fn move_deadline(schedule: &ScheduleConfig, clock: &Clock<'_>, now: DateTime<Utc>) -> Option<LocalTime> {
    if let Some(bank) = clock.bank {
        return Some(schedule.zone.local(clock.after(now, bank)));
    }
    let days = chrono::Duration::days(schedule.every_days.unwrap_or(1).into());
    deadline_from(schedule, clock.after(now, days.max(chrono::Duration::hours(schedule.minimum_hours.into()))))
}

/// The first deadline of a move that is not before `earliest`.
pub fn deadline_from(schedule: &ScheduleConfig, earliest: DateTime<Utc>) -> Option<LocalTime> {
    let daily = Beat { every_days: Some(1), ..Beat::of(schedule) };
    Some(schedule.zone.local(first_of(schedule, daily, schedule.zone.day(earliest)?, earliest)?))
}

/// A deadline moved to this instant: rounded up to the next full hour of the schedule's local time, unless it is one of the schedule's own
/// times of day, such as 20:30. With banks it is the very instant, because rounding would add to them.
pub fn moved_to(schedule: &ScheduleConfig, instant: DateTime<Utc>) -> Option<LocalTime> {
    if schedule.bank().is_some() {
        return Some(schedule.zone.local(instant));
    }
    let local = schedule.zone.zoned(instant)?;
    // This uses the UTC offset and not the wall clock, which repeats or skips an hour when summer time ends or begins.
    let beyond = (instant.timestamp() + i64::from(local.offset().seconds())).rem_euclid(3600);
    let mut times = schedule.also.iter().filter_map(|rhythm| rhythm.at).chain([schedule.at]);
    let is_full = beyond == 0 || times.any(|at| at.time() == local.time());
    let at = if is_full { instant } else { instant + chrono::TimeDelta::seconds(3600 - beyond) };
    Some(schedule.zone.local(at))
}

/// One series of deadlines.
#[derive(Debug, Clone, Copy)]
struct Beat<'a> {
    every_days: Option<u16>,
    weekdays: &'a [DayOfWeek],
    at: TimeOfDay,
}

impl<'a> Beat<'a> {
    fn of(schedule: &'a ScheduleConfig) -> Beat<'a> {
        Beat { every_days: schedule.every_days, weekdays: &schedule.weekdays, at: schedule.at }
    }

    fn beside(schedule: &ScheduleConfig, rhythm: &'a Rhythm) -> Beat<'a> {
        Beat { every_days: rhythm.every_days, weekdays: &rhythm.weekdays, at: rhythm.at.unwrap_or(schedule.at) }
    }

    /// How many days lie between two deadlines.
    fn step(&self) -> i64 {
        self.every_days.map_or(1, i64::from)
    }

    fn is_on(&self, day: Date) -> bool {
        self.weekdays.is_empty() || self.weekdays.iter().any(|named| named.weekday() == day.weekday())
    }
}

/// The first deadline on a day from `first` on that is not before `earliest`.
fn first_of(schedule: &ScheduleConfig, beat: Beat<'_>, first: Date, earliest: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let mut day = first;
    for _ in 0..HORIZON_DAYS {
        let instant = schedule.zone.instant(day.to_datetime(beat.at.time()))?;
        let is_holiday = schedule.holidays.iter().any(|days| days.include(day));
        if beat.is_on(day) && !is_holiday && instant >= earliest {
            return Some(instant);
        }
        // A holiday moves a turn to the next day that is none; counting goes on from there.
        let is_moved = beat.every_days.is_some() && instant >= earliest;
        day = day.checked_add(if is_moved { 1 } else { beat.step() }.days()).ok()?;
    }
    None
}

/// Whether everything that the turn waits for has come. Where all play at once: at the deadline if every sheet has come, and earlier if
/// everybody is ready and the pause has passed. Where moves alternate: as soon as the move has come.
pub fn is_complete(deadline_at: DateTime<Utc>, now: DateTime<Utc>, awaited: &Awaited<'_>) -> bool {
    match awaited {
        Awaited::Move { is_there } => *is_there,
        Awaited::Sheets { to_move, sent, early_at } => {
            let is_early = early_at.is_some_and(|at| now >= at);
            to_move.iter().all(|seat| sent.contains(seat)) && (is_early || now >= deadline_at)
        }
    }
}

/// When the turn is played because every seat is ready: a pause after the last of them said so, but no later than the deadline. `None` if
/// one of them is not ready, or if turns always wait for their deadlines.
pub fn early_at(
    schedule: &ScheduleConfig,
    deadline_at: DateTime<Utc>,
    to_move: &SeatSet,
    ready: &BTreeMap<Seat, DateTime<Utc>>,
) -> Option<DateTime<Utc>> {
    let since: Option<Vec<_>> = to_move.iter().map(|seat| ready.get(seat).copied()).collect();
    let last = since?.into_iter().max().filter(|_| schedule.when_all_ready)?;
    Some(later(last, chrono::Duration::minutes(schedule.ready_pause_minutes.into())).min(deadline_at))
}

/// Whether the turn is played without the missing sheets: after the close, and where moves alternate [`TIME_TO_ARRIVE`] later.
pub fn is_over(closes_at: DateTime<Utc>, now: DateTime<Utc>, awaited: &Awaited<'_>) -> bool {
    match awaited {
        Awaited::Move { .. } => now >= later(closes_at, TIME_TO_ARRIVE),
        Awaited::Sheets { .. } => now >= closes_at,
    }
}

/// What a turn waits for.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum Awaited<'a> {
    /// The sheets of all who play, and when they are enough before the deadline ([`early_at`]).
    Sheets { to_move: &'a SeatSet, sent: &'a SeatSet, early_at: Option<DateTime<Utc>> },
    /// One move, which is played at once.
    Move { is_there: bool },
}

/// A length of time for people, rounded down to minutes; templates word it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// Days of 24 hours.
    pub days: i64,
    /// Hours, at most 23.
    pub hours: i64,
    /// Minutes, at most 59.
    pub minutes: i64,
}

impl From<TimeDelta> for Span {
    fn from(span: TimeDelta) -> Span {
        let minutes = span.num_minutes();
        Span { days: minutes / 1440, hours: minutes % 1440 / 60, minutes: minutes % 60 }
    }
}

impl Span {
    /// The time until an instant; `None` once it has passed.
    pub fn until(instant: DateTime<Utc>, now: DateTime<Utc>) -> Option<Span> {
        (instant >= now).then(|| (instant - now).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::local::Zone;

    fn schedule(toml: &str) -> ScheduleConfig {
        toml::from_str(toml).unwrap()
    }

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn every_week_at_the_same_local_time_through_a_change_of_the_clock() {
        let weekly = schedule("every_days = 7\nat = \"20:00\"\nzone = \"Europe/Berlin\"");
        let next = next_deadline(&weekly, 2, Some(utc("2026-10-23T18:00:00Z")), utc("2026-10-23T18:05:00Z")).unwrap();
        assert_eq!((next.at, next.local.as_str()), (utc("2026-10-30T19:00:00Z"), "Fri 30 Oct 2026 20:00"));
    }

    #[test]
    fn a_turn_that_was_played_early_brings_the_next_deadline_nearer() {
        let weekly = schedule("every_days = 7\nat = \"20:00\"\nzone = \"UTC\"\nminimum_hours = 24");
        let next = next_deadline(&weekly, 2, Some(utc("2026-11-28T20:00:00Z")), utc("2026-11-23T10:00:00Z")).unwrap();
        assert_eq!(next.at, utc("2026-11-30T20:00:00Z"));
    }

    #[test]
    fn weekdays_holidays_and_the_minimum_time_are_kept() {
        let twice =
            schedule("weekdays = [\"tue\", \"Friday\"]\nat = \"20:00\"\nzone = \"UTC\"\nminimum_hours = 30\nholidays = [\"2026-11-27\"]");
        let next = |now| next_deadline(&twice, 2, None, utc(now)).unwrap().at;
        assert_eq!(next("2026-11-22T12:00:00Z"), utc("2026-11-24T20:00:00Z"));
        assert_eq!(next("2026-11-23T15:00:00Z"), utc("2026-12-01T20:00:00Z"), "29 hours are too few, Friday is a holiday");
    }

    #[test]
    fn a_holiday_moves_a_weekly_turn_to_the_next_day() {
        let weekly = schedule("every_days = 7\nat = \"20:00\"\nzone = \"UTC\"\nholidays = [\"2026-12-25\", \"2026-12-26\"]");
        let next = next_deadline(&weekly, 2, Some(utc("2026-12-18T20:00:00Z")), utc("2026-12-18T20:01:00Z")).unwrap();
        assert_eq!(next.at, utc("2026-12-27T20:00:00Z"));
    }

    #[test]
    fn holidays_are_days_or_rows_of_them_and_further_deadlines_have_their_turns() {
        let winter = schedule("every_days = 7\nat = \"20:00\"\nzone = \"UTC\"\nholidays = [\"2026-12-18\", \"2026-12-20..2027-01-03\"]");
        let next = |now| next_deadline(&winter, 3, Some(utc(now)), utc(now)).unwrap().at;
        assert_eq!(next("2026-12-11T20:00:00Z"), utc("2026-12-19T20:00:00Z"));
        assert_eq!(next("2026-12-19T20:00:00Z"), utc("2027-01-04T20:00:00Z"));
        let stacked = schedule(
            "every_days = 7\nat = \"20:00\"\nzone = \"UTC\"\nminimum_hours = 12\n
             also = [{ every_days = 3, until_turn = 2 }, { weekdays = [\"sun\"], at = \"12:00\", from_turn = 2 }]",
        );
        let next = |turn, now| next_deadline(&stacked, turn, Some(utc(now)), utc(now)).unwrap().at;
        assert_eq!(next(1, "2026-11-27T20:00:00Z"), utc("2026-11-30T20:00:00Z"), "every three days in the first two turns");
        assert_eq!(next(2, "2026-11-27T20:00:00Z"), utc("2026-11-29T12:00:00Z"), "a Sunday comes before that");
        assert_eq!(next(3, "2026-11-29T12:00:00Z"), utc("2026-12-06T12:00:00Z"), "a Sunday is as near as a week");
        assert_eq!(next(3, "2026-11-29T11:00:00Z"), utc("2026-12-06T12:00:00Z"), "an hour is too little");
    }

    #[test]
    fn a_moved_deadline_is_rounded_up_to_the_full_hour_of_its_zone() {
        let at = |zone: &str, instant| {
            let schedule = schedule(&format!("every_days = 7\nat = \"20:00\"\nzone = \"{zone}\""));
            moved_to(&schedule, utc(instant)).unwrap()
        };
        assert_eq!(at("UTC", "2026-11-27T20:00:00Z").at, utc("2026-11-27T20:00:00Z"));
        assert_eq!(at("UTC", "2026-11-27T20:00:01Z").at, utc("2026-11-27T21:00:00Z"));
        let kolkata = at("Asia/Kolkata", "2026-11-27T20:00:00Z");
        assert_eq!((kolkata.at, kolkata.local.as_str()), (utc("2026-11-27T20:30:00Z"), "Sat 28 Nov 2026 02:00"));
        let half_past = schedule("every_days = 3\nat = \"20:30\"\nzone = \"UTC\"");
        let at_half_past = |instant| moved_to(&half_past, utc(instant)).unwrap().at;
        assert_eq!(at_half_past("2026-11-27T20:30:00Z"), utc("2026-11-27T20:30:00Z"), "a day of the calendar stays what it is");
        assert_eq!(at_half_past("2026-11-27T19:30:00Z"), utc("2026-11-27T20:00:00Z"));
        assert_eq!(at("Europe/Berlin", "2026-10-25T00:10:00Z").at, utc("2026-10-25T01:00:00Z"), "two o'clock comes twice");
    }

    #[test]
    fn a_turn_is_due_at_the_deadline_when_all_sent_and_after_the_grace_anyway() {
        let graceful = schedule("every_days = 7\nat = \"20:00\"\nzone = \"UTC\"\ngrace_hours = 12\nwhen_all_ready = true");
        let (deadline, both, one, none) = (utc("2026-11-27T20:00:00Z"), seats(&[1, 2]), seats(&[1]), seats(&[]));
        let due = |now, sent: &SeatSet, ready: &SeatSet| {
            let ready: &BTreeMap<_, _> = &ready.iter().map(|seat| (*seat, utc("2026-11-20T00:00:00Z"))).collect();
            let early_at = early_at(&graceful, deadline, &both, ready);
            let (now, awaited) = (utc(now), Awaited::Sheets { to_move: &both, sent, early_at });
            is_complete(deadline, now, &awaited) || is_over(later(deadline, TimeDelta::hours(12)), now, &awaited)
        };
        assert!(!due("2026-11-27T19:59:59Z", &both, &one));
        assert!(!due("2026-11-20T00:59:59Z", &both, &both), "anybody may change their mind for an hour");
        assert!(due("2026-11-20T01:00:00Z", &both, &both));
        assert!(due("2026-11-27T20:00:00Z", &both, &none));
        assert!(!due("2026-11-28T07:59:59Z", &one, &none));
        assert!(due("2026-11-28T08:00:00Z", &none, &none));
    }

    #[test]
    fn a_turn_for_which_all_are_ready_is_played_after_the_pause_and_never_after_the_deadline() {
        let weekly = |more: &str| schedule(&format!("every_days = 7\nat = \"20:00\"\nzone = \"UTC\"\n{more}"));
        let (deadline, both) = (utc("2026-11-27T20:00:00Z"), seats(&[1, 2]));
        let at = |more: &str, since: &[(u8, &str)]| {
            let ready = since.iter().map(|(seat, at)| (Seat(*seat), utc(at))).collect();
            early_at(&weekly(more), deadline, &both, &ready)
        };
        let all = [(1, "2026-11-21T10:00:00Z"), (2, "2026-11-20T10:00:00Z")];
        assert_eq!(at("when_all_ready = true", &all), Some(utc("2026-11-21T11:00:00Z")));
        assert_eq!(at("when_all_ready = true\nready_pause_minutes = 0", &all), Some(utc("2026-11-21T10:00:00Z")));
        assert_eq!(at("when_all_ready = true", &[(1, "2026-11-27T19:30:00Z"), all[1]]), Some(deadline), "the deadline cuts it short");
        assert_eq!(at("when_all_ready = true", &all[..1]), None);
        assert_eq!(at("", &all), None);
    }

    #[test]
    fn a_move_is_due_when_it_is_there_and_else_at_the_close() {
        let (deadline, close) = (utc("2026-11-27T20:00:00Z"), utc("2026-11-30T20:00:00Z"));
        let complete = |now, is_there| is_complete(deadline, utc(now), &Awaited::Move { is_there });
        assert!(complete("2026-11-25T00:00:00Z", true) && !complete("2026-11-30T20:02:00Z", false));
        let over = |now| is_over(close, utc(now), &Awaited::Move { is_there: false });
        assert!(!over("2026-11-28T00:00:00Z") && !over("2026-11-30T20:01:59Z") && over("2026-11-30T20:02:00Z"));
    }

    #[test]
    fn a_move_has_all_its_days_from_the_report_on_and_days_of_absence_do_not_count() {
        let schedule = schedule("every_days = 3\nat = \"20:00\"\nzone = \"Europe/Berlin\"\nholidays = [\"2026-11-27\"]");
        let day = |text: &str| text.parse().unwrap();
        let away = [super::super::clock::Absence { from: day("2026-11-25"), until: day("2026-11-28") }];
        let deadline = |now, absences| {
            let clock = Clock { absences, zone: Zone::named("Europe/Berlin"), ..Clock::full(&schedule) };
            move_deadline(&schedule, &clock, utc(now)).unwrap().local
        };
        assert_eq!(deadline("2026-11-23T08:00:00Z", &[]), "Thu 26 Nov 2026 20:00");
        assert_eq!(deadline("2026-11-23T19:00:00Z", &[]), "Thu 26 Nov 2026 20:00", "three days to the minute");
        assert_eq!(deadline("2026-11-23T19:01:00Z", &[]), "Sat 28 Nov 2026 20:00", "Friday is a holiday");
        assert_eq!(deadline("2026-11-25T12:00:00Z", &away), "Wed 02 Dec 2026 20:00", "three days after the absence");
    }

    fn seats(numbers: &[u8]) -> SeatSet {
        numbers.iter().map(|number| crate::engine::Seat(*number)).collect()
    }
}
