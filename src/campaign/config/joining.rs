//! `[joining]`: whether strangers may take seats of a campaign by email, and which.

use serde::{Deserialize, Serialize};

use super::SeatConfig;
use super::review::Review;
use crate::engine::Seat;

/// `[joining]`: how players come who have no `[[seat]]`; by default nobody does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct JoiningConfig {
    /// Strangers may enter themselves by `JOIN`.
    pub open: bool,
    /// The seats that they fill before the game begins; each other seat has its `[[seat]]`.
    pub seats: Vec<Seat>,
    /// Nobody takes over a vacant seat of a game that goes on before the game master has agreed.
    pub approve: bool,
    /// Nobody joins whose orders on this host came in fewer of a hundred turns; who has no history here may. 0 is no gate.
    pub reliability_percent: u8,
}

impl JoiningConfig {
    /// What cannot be, beside the players of the file.
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
