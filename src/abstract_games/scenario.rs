//! What the scenario file of an abstract game says, and the game opened from it step by step.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::{AbstractGame, Replaying, open};
use crate::engine::{SetupError, Steps, Stepwise, read_scenario};

/// A scenario file of an abstract game, without its `game` key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario<R> {
    /// What lists of scenarios call it.
    pub title: String,
    /// Always 2.
    #[serde(default = "two")]
    pub seats: u8,
    /// Whether the second player may take over the first move: `SWAP`.
    #[serde(default)]
    pub swap: bool,
    /// Where the game begins, in the position notation; the rulebook's own opening if absent.
    pub position: Option<String>,
    /// Board, variant and rulings; what is left out has the rules' default.
    pub rulebook: R,
}

fn two() -> u8 {
    2
}

/// An abstract game for the sandbox and perft.
pub struct Stepping<G>(PhantomData<fn() -> G>);

impl<G: AbstractGame> Stepping<G> {
    /// The game opened step by step; there is only one of each.
    pub const NEW: Stepping<G> = Stepping(PhantomData);
    /// What [`crate::engine::Game::stepwise`] returns.
    pub const ENTRY: &'static Stepping<G> = &Stepping::NEW;
}

impl<G: AbstractGame> Stepwise for Stepping<G> {
    fn open(&self, scenario: &str, position: Option<&str>) -> Result<Box<dyn Steps>, SetupError> {
        let scenario: Scenario<G::Rulebook> = read_scenario(G::ID, scenario)?;
        let position = open::<G>(&scenario.rulebook, position.or(scenario.position.as_deref()))?;
        Ok(Box::new(Replaying::<G>::from(position, scenario.swap)))
    }
}
