//! Opens board games for stepping on the command line.

use anyhow::Context;

use crate::engine::{AnyGame, Steps, Stepwise};
use crate::games;
use crate::office::LooseScenario;

/// The game of a scenario, open at its beginning or at another position.
///
/// # Errors
/// When the scenario names no game, its game is not played move by move, or the position cannot be read.
pub(super) fn open(scenario: &LooseScenario, position: Option<&str>) -> anyhow::Result<(&'static dyn AnyGame, Box<dyn Steps>)> {
    let id = scenario.game.as_deref().context("the scenario does not say whose it is: expected a line such as game = \"anaash\"")?;
    let (game, stepwise) = named(id)?;
    Ok((game, stepwise.open(&scenario.text, position)?))
}

/// The game with that id, for playing move by move.
///
/// # Errors
/// When there is none, or it is not played move by move.
pub(super) fn named(id: &str) -> anyhow::Result<(&'static dyn AnyGame, &'static dyn Stepwise)> {
    let game = games::named(id)?;
    Ok((game, game.stepwise().with_context(|| format!("{id} is not played move by move"))?))
}
