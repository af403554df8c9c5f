//! What players can decide together: the motions, how they are written, and how votes count.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::{Seat, SeatSet};

/// A motion that a player proposes to all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Motion {
    /// Nothing is played and no clock runs for some days.
    Pause {
        /// A number of days, from 1.
        days: u16,
    },
    /// A pause on which the players had agreed ends at once.
    Resume,
    /// The deadline of this turn moves by some days.
    Extend {
        /// The turn that was open when it was proposed; the motion is moot once another one is.
        turn: u32,
        /// A number of days, from 1.
        days: u16,
    },
    /// The game ends in a draw among all who are still in it.
    Draw,
    /// The game ends, and this seat wins it.
    Concede {
        /// The winner, who must still be in the game and is not the proposer.
        to: Seat,
    },
    /// The game ends without a result.
    Cancel,
}

/// Why a text is no motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MotionError {
    /// It is none of the motions above.
    NoMotion,
    /// PAUSE or EXTEND lacks a number of days.
    NoDays,
    /// No player has this name.
    NoPlayer,
}

impl Motion {
    /// Reads the text after PROPOSE. `turn` is the open turn, and `seat` finds a player by number or name.
    ///
    /// # Errors
    /// When it is no motion.
    pub fn read(words: &str, turn: u32, seat: impl Fn(&str) -> Option<Seat>) -> Result<Motion, MotionError> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else { return Err(MotionError::NoMotion) };
        let days = || days(&rest.concat()).ok_or(MotionError::NoDays);
        let alone = |motion| if rest.is_empty() { Ok(motion) } else { Err(MotionError::NoMotion) };
        match first.to_uppercase().as_str() {
            "PAUSE" => Ok(Motion::Pause { days: days()? }),
            "EXTEND" | "EXTENSION" => Ok(Motion::Extend { turn, days: days()? }),
            "RESUME" => alone(Motion::Resume),
            "DRAW" => alone(Motion::Draw),
            "CANCEL" => alone(Motion::Cancel),
            "CONCEDE" => {
                let behind_to = if rest.first().is_some_and(|word| word.eq_ignore_ascii_case("to")) { &rest[1..] } else { rest };
                seat(&behind_to.join(" ")).map(|to| Motion::Concede { to }).ok_or(MotionError::NoPlayer)
            }
            _ => Err(MotionError::NoMotion),
        }
    }

    /// Its spelling in templates and JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Motion::Pause { .. } => "pause",
            Motion::Resume => "resume",
            Motion::Extend { .. } => "extend",
            Motion::Draw => "draw",
            Motion::Concede { .. } => "concede",
            Motion::Cancel => "cancel",
        }
    }

    /// The number of days in it.
    pub fn days(&self) -> Option<u16> {
        match self {
            Motion::Pause { days } | Motion::Extend { days, .. } => Some(*days),
            _ => None,
        }
    }

    /// Whether it ends the game.
    pub fn ends_the_game(&self) -> bool {
        matches!(self, Motion::Draw | Motion::Concede { .. } | Motion::Cancel)
    }
}

/// Reads `3`, `3d`, `3days`, `2w`, `2weeks`.
fn days(text: &str) -> Option<u16> {
    let text = text.to_lowercase();
    let count: u16 = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse().ok()?;
    let in_days = match text.trim_start_matches(|letter: char| letter.is_ascii_digit()) {
        "" | "d" | "day" | "days" => 1,
        "w" | "week" | "weeks" => 7,
        _ => return None,
    };
    count.checked_mul(in_days).filter(|days| *days > 0)
}

/// How many of those with a vote must agree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// There is no such vote.
    #[default]
    No,
    /// More than half.
    Majority,
    /// At least two thirds.
    TwoThirds,
    /// All of them: anyone who does not agree stops it.
    All,
}

impl Share {
    /// How many of `voters` must agree; more than there are if there is no such vote.
    pub fn of(self, voters: usize) -> usize {
        match self {
            Share::No => voters + 1,
            Share::Majority => voters / 2 + 1,
            Share::TwoThirds => (2 * voters).div_ceil(3),
            Share::All => voters,
        }
    }
}

/// The votes on a motion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    /// Seats with a vote that have agreed, ascending.
    pub agreed: Vec<Seat>,
    /// Seats with a vote that have disagreed, ascending.
    pub disagreed: Vec<Seat>,
    /// Seats with a vote that have not answered, ascending.
    pub silent: Vec<Seat>,
    /// How many must agree.
    pub needed: usize,
}

/// How a motion was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoteResult {
    /// Enough agreed, and it is carried out.
    Passed,
    /// Too many disagreed.
    Failed,
    /// Its time ended before enough had agreed.
    Lapsed,
    /// Its proposer withdrew it.
    Withdrawn,
    /// There was nothing left to decide.
    Moot,
}

impl VoteResult {
    /// Its spelling in templates and JSON.
    pub fn code(self) -> &'static str {
        match self {
            VoteResult::Passed => "passed",
            VoteResult::Failed => "failed",
            VoteResult::Lapsed => "lapsed",
            VoteResult::Withdrawn => "withdrawn",
            VoteResult::Moot => "moot",
        }
    }
}

impl Tally {
    /// Counts the votes of those who have one now.
    pub fn of(share: Share, voters: &SeatSet, votes: &BTreeMap<Seat, bool>) -> Tally {
        let said = |word: Option<bool>| voters.iter().copied().filter(move |seat| votes.get(seat).copied() == word).collect();
        let needed = share.of(voters.len());
        Tally { agreed: said(Some(true)), disagreed: said(Some(false)), silent: said(None), needed }
    }

    /// The result, if it no longer depends on those who are silent.
    pub fn decided(&self) -> Option<VoteResult> {
        if self.agreed.len() >= self.needed && !self.agreed.is_empty() {
            Some(VoteResult::Passed)
        } else if self.agreed.len() + self.silent.len() < self.needed {
            Some(VoteResult::Failed)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Motion, MotionError> {
        Motion::read(words, 7, |name| name.eq_ignore_ascii_case("bob").then_some(Seat(2)))
    }

    #[test]
    fn motions_read_as_people_write_them() {
        for words in ["pause 3d", "PAUSE 3 days", "Pause 3", "pause 3 D"] {
            assert_eq!(read(words), Ok(Motion::Pause { days: 3 }), "{words}");
        }
        assert_eq!(read("EXTEND 2 weeks"), Ok(Motion::Extend { turn: 7, days: 14 }));
        assert_eq!(
            (read("concede to BOB"), read("CONCEDE Bob")),
            (Ok(Motion::Concede { to: Seat(2) }), Ok(Motion::Concede { to: Seat(2) }))
        );
        assert_eq!((read("draw"), read("Resume"), read("CANCEL")), (Ok(Motion::Draw), Ok(Motion::Resume), Ok(Motion::Cancel)));
        for words in ["pause", "extend soon", "pause 0d", "pause -3d", "pause 9999w", "extend 3h", "pause 99999999999999999999d"] {
            assert_eq!(read(words), Err(MotionError::NoDays), "{words}");
        }
        assert_eq!((read("concede to Cy"), read("concede")), (Err(MotionError::NoPlayer), Err(MotionError::NoPlayer)));
        assert_eq!(
            (read(""), read("draw now please"), read("peace")),
            (Err(MotionError::NoMotion), Err(MotionError::NoMotion), Err(MotionError::NoMotion))
        );
    }

    #[test]
    fn a_motion_is_decided_as_soon_as_nobody_can_change_it() {
        let decided = |share, voters: u8, yes: u8, no: u8| {
            let votes = (1..=yes).map(|seat| (Seat(seat), true)).chain((yes + 1..=yes + no).map(|seat| (Seat(seat), false))).collect();
            Tally::of(share, &(1..=voters).map(Seat).collect(), &votes).decided()
        };
        assert_eq!(decided(Share::Majority, 4, 2, 1), None);
        assert_eq!(
            (decided(Share::Majority, 4, 3, 0), decided(Share::Majority, 4, 2, 2)),
            (Some(VoteResult::Passed), Some(VoteResult::Failed))
        );
        assert_eq!((decided(Share::TwoThirds, 7, 5, 0), decided(Share::TwoThirds, 7, 4, 0)), (Some(VoteResult::Passed), None));
        assert_eq!((decided(Share::All, 3, 2, 0), decided(Share::All, 3, 2, 1)), (None, Some(VoteResult::Failed)));
        assert_eq!((decided(Share::All, 3, 3, 0), decided(Share::All, 0, 0, 0)), (Some(VoteResult::Passed), None));
    }
}
