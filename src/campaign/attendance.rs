//! Whether players send their orders: what is recorded of each turn, and what follows from it.

use serde::Serialize;

use crate::engine::Seat;

/// What happened to a player's orders in a turn that waited for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attendance {
    /// They came before the turn closed, or the player's standing orders were used.
    OnTime,
    /// They were missing, and the player had announced an absence.
    Away,
    /// They were missing, perhaps through no fault of the player: the report came back, nobody's orders came, or the game master had the turn played
    /// before its time was over.
    Excused,
    /// They were missing. `warned` says that this turn's report told the player that the seat would be given away next time.
    #[allow(missing_docs, reason = "`warned` is explained above")]
    Missed { warned: bool },
}

/// How reliably somebody has sent orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Reliability {
    /// The number of turns with orders in time.
    pub on_time: u32,
    /// The number of turns whose orders were missing without notice.
    pub missed: u32,
    /// The number of turns whose orders were missing during an announced absence.
    pub away: u32,
}

/// How reliably the player of a seat has sent orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatReliability {
    /// The seat that the player holds.
    pub seat: Seat,
    /// What the player is called now.
    pub name: String,
    /// The counts in this campaign.
    pub here: Counted,
    /// The counts in all campaigns of the host together.
    pub host: Counted,
}

/// Counts of turns, with the percentage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// How many turns there were of each kind; in JSON these fields are beside the percentage.
    #[serde(flatten)]
    pub turns: Reliability,
    /// The percentage of turns with orders in time, among those whose orders came or were missing without notice; null if there are none
    /// yet.
    pub percent: Option<u32>,
}

impl From<Reliability> for Counted {
    fn from(turns: Reliability) -> Counted {
        Counted { turns, percent: turns.percent() }
    }
}

impl Attendance {
    /// Its spelling in the database.
    pub fn code(self) -> &'static str {
        match self {
            Attendance::OnTime => "on-time",
            Attendance::Away => "away",
            Attendance::Excused => "excused",
            Attendance::Missed { warned: false } => "missed",
            Attendance::Missed { warned: true } => "warned",
        }
    }

    /// The attendance with this code; `None` if there is none.
    pub fn read(code: &str) -> Option<Attendance> {
        Some(match code {
            "on-time" => Attendance::OnTime,
            "away" => Attendance::Away,
            "excused" => Attendance::Excused,
            "missed" => Attendance::Missed { warned: false },
            "warned" => Attendance::Missed { warned: true },
            _ => return None,
        })
    }
}

/// How many turns in a row were missed up to now. Turns for which the player is not blamed neither count nor reset the count.
pub fn missed_in_a_row(latest_first: &[Attendance]) -> u32 {
    blamed(latest_first).count() as u32
}

/// Whether the seat is given away under a rule that allows `limit` - 1 missed turns in a row. Nobody loses a seat without a warning in the
/// report of an earlier turn, even if the rule is newer than the misses.
pub fn is_to_be_ejected(latest_first: &[Attendance], limit: u32) -> bool {
    let is_last_missed = matches!(latest_first.first(), Some(Attendance::Missed { .. }));
    let is_warned = blamed(latest_first).skip(1).any(|warned| warned);
    limit > 0 && is_last_missed && is_warned && missed_in_a_row(latest_first) >= limit
}

/// Whether a player with this many misses must be warned that one more loses the seat.
pub fn is_last_chance(missed: u32, limit: u32) -> bool {
    limit > 0 && missed > 0 && missed + 1 >= limit
}

/// The misses that count, the latest first; each says whether the player had been warned.
fn blamed(latest_first: &[Attendance]) -> impl Iterator<Item = bool> {
    latest_first.iter().take_while(|turn| **turn != Attendance::OnTime).filter_map(|turn| match turn {
        Attendance::Missed { warned } => Some(*warned),
        _ => None,
    })
}

impl Reliability {
    /// Adds this many turns.
    pub fn add(&mut self, attendance: Attendance, turns: u32) {
        match attendance {
            Attendance::OnTime => self.on_time += turns,
            Attendance::Missed { .. } => self.missed += turns,
            Attendance::Away => self.away += turns,
            Attendance::Excused => {}
        }
    }

    /// The sum of both.
    #[must_use]
    pub fn with(self, other: Reliability) -> Reliability {
        Reliability { on_time: self.on_time + other.on_time, missed: self.missed + other.missed, away: self.away + other.away }
    }

    /// The percentage of turns with orders in time, among those whose orders came or were missing without notice; `None` if there are none
    /// yet.
    pub fn percent(&self) -> Option<u32> {
        let counted = u64::from(self.on_time) + u64::from(self.missed);
        (counted > 0).then(|| (u64::from(self.on_time) * 100 / counted) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(latest_first: &str) -> Vec<Attendance> {
        latest_first.split_whitespace().map(|code| Attendance::read(code).unwrap()).collect()
    }

    #[test]
    fn orders_begin_the_count_anew_and_turns_without_blame_do_not() {
        let missed = |text| missed_in_a_row(&turns(text));
        assert_eq!((missed(""), missed("on-time missed missed"), missed("missed away excused warned on-time missed")), (0, 0, 2));
    }

    #[test]
    fn nobody_is_ejected_without_a_warning_before() {
        let ejected = |text, limit| is_to_be_ejected(&turns(text), limit);
        assert!(ejected("warned warned missed", 3) && ejected("missed excused warned missed on-time", 3));
        assert!(!ejected("missed missed missed", 3), "the rule is younger than the misses");
        assert!(!ejected("warned missed missed", 3), "the warning came with the last report only");
        assert!(!ejected("away warned missed missed", 3), "away now");
        assert!(!ejected("missed warned", 3) && !ejected("missed warned missed", 0));
        assert!(is_last_chance(2, 3) && is_last_chance(5, 3) && !is_last_chance(1, 3) && !is_last_chance(0, 1) && !is_last_chance(9, 0));
    }

    #[test]
    fn reliability_counts_what_a_player_is_answerable_for() {
        let mut reliability = Reliability::default();
        assert_eq!(reliability.percent(), None);
        turns("on-time on-time missed away excused").into_iter().for_each(|turn| reliability.add(turn, 1));
        assert_eq!((reliability, reliability.percent()), (Reliability { on_time: 2, missed: 1, away: 1 }, Some(66)));
    }
}
