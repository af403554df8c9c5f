//! An abstract game under test: typed inside, text and JSON outside, so that one checker serves all.

use std::marker::PhantomData;

use ashpost::abstract_games::{AbstractGame, AbstractStep, Opened, Scenario, find_step, open, written};
use ashpost::engine::{IllegalStep, SetupError, Steps, read_scenario};
use serde_json::Value;

use super::random;

/// What the tests know about a game besides its contract.
pub(crate) trait UnderTest: AbstractGame {
    /// Every rule id of its specification.
    const RULE_IDS: &'static str;
    /// Rulebooks of boards so small that all random games are played on them in any build, such as `size = 4`.
    const SMALL_BOARDS: &'static [&'static str] = &[];

    /// Panics if a step from `before` to `after` breaks a law of this game's own, such as that something only ever falls.
    fn law(before: &Self, step: Self::Step, after: &Self);
}

/// A game in the list of all.
pub(crate) trait AnyBoard: Sync {
    fn id(&self) -> &'static str;
    fn rules(&self) -> &'static str;
    fn small_boards(&self) -> &'static [&'static str];
    fn open(&self, scenario: &str, position: Option<&str>) -> Result<Box<dyn Table>, SetupError>;
    /// Plays games from a scenario's opening, step by random step, until so many legal steps were listed, and holds each to the
    /// laws; says how much it played.
    fn play_at_random(&self, scenario: &str, most_listed: usize) -> String;
}

/// A position, and what a case asks of it.
pub(crate) trait Table {
    fn steps(&self) -> &dyn Steps;
    fn legal_from(&self, cell: &str) -> Vec<String>;
    /// Plays a step; the deeds are those of this step.
    fn play(&mut self, text: &str) -> Result<(String, Vec<Value>), IllegalStep>;
}

pub(crate) struct Of<G>(PhantomData<fn() -> G>);

impl<G: UnderTest> Of<G> {
    pub(crate) const NEW: Of<G> = Of(PhantomData);
}

impl<G: UnderTest> AnyBoard for Of<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn rules(&self) -> &'static str {
        G::RULE_IDS
    }

    fn small_boards(&self) -> &'static [&'static str] {
        G::SMALL_BOARDS
    }

    fn open(&self, scenario: &str, position: Option<&str>) -> Result<Box<dyn Table>, SetupError> {
        let scenario: Scenario<G::Rulebook> = read_scenario(G::ID, scenario)?;
        let position = open::<G>(&scenario.rulebook, position.or(scenario.position.as_deref()))?;
        Ok(Box::new(Opened::<G>(position)))
    }

    fn play_at_random(&self, scenario: &str, most_listed: usize) -> String {
        random::games::<G>(&read_scenario(G::ID, scenario).unwrap(), most_listed)
    }
}

impl<G: UnderTest> Table for Opened<G> {
    fn steps(&self) -> &dyn Steps {
        self
    }

    fn legal_from(&self, cell: &str) -> Vec<String> {
        written(&self.0.steps().filter(|step| step.origin() == cell).collect::<Vec<G::Step>>())
    }

    fn play(&mut self, text: &str) -> Result<(String, Vec<Value>), IllegalStep> {
        let step = find_step(&self.0, text)?;
        let before = self.0.clone();
        self.0.play(step);
        let deeds = before.deeds(step);
        Ok((step.to_string(), deeds.iter().map(|deed| serde_json::to_value(deed).unwrap()).collect()))
    }
}
