//! Computes what a move leaves of its player's bank, from the journal's acts of the turn.

use chrono::{DateTime, TimeDelta, Utc};

use super::clock::Clock;
use super::journal::{Act, WhyMoved};

/// Times in which no clock ran and for which the deadline was moved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standstills(Vec<Standstill>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Standstill {
    /// When it began; `None` if it began with the last run that could have played the move.
    from: Option<DateTime<Utc>>,
    until: DateTime<Utc>,
}

impl Standstills {
    /// Reads the acts since the turn was opened, in their order.
    pub fn of<'a>(acts: impl Iterator<Item = (DateTime<Utc>, &'a Act)>) -> Standstills {
        let mut all: Vec<Standstill> = Vec::new();
        for (at, act) in acts {
            match act {
                Act::Resumed { paused_at } => all.push(Standstill { from: Some(*paused_at), until: at }),
                Act::DeadlineMoved { why: WhyMoved::Outage | WhyMoved::ReturnedReport, .. } => {
                    all.push(Standstill { from: None, until: at })
                }
                // When a clock that was ahead is corrected, the deadlines that it had moved go back, too.
                Act::DeadlineMoved { why: WhyMoved::Clock, .. } => all.retain(|standstill| standstill.until <= at),
                // A turn that is played again has a new deadline.
                Act::RolledBack { .. } | Act::RolledForward { .. } => all.clear(),
                _ => {}
            }
        }
        Standstills(all)
    }

    /// What is left of the bank when a move arrives at `at`: the time that counts from then to the deadline, when the bank is empty. A move
    /// that arrives while no clock runs counts as if it came when they run again, so it gains nothing.
    pub fn left(&self, clock: &Clock<'_>, deadline_at: DateTime<Utc>, at: DateTime<Utc>) -> TimeDelta {
        match self.0.iter().rfind(|standstill| standstill.until > at) {
            None => clock.counted(at, deadline_at),
            Some(Standstill { from, until }) => {
                let before = from.map_or(TimeDelta::zero(), |from| clock.counted(at, from));
                before + clock.counted(*until, deadline_at)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::config::ScheduleConfig;

    fn utc(text: &str) -> DateTime<Utc> {
        format!("2027-01-{text}:00Z").parse().unwrap()
    }

    fn moved(why: WhyMoved) -> Act {
        Act::DeadlineMoved { turn: 1, from: utc("11T10:00"), to: utc("14T10:00"), why }
    }

    /// The hours left at `at`, with the deadline on the 14th at ten.
    fn left(acts: &[(&str, Act)], at: &str) -> i64 {
        let schedule: ScheduleConfig = toml::from_str("bank_days = 10\nat = \"20:00\"\nzone = \"UTC\"").unwrap();
        let standstills = Standstills::of(acts.iter().map(|(at, act)| (utc(at), act)));
        standstills.left(&Clock::full(&schedule), utc("14T10:00"), utc(at)).num_hours()
    }

    #[test]
    fn what_counts_until_the_deadline_is_left() {
        assert_eq!((left(&[], "13T10:00"), left(&[], "14T10:00"), left(&[], "15T10:00")), (24, 0, 0));
    }

    #[test]
    fn a_move_that_waited_for_the_end_of_a_standstill_gains_nothing_by_it() {
        let pause = [("06T10:00", Act::Resumed { paused_at: utc("03T10:00") }), ("06T10:00", moved(WhyMoved::Pause))];
        // Eight days of the bank are left when the pause begins, and when it ends.
        assert_eq!((left(&pause, "03T10:00"), left(&pause, "05T10:00"), left(&pause, "06T10:00")), (192, 192, 192));
        assert_eq!((left(&pause, "03T09:00"), left(&pause, "07T10:00")), (193, 168));
        for why in [WhyMoved::Outage, WhyMoved::ReturnedReport] {
            let outage = [("06T10:00", moved(why))];
            assert_eq!((left(&outage, "04T10:00"), left(&outage, "07T10:00")), (192, 168));
        }
        assert_eq!(left(&[("06T10:00", moved(WhyMoved::Extension))], "04T10:00"), 240, "time that is given is the player's");
    }

    #[test]
    fn what_a_wrong_clock_has_moved_and_what_was_before_a_rollback_is_forgotten() {
        let ahead = [("13T10:00", moved(WhyMoved::Outage)), ("04T10:00", moved(WhyMoved::Clock))];
        assert_eq!(left(&ahead, "04T10:00"), 240);
        let real = [("02T10:00", moved(WhyMoved::Outage)), ("03T10:00", moved(WhyMoved::Clock))];
        assert_eq!(left(&real, "01T10:00"), 288, "the outage was before the clock was set");
        let taken_back = Act::TakebackDeclined { seat: crate::engine::Seat(1) };
        assert_eq!(left(&[("06T10:00", taken_back)], "05T10:00"), 216);
    }
}
