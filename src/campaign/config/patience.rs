//! How long a campaign waits for missing orders.

use super::campaign::{Policy, SealPolicy};
use super::missing::MissingPolicy;
use super::review::Review;
use crate::engine::{AnyGame, Pace};

impl Policy {
    /// Notes settings for missing orders that are impossible in this game.
    pub(super) fn check_patience(&self, game: &dyn AnyGame, review: &mut Review<'_>) {
        match game.pace() {
            Pace::Alternating => self.check_patience_with_moves(game, review),
            Pace::Simultaneous => self.check_patience_with_turns(review),
        }
    }

    /// Where moves alternate, a rule decides what happens if a move does not come, and no policy overrides it.
    fn check_patience_with_moves(&self, game: &dyn AnyGame, review: &mut Review<'_>) {
        let mut wrong = |key: &str, what: &str| {
            review.wrong(&format!("policy.{key}"), format!("in {} moves alternate: {what}; leave the key out", game.title()));
        };
        if self.eject_after > 0 {
            wrong("eject_after", "whoever does not move in time has lost, so no seat is given away for it");
        }
        if self.breaker_percent > 0 {
            wrong("breaker_percent", "only one player can be missing");
        }
        if self.missing != MissingPolicy::default() {
            let rule =
                "a player who runs out of time has lost (C7), and a player who leaves has lost, so that nobody moves in a player's place";
            wrong("missing", rule);
        }
    }

    fn check_patience_with_turns(&self, review: &mut Review<'_>) {
        if self.eject_after == 1 {
            review.wrong("policy.eject_after", "1 would give a seat away without a warning: write 2 or more, or 0 for never");
        }
        if self.breaker_percent > 0 && self.seal == SealPolicy::Reveal {
            let what = "with `seal = \"reveal\"` players reveal their sheets from the deadline on, so no turn can wait after it; leave the key out";
            review.wrong("policy.breaker_percent", what);
        }
        if self.breaker_percent > 100 {
            let what = format!("{} is not from 1 to 100 percent of the seats, nor 0 for never", self.breaker_percent);
            review.wrong("policy.breaker_percent", what);
        }
    }
}
