//! What the scenario file of an abstract game says, and the game opened from it for stepping.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{AbstractGame, Replaying, open};
use crate::engine::{SetupError, StepTerms, Steps, Stepwise, read_scenario};

/// A scenario file of an abstract game, without its `game` key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario<R> {
    /// The title in lists of scenarios.
    pub title: String,
    /// Always 2.
    #[serde(default = "two")]
    pub seats: u8,
    /// C6: whether the second player may take over the first move.
    #[serde(default)]
    pub swap: bool,
    /// The position where the game begins, in notation; `None` for the rulebook's own opening.
    pub position: Option<String>,
    /// Board, variant and rulings, with the rules' defaults for what is left out.
    pub rulebook: R,
}

fn two() -> u8 {
    2
}

/// An abstract game for the sandbox and perft.
pub struct Stepping<G>(PhantomData<fn() -> G>);

impl<G: AbstractGame> Stepping<G> {
    /// The only value; it holds nothing.
    pub const NEW: Stepping<G> = Stepping(PhantomData);
    /// The value that [`crate::engine::Game::stepwise`] returns.
    pub const ENTRY: &'static Stepping<G> = &Stepping::NEW;
}

impl<G: AbstractGame> Stepwise for Stepping<G> {
    fn open(&self, scenario: &str, position: Option<&str>) -> Result<Box<dyn Steps>, SetupError> {
        let scenario: Scenario<G::Rulebook> = read_scenario(G::ID, scenario)?;
        begun::<G>(&scenario.rulebook, scenario.swap, position.or(scenario.position.as_deref()))
    }

    fn terms(&self, scenario: &str) -> Result<StepTerms, SetupError> {
        let Scenario { rulebook, swap, position, .. } = read_scenario::<Scenario<G::Rulebook>>(G::ID, scenario)?;
        let rulebook = match serde_json::to_value(&rulebook) {
            Ok(Value::Object(settings)) => settings,
            _ => Map::new(),
        };
        Ok(StepTerms { rulebook, swap, position })
    }

    fn begin(&self, terms: StepTerms) -> Result<Box<dyn Steps>, SetupError> {
        let unreadable = |error: serde_json::Error| SetupError::Unreadable(error.to_string());
        let rulebook = G::Rulebook::deserialize(Value::Object(terms.rulebook)).map_err(unreadable)?;
        begun::<G>(&rulebook, terms.swap, terms.position.as_deref())
    }
}

fn begun<G: AbstractGame>(rulebook: &G::Rulebook, swap: bool, position: Option<&str>) -> Result<Box<dyn Steps>, SetupError> {
    Ok(Box::new(Replaying::<G>::from(open::<G>(rulebook, position)?, swap)))
}
