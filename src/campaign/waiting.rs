//! Where all play at once: a deadline that waits for players who are away.

use chrono::{DateTime, TimeDelta, Utc};
use jiff::ToSpan;
use jiff::civil::{Date, Time};

use super::calendar::later;
use super::clock::Absence;
use super::config::ScheduleConfig;
use super::local::{LocalTime, Zone};
use super::schedule::deadline_from;

/// How long before the deadline a player must be back.
const TIME_TO_ARRIVE_HOME: TimeDelta = TimeDelta::hours(12);

/// The first later deadline at which none of these players is away, or has been back for less than half a day. It is at the schedule's time
/// of day, and on no holiday. `None` if the deadline need not wait, or the calendar has no such day.
pub fn deadline_for_all(schedule: &ScheduleConfig, deadline_at: DateTime<Utc>, away: &[(Zone, Absence)]) -> Option<LocalTime> {
    let spans: Vec<_> = away.iter().filter_map(|(zone, absence)| span(zone, *absence)).collect();
    let mut moved: Option<LocalTime> = None;
    loop {
        let at = moved.as_ref().map_or(deadline_at, |moved| moved.at);
        // Each round passes the absence that it waits for, so there are no more rounds than absences.
        let Some(back) = spans.iter().filter(|(from, back)| (*from..*back).contains(&at)).map(|(_, back)| *back).max() else {
            return moved;
        };
        moved = Some(deadline_from(schedule, back)?);
    }
}

/// From when on a player is away, and from when on there may be a deadline again.
fn span(zone: &Zone, absence: Absence) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let begin = |day: Date| zone.instant(day.to_datetime(Time::midnight()));
    let home = begin(absence.until.checked_add(1.day()).ok()?)?;
    Some((begin(absence.from)?, later(home, TIME_TO_ARRIVE_HOME)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_waits_for_everybody_who_is_away_at_its_own_time_of_day_through_a_change_of_the_clock() {
        let toml = "every_days = 7\nat = \"20:00\"\nzone = \"Europe/Berlin\"\nholidays = [\"2027-03-30\"]";
        let schedule: ScheduleConfig = toml::from_str(toml).unwrap();
        let away = |zone: &str, from: &str, until: &str| {
            (Zone::named(zone), Absence { from: from.parse().unwrap(), until: until.parse().unwrap() })
        };
        let local = |deadline: &str, away: &[_]| deadline_for_all(&schedule, deadline.parse().unwrap(), away).map(|moved| moved.local);
        let friday = "2027-03-26T19:00:00Z";
        let easter = [away("Europe/Berlin", "2027-03-25", "2027-03-28"), away("Europe/Berlin", "2027-03-29", "2027-03-29")];
        assert_eq!(local(friday, &easter[..1]).as_deref(), Some("Mon 29 Mar 2027 20:00"), "summer time began on Sunday");
        assert_eq!(local(friday, &easter).as_deref(), Some("Wed 31 Mar 2027 20:00"), "the next is away, then comes a holiday");
        assert_eq!(local(friday, &easter[1..]), None, "away only after it");
        assert_eq!(local("2027-03-25T00:00:00Z", &[away("Asia/Tokyo", "2027-03-24", "2027-03-24")]), Some("Thu 25 Mar 2027 20:00".into()));
        assert_eq!(local("2027-03-25T03:00:00Z", &[away("Asia/Tokyo", "2027-03-24", "2027-03-24")]), None, "back for half a day");
    }
}
