//! How long a campaign is patient with orders that are missing.

use super::campaign::Policy;
use super::error::ConfigError;
use crate::engine::{AnyGame, Pace};

impl Policy {
    /// What cannot be said of missing orders in a campaign of this game.
    ///
    /// # Errors
    /// The first such thing.
    pub(super) fn check_patience(&self, game: &dyn AnyGame, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        let problem = match self.eject_after {
            0 => None,
            _ if game.pace() == Pace::Alternating => Some(format!(
                "in {} moves alternate: whoever does not move in time has lost, so no seat is given away for it; leave the key out",
                game.title()
            )),
            1 => Some("1 would give a seat away without a warning: write 2 or more, or 0 for never".to_owned()),
            _ => None,
        };
        problem.map_or(Ok(()), |what| Err(wrong("policy.eject_after", what)))
    }
}
