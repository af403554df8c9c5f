//! A turn that is not played at its deadline because that might be unfair: it waits for the game master's decision, or for the missing
//! email.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::calendar::later;
use crate::engine::Seat;

/// Shorter gaps than this are ignored: they make no email miss a deadline.
const SHORTEST_GAP: TimeDelta = TimeDelta::hours(1);

/// How long after a gap the servers of senders may still try to deliver emails that they could not deliver before.
const ARRIVES_WITHIN: TimeDelta = TimeDelta::hours(24);

/// Why a turn waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum WhyWaits {
    /// The orders of so many of so many seats are missing.
    Missing {
        /// Seats without orders, but for those whose players are away as announced.
        missing: u32,
        /// Seats that the turn waits for, likewise.
        of: u32,
    },
    /// No email could be fetched for a while before the deadline.
    MailDown {
        /// The first run that could fetch none; the opening of the turn if that was later.
        since: DateTime<Utc>,
    },
    /// Where moves alternate: the report came back that this seat's move answers.
    Returned {
        /// Whose move the turn waits for.
        seat: Seat,
    },
}

/// A time in which no email could be fetched; it has no end as long as none can.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailGap {
    /// The first run that could fetch none …
    pub since: DateTime<Utc>,
    /// … and the first that could again.
    pub until: Option<DateTime<Utc>>,
}

impl MailGap {
    /// Whether orders may be missing because of it that were sent in time for a turn that closes at `closes_at`.
    pub fn concerns(&self, opened_at: DateTime<Utc>, closes_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let until = self.until.unwrap_or(now);
        let in_turn = until.signed_duration_since(self.since.max(opened_at));
        self.since < closes_at && in_turn >= SHORTEST_GAP && later(until, ARRIVES_WITHIN) > closes_at
    }
}

/// Whether so many missing of so many are `percent` of them or more; 0 percent is never.
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
