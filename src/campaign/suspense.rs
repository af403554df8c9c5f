//! A turn that is not played at its deadline because that might be unfair: it waits for the game master's decision, or for missing email.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::calendar::later;
use crate::engine::Seat;

/// Gaps shorter than this are ignored, since they make no email miss a deadline.
const SHORTEST_GAP: TimeDelta = TimeDelta::hours(1);

/// How long after a gap senders' servers may still try to deliver their emails.
const ARRIVES_WITHIN: TimeDelta = TimeDelta::hours(24);

/// Why a turn waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum WhyWaits {
    /// Orders of `missing` of the `of` seats are missing.
    Missing {
        /// The seats without orders, not counting those whose players announced an absence.
        missing: u32,
        /// The seats that the turn waits for, counted likewise.
        of: u32,
    },
    /// No email could be fetched for a while before the deadline.
    MailDown {
        /// The first run that could fetch none, or the opening of the turn if that was later.
        since: DateTime<Utc>,
    },
    /// Where moves alternate: the report that this seat's move answers came back.
    Returned {
        /// The seat whose move the turn waits for.
        seat: Seat,
    },
}

/// A time in which no email could be fetched; without an end while that lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailGap {
    /// The first run that could fetch no email …
    pub since: DateTime<Utc>,
    /// … and the first that could again.
    pub until: Option<DateTime<Utc>>,
}

impl MailGap {
    /// Whether it may have delayed orders that were sent in time for a turn that closes at `closes_at`.
    pub fn concerns(&self, opened_at: DateTime<Utc>, closes_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let until = self.until.unwrap_or(now);
        let in_turn = until.signed_duration_since(self.since.max(opened_at));
        self.since < closes_at && in_turn >= SHORTEST_GAP && later(until, ARRIVES_WITHIN) > closes_at
    }
}

/// Whether `missing` is at least `percent` percent of `of`; never for 0 percent.
pub fn are_too_many(missing: u32, of: u32, percent: u8) -> bool {
    percent > 0 && missing > 0 && u64::from(missing) * 100 >= u64::from(of) * u64::from(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        format!("2027-01-{text}:00Z").parse().unwrap()
    }

    #[test]
    fn a_gap_concerns_a_turn_if_email_sent_in_time_may_still_be_on_its_way() {
        let concerns = |since: &str, until: Option<&str>, now: &str| {
            MailGap { since: utc(since), until: until.map(utc) }.concerns(utc("01T20:00"), utc("08T20:00"), utc(now))
        };
        assert!(concerns("08T10:00", Some("08T12:00"), "08T20:00"));
        assert!(concerns("08T19:50", None, "08T20:50"), "it goes on beyond the deadline");
        assert!(!concerns("08T19:50", None, "08T20:05"), "it may be over with the next run");
        assert!(!concerns("08T10:00", Some("08T10:30"), "08T20:00"), "too short");
        assert!(!concerns("06T10:00", Some("06T23:00"), "08T20:00"), "what was sent then has come since");
        assert!(!concerns("08T20:10", None, "09T20:00"), "late anyway");
        assert!(!concerns("01T10:00", Some("01T20:30"), "08T20:00"), "before the report");
    }

    #[test]
    fn a_share_of_the_seats_is_too_many() {
        assert!(are_too_many(4, 8, 50) && are_too_many(1, 1, 100) && are_too_many(8, 8, 100));
        assert!(!are_too_many(3, 8, 50) && !are_too_many(8, 8, 0) && !are_too_many(0, 0, 50) && !are_too_many(7, 8, 100));
    }
}
