//! The daily digest: when it is due for a player.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};
use jiff::ToSpan;
use serde::{Deserialize, Serialize};

use super::local::{TimeOfDay, Zone};

/// When the digest of a player who names no time is sent.
const USUAL: &str = "08:00";

/// Whether a player gets a digest of all their games each day, and when.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Daily(Option<TimeOfDay>);

impl Daily {
    /// Whether the player gets one.
    pub fn is_wanted(self) -> bool {
        self.0.is_some()
    }

    /// The last time at or before `now` at which it was due; `None` if the player gets no digest, or at the end of the calendar.
    pub fn before(self, now: DateTime<Utc>, zone: &Zone) -> Option<DateTime<Utc>> {
        self.around(now, zone).into_iter().flatten().rfind(|at| *at <= now)
    }

    /// The first time after `now` at which it is due.
    pub fn after(self, now: DateTime<Utc>, zone: &Zone) -> Option<DateTime<Utc>> {
        self.around(now, zone).into_iter().flatten().find(|at| *at > now)
    }

    /// Its times yesterday, today and tomorrow. A local time that summer time skips becomes the end of that hour.
    fn around(self, now: DateTime<Utc>, zone: &Zone) -> [Option<DateTime<Utc>>; 3] {
        [-1, 0, 1].map(|days| {
            let day = zone.day(now)?.checked_add(days.days()).ok()?;
            zone.instant(day.to_datetime(self.0?.time()))
        })
    }
}

impl FromStr for Daily {
    type Err = String;

    fn from_str(text: &str) -> Result<Daily, String> {
        match text.to_lowercase().as_str() {
            "off" | "no" => Ok(Daily(None)),
            "on" | "yes" | "daily" => Daily::from_str(USUAL),
            _ => match TimeOfDay::try_from(text.to_owned()) {
                Ok(time) => Ok(Daily(Some(time))),
                Err(_) => Err("expected on, off, or a time of day such as 07:30".to_owned()),
            },
        }
    }
}

impl TryFrom<String> for Daily {
    type Error = String;

    fn try_from(text: String) -> Result<Daily, String> {
        text.parse()
    }
}

impl From<Daily> for String {
    fn from(daily: Daily) -> String {
        daily.to_string()
    }
}

impl fmt::Display for Daily {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(time) => out.write_str(&String::from(time)),
            None => out.write_str("off"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_digest_falls_due_once_a_day_also_when_the_clocks_change() {
        let zone = Zone::named("Europe/Berlin");
        let check = |time: &str, now: &str, before: &str, after: &str| {
            let daily: Daily = time.parse().unwrap();
            assert_eq!(
                (daily.before(utc(now), &zone), daily.after(utc(now), &zone)),
                (Some(utc(before)), Some(utc(after))),
                "{time} {now}"
            );
        };
        check("08:00", "2027-01-05T07:00:00Z", "2027-01-05T07:00:00Z", "2027-01-06T07:00:00Z");
        check("on", "2027-01-05T06:59:59Z", "2027-01-04T07:00:00Z", "2027-01-05T07:00:00Z");
        // 02:30 does not exist on 28 March 2027, and comes twice on 31 October.
        check("02:30", "2027-03-28T00:00:00Z", "2027-03-27T01:30:00Z", "2027-03-28T01:00:00Z");
        check("02:30", "2027-10-31T01:00:00Z", "2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z");
    }

    #[test]
    fn it_is_spelled_as_a_time_or_off() {
        for (text, spelled) in [("on", "08:00"), ("OFF", "off"), ("07:30", "07:30")] {
            assert_eq!(text.parse::<Daily>().unwrap().to_string(), spelled);
        }
        assert!("noon".parse::<Daily>().is_err() && !Daily::default().is_wanted());
        assert_eq!(Daily::default().before(utc("2027-01-05T07:00:00Z"), &Zone::utc()), None);
    }
}
