//! The clocks of a game whose moves alternate: time for a move, a reserve or a bank for the whole game, and days that do not count.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use jiff::ToSpan;
use jiff::civil::{Date, Time};
use serde::{Deserialize, Serialize};

use super::calendar::later;
use super::config::ScheduleConfig;
use super::local::{Zone, as_day};
use crate::engine::Seat;

/// Days on which a player is away, in their own time zone; the first and the last are whole days that do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Absence {
    /// The first day.
    #[serde(with = "as_day")]
    pub from: Date,
    /// The last day, never before the first.
    #[serde(with = "as_day")]
    pub until: Date,
}

/// `2026-12-20 to 2026-12-24`, or the single day. The JSON of reports has this form, and codes are derived from it, so it must not change.
impl fmt::Display for Absence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Absence { from, until } = self;
        if from == until { write!(out, "{from}") } else { write!(out, "{from} to {until}") }
    }
}

/// What a game remembers of its clocks from move to move. Where all play at once, only the absences are used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clocks {
    /// How much of its reserve each seat has used up in earlier moves.
    pub used: BTreeMap<Seat, TimeDelta>,
    /// By how much each seat's bank has changed in earlier moves: what they added, less what they took.
    pub banked: BTreeMap<Seat, TimeDelta>,
    /// Each seat's days of absence, including past ones, in order; no two absences touch.
    pub absences: BTreeMap<Seat, Vec<Absence>>,
}

/// The clock of one seat.
#[derive(Debug, Clone)]
pub struct Clock<'a> {
    /// What is left of the seat's reserve when the move begins.
    pub reserve: TimeDelta,
    /// What is left of the seat's bank when the move begins; `None` if each move has its own days.
    pub bank: Option<TimeDelta>,
    /// When the player of the seat is away.
    pub absences: &'a [Absence],
    /// The time zone of these days.
    pub zone: Zone,
    /// Times in which no bank runs, even if its player is there.
    pub holidays: Vec<(DateTime<Utc>, DateTime<Utc>)>,
}

/// How long the game waits for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The announced deadline.
    pub deadline_at: DateTime<Utc>,
    /// The deadline with its grace; the reserve runs from here on.
    pub reserve_from: DateTime<Utc>,
    /// When the reserve is used up; without a move the game is then lost.
    pub closes_at: DateTime<Utc>,
}

impl Clocks {
    /// What a seat has left of the reserve in the schedule.
    pub fn reserve_left(&self, schedule: &ScheduleConfig, seat: Seat) -> TimeDelta {
        let whole = TimeDelta::days(schedule.reserve_days.unwrap_or(0).into());
        (whole - self.used.get(&seat).copied().unwrap_or_default()).max(TimeDelta::zero())
    }

    /// What a seat has left of its bank when its move begins; `None` if the schedule has no banks.
    pub fn bank_left(&self, schedule: &ScheduleConfig, seat: Seat) -> Option<TimeDelta> {
        schedule.bank().map(|bank| bank.left(self.banked.get(&seat).copied().unwrap_or_default()))
    }

    /// The clock of a seat whose days begin by `zone`.
    pub fn of(&self, schedule: &ScheduleConfig, seat: Seat, zone: &Zone) -> Clock<'_> {
        Clock {
            reserve: self.reserve_left(schedule, seat),
            bank: self.bank_left(schedule, seat),
            absences: self.absences(seat),
            zone: zone.clone(),
            holidays: days_without_banks(schedule),
        }
    }

    /// The days on which a seat is away.
    pub fn absences(&self, seat: Seat) -> &[Absence] {
        self.absences.get(&seat).map_or(&[], Vec::as_slice)
    }
}

impl Clock<'_> {
    /// The clock of a player who has used no time and is never away.
    pub fn full(schedule: &ScheduleConfig) -> Clock<'static> {
        let bank = schedule.bank().map(|bank| bank.whole);
        Clock { reserve: TimeDelta::zero(), bank, absences: &[], zone: Zone::utc(), holidays: days_without_banks(schedule) }
    }

    /// The instant at which this much time has counted since `start`; if the clock is stopped at `start`, not before it runs again.
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

    /// The deadline after the clock has stood still from `from` to `until`: as much time counts before it as would have without the
    /// standstill. A deadline that had already passed at `from` moves by the length of the standstill.
    pub fn moved_by_standstill(&self, deadline_at: DateTime<Utc>, from: DateTime<Utc>, until: DateTime<Utc>) -> DateTime<Utc> {
        if deadline_at <= from { later(deadline_at, until - from) } else { self.after(until, self.counted(from, deadline_at)) }
    }

    /// How long a move with this deadline is waited for.
    pub fn limits(&self, deadline_at: DateTime<Utc>, grace_hours: u16) -> Limits {
        let reserve_from = later(deadline_at, TimeDelta::hours(grace_hours.into()));
        Limits { deadline_at, reserve_from, closes_at: self.after(reserve_from, self.reserve) }
    }

    /// How much of the reserve a move has used that arrived at `at`, or has not arrived by then.
    pub fn used(&self, limits: &Limits, at: DateTime<Utc>) -> TimeDelta {
        self.counted(limits.reserve_from, at).min(self.reserve)
    }

    /// The absence that stops the clock at that instant.
    pub fn absent_at(&self, at: DateTime<Utc>) -> Option<Absence> {
        let day = self.zone.day(at)?;
        self.absences.iter().copied().find(|absence| (absence.from..=absence.until).contains(&day))
    }

    /// The last day on which a clock that is stopped at this instant stays stopped, for an absence or a holiday; `None` if it runs.
    pub fn stands_until(&self, at: DateTime<Utc>) -> Option<Date> {
        let (_, until) = self.stops().into_iter().find(|(from, until)| (*from..*until).contains(&at))?;
        self.zone.day(until - TimeDelta::seconds(1))
    }

    /// The times in which the clock is stopped, in order; none touches the next.
    fn stops(&self) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
        let begin = |day: Date| self.zone.instant(day.to_datetime(Time::midnight()));
        let stop = |absence: &Absence| Some((begin(absence.from)?, begin(absence.until.checked_add(1.day()).ok()?)?));
        let mut stops: Vec<_> = self.absences.iter().filter_map(stop).chain(self.holidays.iter().copied()).collect();
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

/// The holidays of a schedule with banks, from midnight to midnight in its zone; empty for any other schedule, whose deadlines avoid
/// holidays.
pub fn days_without_banks(schedule: &ScheduleConfig) -> Vec<(DateTime<Utc>, DateTime<Utc>)> {
    let begin = |day: Date| schedule.zone.instant(day.to_datetime(Time::midnight()));
    let span = |(first, last): (Date, Date)| Some((begin(first)?, begin(last.checked_add(1.day()).ok()?)?));
    let holidays = schedule.bank().map(|_| schedule.holidays.iter().filter_map(|days| span(days.ends())));
    holidays.into_iter().flatten().collect()
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
        let zone = Zone::named("Europe/Berlin");
        Clock { reserve: TimeDelta::hours(reserve_hours), bank: None, absences, zone, holidays: Vec::new() }
    }

    #[test]
    fn an_absence_is_written_as_its_days_and_read_again() {
        let stored = r#"{"from":"2026-12-24","until":"2026-12-26"}"#;
        let read: Absence = serde_json::from_str(stored).unwrap();
        assert_eq!((read, serde_json::to_string(&read).unwrap().as_str()), (absences(&[("24", "26")])[0], stored));
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
    fn a_bank_stands_still_on_holidays_and_a_pause_over_them_gives_and_takes_nothing() {
        let schedule = "bank_days = 10\nat = \"20:00\"\nzone = \"Europe/Berlin\"\nholidays = [\"2026-12-24..2026-12-26\"]";
        let schedule: ScheduleConfig = toml::from_str(schedule).unwrap();
        let clock = Clock::full(&schedule);
        let deadline_at = clock.after(utc("20T12:00"), TimeDelta::days(5));
        assert_eq!(deadline_at, utc("28T12:00"));
        let still_until = |at| clock.stands_until(utc(at)).map(|last| last.to_string());
        assert_eq!((still_until("23T22:59"), still_until("23T23:00").as_deref()), (None, Some("2026-12-26")));
        // Five days were left before the holidays, and five are left after them.
        assert_eq!(clock.moved_by_standstill(deadline_at, utc("20T12:00"), utc("27T12:00")), utc("27T12:00") + TimeDelta::days(5));
        assert_eq!(clock.moved_by_standstill(deadline_at, utc("27T12:00"), utc("30T12:00")), utc("31T12:00"));
        assert_eq!(clock.moved_by_standstill(utc("19T12:00"), utc("20T12:00"), utc("21T12:00")), utc("20T12:00"), "it had passed");
        let weekly: ScheduleConfig = toml::from_str("every_days = 3\nat = \"20:00\"\nzone = \"UTC\"\nholidays = [\"2026-12-24\"]").unwrap();
        assert_eq!(days_without_banks(&weekly), []);
    }
}
