//! Whether moves may be taken back by consent.

use super::campaign::Policy;
use super::review::Review;
use crate::engine::{AnyGame, Pace};

impl Policy {
    /// Notes settings for takebacks that are impossible in this game.
    pub(super) fn check_takeback(&self, game: &dyn AnyGame, review: &mut Review<'_>) {
        if self.takeback && game.pace() == Pace::Simultaneous {
            let what = format!("in {} all players move at once, so no move is taken back by consent: leave the key out", game.title());
            review.wrong("policy.takeback", what);
        }
        if self.takeback_times == 0 {
            review.wrong("policy.takeback_times", "0 would be no takeback at all: write `takeback = false`, and 1 or more here");
        }
    }
}
