//! `[joining]`: which seats of a campaign strangers may take by email.

use serde::{Deserialize, Serialize};

use super::SeatConfig;
use super::review::Review;
use crate::engine::Seat;

/// `[joining]`: how players come who have no `[[seat]]`; by default there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct JoiningConfig {
    /// Whether strangers may enter by `JOIN`.
    pub open: bool,
    /// The seats for them before the game begins; each other seat has its `[[seat]]`.
    pub seats: Vec<Seat>,
    /// Whether the game master must agree before somebody takes over a vacant seat of a running game.
    pub approve: bool,
    /// Who may join: people whose orders on this host came in at least this percentage of turns, and those with no history here. 0 lets
    /// everybody in.
    pub reliability_percent: u8,
}

impl JoiningConfig {
    /// Notes settings that are impossible with the players in the file.
    pub(super) fn check(&self, taken: &[SeatConfig], is_tournament: bool, review: &mut Review<'_>) {
        if is_tournament && *self != JoiningConfig::default() {
            return review.wrong("joining.open", "a tournament pairs the players of its file, so nobody joins it by email");
        }
        if self.reliability_percent > 100 {
            let what = format!("{} is not from 1 to 100, nor 0 for no gate", self.reliability_percent);
            review.wrong("joining.reliability_percent", what);
        }
        for (index, seat) in self.seats.iter().enumerate() {
            let mut wrong = |what: String| review.wrong(&format!("joining.seats[{index}]"), what);
            match seat {
                Seat(0) => wrong("seats are numbered from 1".to_owned()),
                _ if self.seats[..index].contains(seat) => wrong(format!("seat {seat} is named twice")),
                _ if taken.iter().any(|player| player.number == *seat) => wrong(format!("seat {seat} has a [[seat]] already")),
                _ => {}
            }
        }
    }
}
