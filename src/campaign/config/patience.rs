//! How long a campaign is patient with orders that are missing.

use super::campaign::{Policy, SealPolicy};
use super::error::ConfigError;
use super::missing::MissingPolicy;
use crate::engine::{AnyGame, Pace};

impl Policy {
    /// What cannot be said of missing orders in a campaign of this game.
    ///
    /// # Errors
    /// The first such thing.
    pub(super) fn check_patience(&self, game: &dyn AnyGame, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        let alternates = game.pace() == Pace::Alternating;
        let in_moves = |what: &str| format!("in {} moves alternate: {what}; leave the key out", game.title());
        let problem = match (self.eject_after, self.breaker_percent) {
            (1.., _) if alternates => {
                Some(("policy.eject_after", in_moves("whoever does not move in time has lost, so no seat is given away for it")))
            }
            (_, 1..) if alternates => Some(("policy.breaker_percent", in_moves("only one player can be missing"))),
            (_, 1..) if self.seal == SealPolicy::Reveal => {
                let what = "with `seal = \"reveal\"` players reveal their sheets from the deadline on, so no turn can wait after it; leave the key out";
                Some(("policy.breaker_percent", what.to_owned()))
            }
            (1, _) => {
                let what = "1 would give a seat away without a warning: write 2 or more, or 0 for never";
                Some(("policy.eject_after", what.to_owned()))
            }
            (_, 101..) => {
                let what = format!("{} is not from 1 to 100 percent of the seats, nor 0 for never", self.breaker_percent);
                Some(("policy.breaker_percent", what))
            }
            _ => None,
        };
        problem.map_or(Ok(()), |(key, what)| Err(wrong(key, what)))?;
        self.check_missing(game, wrong)
    }

    /// Where moves alternate a rule says what becomes of a move that does not come, and no policy overrides it.
    fn check_missing(&self, game: &dyn AnyGame, wrong: &dyn Fn(&str, String) -> ConfigError) -> Result<(), ConfigError> {
        if game.pace() == Pace::Simultaneous || self.missing == MissingPolicy::default() {
            return Ok(());
        }
        let what = format!(
            "in {} moves alternate: a player who runs out of time has lost (C7), and a player who leaves has lost, so that nobody moves in \
             a player's place; leave the key out",
            game.title()
        );
        Err(wrong("policy.missing", what))
    }
}
