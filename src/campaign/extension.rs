//! How much later a deadline is to be, as a game master writes it: `3d`, `12h`, `2026-12-27`, `2026-12-27 20:00`; or an announced instant.

use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};
use jiff::ToSpan;
use jiff::civil::{Date, Time};

use super::local::{Day, TimeOfDay, Zone};

/// The most time that one act may add to a deadline.
const MOST: TimeDelta = TimeDelta::days(366);

/// More time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extension {
    /// This much more time.
    By(TimeDelta),
    /// Until this day, at this local time or, without one, at the deadline's own.
    Until(Date, Option<Time>),
    /// Until an announced instant. It is never read from text, because local time has an hour twice when summer time ends.
    At(DateTime<Utc>),
}

impl Extension {
    /// The extended deadline, before it is rounded; `None` if it would not be later, or more than a year later. An announced instant must
    /// only be later.
    pub fn of(self, deadline_at: DateTime<Utc>, zone: &Zone) -> Option<DateTime<Utc>> {
        let to = match self {
            Extension::By(by) => deadline_at.checked_add_signed(by)?,
            Extension::Until(day, time) => {
                let own = || Some(zone.zoned(deadline_at)?.time());
                zone.instant(day.to_datetime(time.or_else(own)?))?
            }
            Extension::At(to) => return (to > deadline_at).then_some(to),
        };
        let by = to.signed_duration_since(deadline_at);
        (by > TimeDelta::zero() && by <= MOST).then_some(to)
    }
}

/// The same local time this many days later; `None` at the end of the calendar.
pub fn days_later(at: DateTime<Utc>, days: u16, zone: &Zone) -> Option<DateTime<Utc>> {
    let local = zone.zoned(at)?.datetime();
    zone.instant(local.checked_add(i64::from(days).days()).ok()?)
}

/// The same local time, moved by as many days as lie between the two instants in the calendar of the zone.
pub fn shifted(at: DateTime<Utc>, (from, until): (DateTime<Utc>, DateTime<Utc>), zone: &Zone) -> Option<DateTime<Utc>> {
    let days = zone.day(from)?.until(zone.day(until)?).ok()?.get_days();
    days_later(at, u16::try_from(days).ok()?, zone)
}

/// An instant in the form of [`Extension::Until`], for people: reading it may give another instant. In UTC at the end of the calendar.
pub fn spelled(at: DateTime<Utc>, zone: &Zone) -> String {
    zone.text_as(at, "%Y-%m-%d %H:%M")
}

impl FromStr for Extension {
    type Err = String;

    fn from_str(text: &str) -> Result<Extension, String> {
        let text = text.trim().to_lowercase();
        let wrong =
            || format!("`{text}` is neither a length of time such as 3d, 12h or 2w, nor a day such as 2026-12-27 or \"2026-12-27 20:00\"");
        let (count, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()));
        let hours = match unit.trim() {
            "h" | "hour" | "hours" => Some(1),
            "d" | "day" | "days" => Some(24),
            "w" | "week" | "weeks" => Some(7 * 24),
            _ => None,
        };
        if let Some(hours) = hours {
            let count: i64 = count.parse().map_err(|_| wrong())?;
            let by = count.checked_mul(hours).and_then(TimeDelta::try_hours).filter(|by| *by > TimeDelta::zero() && *by <= MOST);
            return by.map(Extension::By).ok_or_else(|| format!("a deadline moves by an hour at least and a year at most, not by {text}"));
        }
        let (day, time) = text.split_once([' ', 't']).map_or((text.as_str(), None), |(day, time)| (day, Some(time)));
        let time = time.map(|time| TimeOfDay::try_from(time.trim().to_owned()).map(TimeOfDay::time)).transpose().map_err(|_| wrong())?;
        Ok(Extension::Until(Day::try_from(day.to_owned()).map_err(|_| wrong())?.date(), time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deadline on Friday, 18 December 2026, 20:00 in Berlin.
    fn moved(text: &str) -> Option<String> {
        let zone = Zone::named("Europe/Berlin");
        let to = text.parse::<Extension>().unwrap().of("2026-12-18T19:00:00Z".parse().unwrap(), &zone)?;
        Some(zone.text(to))
    }

    #[test]
    fn more_time_is_a_length_or_a_day() {
        assert_eq!(moved("3d").as_deref(), Some("Mon 21 Dec 2026 20:00"));
        assert_eq!(moved(" 12 H").as_deref(), Some("Sat 19 Dec 2026 08:00"));
        for text in ["2w", "2 weeks", "14 days", "336 hours"] {
            assert_eq!(moved(text).as_deref(), Some("Fri 01 Jan 2027 20:00"), "{text}");
        }
        assert_eq!(moved("2027-01-03").as_deref(), Some("Sun 03 Jan 2027 20:00"));
        assert_eq!(moved("2027-01-03 18:30").as_deref(), Some("Sun 03 Jan 2027 18:30"));
        assert_eq!(moved("2026-12-17"), None, "earlier is not later");
        assert_eq!(moved("2028-12-17"), None, "more than a year");
        let of_autumn = |at: &str| Extension::At(at.parse().unwrap()).of("2027-10-31T00:30:00Z".parse().unwrap(), &Zone::utc());
        assert_eq!(of_autumn("2027-10-31T01:30:07Z"), "2027-10-31T01:30:07Z".parse().ok(), "to the second");
        assert_eq!(of_autumn("2027-10-31T00:30:00Z"), None);
        for wrong in [
            "1 month",
            "24 march",
            "3 with",
            "3days off",
            "",
            "d",
            "3",
            "3m",
            "-3d",
            "0h",
            "9999999999999999999d",
            "400d",
            "2026-13-01",
            "2026-12-27 25:00",
            "tomorrow",
        ] {
            assert!(wrong.parse::<Extension>().is_err(), "{wrong}");
        }
    }
}
