//! Instants that are safe to compute with: sums and differences never leave the years 1970 to 9998.
//!
//! Time zones, email headers and the database have different last days, and chrono panics if a sum lies beyond its calendar. A wrong clock
//! or a file with an absurd time must not reach any of these limits.

use chrono::{DateTime, TimeDelta, Utc};

/// The first instant: email headers have none before it.
pub const FIRST: DateTime<Utc> = DateTime::UNIX_EPOCH;

/// The last instant, 9999-01-01: the time zone database ends within that year.
pub const LAST: DateTime<Utc> = match DateTime::from_timestamp(253_370_764_800, 0) {
    Some(last) => last,
    None => DateTime::UNIX_EPOCH,
};

/// The instant itself, or the nearest end of the calendar if it lies outside.
pub fn within(at: DateTime<Utc>) -> DateTime<Utc> {
    at.clamp(FIRST, LAST)
}

/// The instant `by` later, at most [`LAST`]; a negative span gives an earlier one, at least [`FIRST`].
pub fn later(at: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    let end = if by < TimeDelta::zero() { FIRST } else { LAST };
    at.checked_add_signed(by).map_or(end, within)
}

/// The instant `by` earlier, at least [`FIRST`]; a negative span gives a later one, at most [`LAST`].
pub fn earlier(at: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    let end = if by < TimeDelta::zero() { LAST } else { FIRST };
    at.checked_sub_signed(by).map_or(end, within)
}

/// The instant this many seconds after 1970 began, or the nearest end of the calendar.
pub fn from_seconds(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).map_or(if seconds < 0 { FIRST } else { LAST }, within)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn no_sum_leaves_the_calendar() {
        let hour = TimeDelta::hours(1);
        assert_eq!(later(utc("2027-01-01T10:00:00Z"), hour), utc("2027-01-01T11:00:00Z"));
        assert_eq!(later(utc("2027-01-01T10:00:00Z"), -hour), utc("2027-01-01T09:00:00Z"));
        assert_eq!(earlier(utc("2027-01-01T10:00:00Z"), hour), utc("2027-01-01T09:00:00Z"));
        for far in [DateTime::<Utc>::MAX_UTC, utc("9998-12-31T23:30:00Z"), LAST] {
            assert_eq!(later(far, hour), LAST);
        }
        for far in [DateTime::<Utc>::MIN_UTC, utc("1970-01-01T00:30:00Z"), FIRST] {
            assert_eq!(earlier(far, hour), FIRST);
        }
        assert_eq!((later(FIRST, TimeDelta::MIN), earlier(LAST, TimeDelta::MIN)), (FIRST, LAST));
        assert_eq!(LAST, utc("9999-01-01T00:00:00Z"));
    }

    #[test]
    fn every_number_of_seconds_is_an_instant() {
        assert_eq!(from_seconds(1_800_000_000), utc("2027-01-15T08:00:00Z"));
        assert_eq!((from_seconds(i64::MIN), from_seconds(-1)), (FIRST, FIRST));
        assert_eq!((from_seconds(99_999_999_999_999), from_seconds(i64::MAX)), (LAST, LAST));
    }
}
