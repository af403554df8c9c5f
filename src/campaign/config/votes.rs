//! `[votes]`: what players may decide together, and how many of them must agree.

use serde::{Deserialize, Serialize};

use super::review::Review;
use crate::campaign::votes::{Motion, Share};

/// The most days that a vote may stay open, and that a pause or an extension may last.
const MOST_DAYS: u16 = 60;

/// `[votes]`: how many players must agree to each proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct VotesConfig {
    /// A pause of some days, and its early end.
    pub pause: Share,
    /// More time for the open turn.
    pub extend: Share,
    /// The end of the game, in a draw …
    pub draw: Share,
    /// … with one winner …
    pub concede: Share,
    /// … or without a result.
    pub cancel: Share,
    /// How many days a proposal stays open.
    pub open_days: u16,
    /// The most days that a pause or an extension may last.
    pub most_days: u16,
}

impl Default for VotesConfig {
    fn default() -> VotesConfig {
        let no = Share::No;
        VotesConfig { pause: no, extend: no, draw: no, concede: no, cancel: no, open_days: 5, most_days: 14 }
    }
}

impl VotesConfig {
    /// How many players must agree to a motion.
    pub fn share(&self, motion: &Motion) -> Share {
        match motion {
            Motion::Pause { .. } | Motion::Resume => self.pause,
            Motion::Extend { .. } => self.extend,
            Motion::Draw => self.draw,
            Motion::Concede { .. } => self.concede,
            Motion::Cancel => self.cancel,
        }
    }

    /// What players may decide together, as keys of the file. `of_two` leaves out what DRAW? and ABORT do in games of two.
    pub fn allowed(&self, of_two: bool) -> Vec<&'static str> {
        let time = [("pause", self.pause), ("extend", self.extend)];
        let ends = [("draw", self.draw), ("concede", self.concede), ("cancel", self.cancel)];
        let all = time.into_iter().chain(ends.into_iter().filter(|_| !of_two));
        all.filter(|(_, share)| *share != Share::No).map(|(kind, _)| kind).collect()
    }

    /// Notes impossible settings for votes.
    pub(super) fn check(&self, review: &mut Review<'_>) {
        let keys = [("votes.open_days", self.open_days), ("votes.most_days", self.most_days)];
        for (key, days) in keys.into_iter().filter(|(_, days)| !(1..=MOST_DAYS).contains(days)) {
            review.wrong(key, format!("{days} is not from 1 to {MOST_DAYS} days"));
        }
    }
}
