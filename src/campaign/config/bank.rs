//! Banks with increments (Fischer): time that a player has for all moves together, and that grows with each move.

use chrono::TimeDelta;

use super::review::Review;
use super::schedule::ScheduleConfig;

/// The most days that a bank may hold.
const MOST_DAYS: u16 = 365;

/// What a schedule says about banks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bank {
    /// The time that each player begins with.
    pub whole: TimeDelta,
    /// The time that each move adds.
    pub increment: TimeDelta,
    /// The most time that a bank may hold.
    pub limit: TimeDelta,
}

impl Bank {
    /// The time left in a bank that has changed by this much since the game began, from zero up to the limit.
    pub fn left(&self, changed: TimeDelta) -> TimeDelta {
        (self.whole + changed).clamp(TimeDelta::zero(), self.limit)
    }

    /// The time in a bank after this many moves of its player, if `left` was left when the first of them arrived.
    pub fn grown(&self, left: TimeDelta, moves: usize) -> TimeDelta {
        (0..moves).fold(left.min(self.limit), |left, _| (left + self.increment).min(self.limit))
    }
}

impl ScheduleConfig {
    /// Each player's bank; `None` if each move or turn has its own days.
    pub fn bank(&self) -> Option<Bank> {
        let days = |days: u16| TimeDelta::days(days.into());
        let whole = self.bank_days?;
        Some(Bank {
            whole: days(whole),
            increment: TimeDelta::hours(self.increment_hours.unwrap_or(0).into()),
            limit: days(self.bank_limit_days.unwrap_or(whole)),
        })
    }

    /// Notes mistakes in the keys about banks, and keys that do not go with them; `section` is the schedule's place in the file.
    pub(super) fn check_bank(&self, section: &str, review: &mut Review<'_>) {
        let mut wrong = |key: &str, what: &str| review.wrong(&format!("{section}.{key}"), what);
        let Some(whole) = self.bank_days else {
            if self.increment_hours.is_some() {
                wrong("increment_hours", "an increment goes into a bank: write `bank_days = 20` beside it");
            }
            if self.bank_limit_days.is_some() {
                wrong("bank_limit_days", "there is no bank to limit: write `bank_days = 20` beside it");
            }
            return;
        };
        let limit = self.bank_limit_days.unwrap_or(whole);
        let is_bank = (1..=MOST_DAYS).contains(&whole);
        if !is_bank {
            wrong("bank_days", &format!("{whole} is not from 1 to {MOST_DAYS} days"));
        }
        if self.every_days.is_some() {
            wrong("every_days", "write either days for each move (`every_days`) or a bank for all of them (`bank_days`), not both");
        }
        if !self.weekdays.is_empty() {
            wrong("weekdays", "a move is due when its player's bank is empty: leave the days of the week out");
        }
        if self.reserve_days.is_some() {
            wrong("reserve_days", "a player has either a reserve or a bank (`bank_days`), not both");
        }
        if self.grace_hours > 0 {
            wrong("grace_hours", "a bank has no grace: give more hours by `increment_hours`, and leave this key out");
        }
        if is_bank && !(whole..=MOST_DAYS).contains(&limit) {
            wrong("bank_limit_days", &format!("{limit} is not from {whole}, with which a bank begins, to {MOST_DAYS} days"));
        } else if is_bank && u32::from(self.increment_hours.unwrap_or(0)) > u32::from(limit) * 24 {
            let most = u32::from(limit) * 24;
            wrong("increment_hours", &format!("a move cannot add more than the {most} hours that a bank holds at most"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank(more: &str) -> Bank {
        let schedule: ScheduleConfig = toml::from_str(&format!("bank_days = 10\nat = \"20:00\"\nzone = \"UTC\"\n{more}")).unwrap();
        schedule.bank().unwrap()
    }

    #[test]
    fn each_move_adds_its_increment_and_no_bank_holds_more_than_its_limit() {
        let (days, hours) = (TimeDelta::days, TimeDelta::hours);
        let full = bank("increment_hours = 36");
        assert_eq!((full.grown(days(4), 1), full.grown(days(4), 2), full.grown(days(4), 0)), (days(4) + hours(36), days(7), days(4)));
        assert_eq!(full.grown(days(9), 1), days(10), "as the bank began");
        let wide = bank("increment_hours = 36\nbank_limit_days = 12");
        assert_eq!((wide.grown(days(9), 1), wide.grown(days(11), 1), wide.grown(days(20), 0)), (days(10) + hours(12), days(12), days(12)));
        assert_eq!(bank("").grown(days(4), 3), days(4), "a bank without increments only empties");
    }

    #[test]
    fn a_bank_holds_what_has_changed_and_never_less_than_nothing() {
        let wide = bank("increment_hours = 36\nbank_limit_days = 12");
        let left = |hours| wide.left(TimeDelta::hours(hours)).num_hours();
        assert_eq!((left(0), left(-100), left(-300), left(24), left(100)), (240, 140, 0, 264, 288));
    }
}
