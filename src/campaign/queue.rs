//! Pairs the players who wait for a game of two: those who have waited longest come first, and nobody soon meets their last opponent again
//! if others come.

use chrono::{DateTime, TimeDelta, Utc};

use super::digest::Digest;

/// How long two players who have just met wait for other opponents before they may be paired again.
const OTHERS_FIRST: TimeDelta = TimeDelta::hours(24);

/// Somebody who waits for an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Identifies the person.
    pub person: Digest,
    /// When they confirmed that they want to play.
    pub since: DateTime<Utc>,
    /// The last opponent from this queue.
    pub met_last: Option<Digest>,
}

impl Waiting {
    /// Whether the two may play now.
    fn may_meet(&self, other: &Waiting, now: DateTime<Utc>) -> bool {
        let has_met = self.met_last == Some(other.person) || other.met_last == Some(self.person);
        !has_met || now.signed_duration_since(self.since.max(other.since)) >= OTHERS_FIRST
    }
}

/// The pairs among those who wait, by their index in the queue: each player, from the front, is paired with the next one whom they may
/// meet. Nobody is in two pairs.
pub fn pairs(queue: &[Waiting], now: DateTime<Utc>) -> Vec<(usize, usize)> {
    let mut left: Vec<usize> = (0..queue.len()).collect();
    let mut pairs = Vec::new();
    while !left.is_empty() {
        let first = left.remove(0);
        if let Some(at) = left.iter().position(|other| queue[first].may_meet(&queue[*other], now)) {
            pairs.push((first, left.remove(at)));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(queue: &str, hours: i64, expected: &[(usize, usize)]) {
        let begun = DateTime::UNIX_EPOCH;
        let one = |word: &str| {
            let (person, met) = word.split_once('/').unwrap_or((word, ""));
            let key = |name: &str| Digest::of(name.as_bytes());
            Waiting { person: key(person), since: begun, met_last: (!met.is_empty()).then(|| key(met)) }
        };
        let queue: Vec<Waiting> = queue.split_whitespace().map(one).collect();
        assert_eq!(pairs(&queue, begun + TimeDelta::hours(hours)), expected);
    }

    #[test]
    fn the_first_two_are_paired_and_one_who_is_alone_waits() {
        check("", 0, &[]);
        check("ann", 99, &[]);
        check("ann bob cy", 0, &[(0, 1)]);
    }

    #[test]
    fn two_who_have_just_met_leave_the_others_a_day_to_come() {
        check("ann/bob bob/ann", 23, &[]);
        check("ann/bob bob/ann", 24, &[(0, 1)]);
        check("ann bob/ann cy", 0, &[(0, 2)]);
        check("ann/bob bob/ann cy dee", 0, &[(0, 2), (1, 3)]);
    }
}
