//! Whether a run may play by the clock: after an outage, or a jump of the clock, play waits for somebody to check.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// How far the clock may go back without a question: time servers correct seconds, and runs overlap.
pub(crate) const SMALL_STEP: TimeDelta = TimeDelta::minutes(10);

/// How long runs only receive email after an outage, unless the game master says that all is well. Another outage begins it again.
const QUIET_TIME: TimeDelta = TimeDelta::hours(2);

/// What a host remembers about its runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// The last run that could play by the clock.
    pub last_run: Option<DateTime<Utc>>,
    /// The first run after an outage that has not ended; nothing is played yet.
    pub noticed_at: Option<DateTime<Utc>>,
    /// The corrections that every campaign must make, in order, when it is next opened.
    pub corrections: Vec<Correction>,
}

/// A correction that moves open deadlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Nothing ran, or nothing was played, between two instants.
    Outage {
        /// The last run before it.
        since: DateTime<Utc>,
        /// The first run that may play again.
        until: DateTime<Utc>,
    },
    /// The clock had been ahead: deadlines that were moved for an outage that ended after this instant move back.
    ClockSetBack {
        /// The clock's time when somebody confirmed it.
        to: DateTime<Utc>,
    },
}

/// What a run may do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "clock")]
pub enum Trust {
    /// Everything that is due.
    #[default]
    Full,
    /// Receive and answer email only: the last run was so long ago that nobody can have played meanwhile, or the clock has jumped.
    Outage {
        /// The last run that could play.
        since: DateTime<Utc>,
    },
    /// Receive and answer email only: the clock is before the last run.
    ClockBehind {
        /// When the last run was, by the clock at that time.
        last_run: DateTime<Utc>,
    },
}

/// Why a campaign receives email but is not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// The host was down, and nobody has checked yet.
    Outage,
    /// The clock is before the last run.
    ClockBehind,
    /// The game master has paused it, by a command or by `open = false` in its file.
    Paused,
    /// Some reports are not sent yet. Nobody is late, but a turn is played if everything for it has come.
    UnsentReports,
    /// Orders are missing, perhaps through no fault of the players, and the game master is asked. Nobody is late, but a turn is played if
    /// everything for it has come.
    Asking,
}

impl Watch {
    /// What a run at `now` may do, and what to remember after it. `longest_gap` is the longest time allowed between two runs; `confirmed`
    /// says that the game master has checked that the clock is right.
    pub fn judge(&self, now: DateTime<Utc>, longest_gap: TimeDelta, confirmed: bool) -> (Watch, Trust) {
        let Some(last_run) = self.last_run else {
            return (self.after(now, None), Trust::Full);
        };
        let gap = now.signed_duration_since(last_run);
        if gap < -SMALL_STEP {
            if confirmed {
                return (self.after(now, Some(Correction::ClockSetBack { to: now })), Trust::Full);
            }
            return (self.clone(), Trust::ClockBehind { last_run });
        }
        if gap <= longest_gap {
            // If an outage was noticed, the clock had only jumped ahead for a while, and nothing was done by it.
            return (self.after(now.max(last_run), None), Trust::Full);
        }
        // Later than that, runs have stopped once more since it was noticed, or the clock has jumped.
        let regular = TimeDelta::zero()..=QUIET_TIME + longest_gap;
        let noticed_at = self.noticed_at.filter(|noticed_at| regular.contains(&now.signed_duration_since(*noticed_at))).unwrap_or(now);
        if confirmed || now.signed_duration_since(noticed_at) >= QUIET_TIME {
            return (self.after(now, Some(Correction::Outage { since: last_run, until: now })), Trust::Full);
        }
        (Watch { noticed_at: Some(noticed_at), ..self.clone() }, Trust::Outage { since: last_run })
    }

    fn after(&self, last_run: DateTime<Utc>, correction: Option<Correction>) -> Watch {
        let corrections = self.corrections.iter().copied().chain(correction).collect();
        Watch { last_run: Some(last_run), noticed_at: None, corrections }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> DateTime<Utc> {
        format!("2027-{text}:00Z").parse().unwrap()
    }

    /// Runs at these times, with `!` before a confirmed one; what each may do, and the corrections at the end.
    fn run(times: &[&str]) -> (Vec<Trust>, Vec<Correction>) {
        let mut watch = Watch::default();
        let trusts = times
            .iter()
            .map(|time| {
                let (next, trust) = watch.judge(utc(time.trim_start_matches('!')), TimeDelta::days(2), time.starts_with('!'));
                watch = next;
                trust
            })
            .collect();
        (trusts, watch.corrections)
    }

    #[test]
    fn runs_that_follow_one_another_play() {
        let (trusts, corrections) = run(&["01-01T10:00", "01-01T10:05", "01-01T09:57", "01-03T10:05"]);
        assert_eq!((trusts, corrections), (vec![Trust::Full; 4], vec![]), "a small step back, and two days, are nothing");
    }

    #[test]
    fn after_an_outage_play_waits_for_two_hours_and_the_outage_is_made_good() {
        let since = utc("01-01T10:00");
        let (trusts, corrections) = run(&["01-01T10:00", "01-04T10:00", "01-04T11:55", "01-04T12:00", "01-04T12:05"]);
        let held = Trust::Outage { since };
        assert_eq!(trusts, [Trust::Full, held, held, Trust::Full, Trust::Full]);
        assert_eq!(corrections, [Correction::Outage { since, until: utc("01-04T12:00") }]);
        let (trusts, corrections) = run(&["01-01T10:00", "01-04T10:00", "!01-04T10:05"]);
        assert_eq!(trusts[2], Trust::Full, "the game master has looked");
        assert_eq!(corrections, [Correction::Outage { since, until: utc("01-04T10:05") }]);
    }

    #[test]
    fn a_clock_that_jumps_ahead_and_comes_back_has_done_nothing() {
        let (trusts, corrections) = run(&["01-01T10:00", "07-01T10:00", "01-01T10:10"]);
        assert_eq!((trusts[2], corrections), (Trust::Full, vec![]));
    }

    #[test]
    fn a_second_jump_within_the_quiet_time_begins_it_again() {
        let (trusts, _) = run(&["01-01T10:00", "07-01T10:00", "01-04T10:00", "01-04T11:00", "01-04T12:00"]);
        let held = Trust::Outage { since: utc("01-01T10:00") };
        assert_eq!(trusts, [Trust::Full, held, held, held, Trust::Full]);
    }

    #[test]
    fn a_second_outage_within_the_quiet_time_begins_it_again() {
        let (trusts, corrections) = run(&["01-01T10:00", "01-04T10:00", "01-04T11:00", "01-07T10:00", "01-07T11:00", "01-07T12:00"]);
        let since = utc("01-01T10:00");
        let held = Trust::Outage { since };
        assert_eq!(trusts, [Trust::Full, held, held, held, held, Trust::Full]);
        assert_eq!(corrections, [Correction::Outage { since, until: utc("01-07T12:00") }]);
    }

    #[test]
    fn a_clock_behind_the_last_run_holds_play_until_it_is_confirmed() {
        let (trusts, corrections) = run(&["01-05T10:00", "01-01T10:00", "01-01T20:00", "!01-01T20:05", "01-01T20:10"]);
        let behind = Trust::ClockBehind { last_run: utc("01-05T10:00") };
        assert_eq!(trusts, [Trust::Full, behind, behind, Trust::Full, Trust::Full]);
        assert_eq!(corrections, [Correction::ClockSetBack { to: utc("01-01T20:05") }]);
    }
}
