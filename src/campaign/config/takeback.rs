//! Whether moves may be taken back by consent.

use super::campaign::Policy;
use super::error::ConfigError;
use crate::engine::{AnyGame, Pace};

impl Policy {
    /// What cannot be said of takebacks in a campaign of this game.
    ///
    /// # Errors
    /// The first such thing.
    pub(super) fn check_takeback(&self, game: &dyn AnyGame, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        if self.takeback && game.pace() == Pace::Simultaneous {
            let what = format!("in {} all players move at once, so no move is taken back by consent: leave the key out", game.title());
            return Err(wrong("policy.takeback", what));
        }
        if self.takeback_times == 0 {
            let what = "0 would be no takeback at all: write `takeback = false`, and 1 or more here".to_owned();
            return Err(wrong("policy.takeback_times", what));
        }
        Ok(())
    }
}
