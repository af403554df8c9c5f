//! Board games on the command line: a scenario opened for stepping.

use anyhow::Context;

use crate::engine::{AnyGame, Steps, Stepwise};
use crate::games;
use crate::office::LooseScenario;

/// The game of a scenario, open at its beginning or at another position.
///
/// # Errors
/// When the scenario does not say whose it is, its game is not played move by move, or the position does not read.
pub(super) fn open(scenario: &LooseScenario, position: Option<&str>) -> anyhow::Result<(&'static dyn AnyGame, Box<dyn Steps>)> {
    let id = scenario.game.as_deref().context("the scenario does not say whose it is: expected a line such as game = \"anaash\"")?;
    let (game, stepwise) = named(id)?;
    Ok((game, stepwise.open(&scenario.text, position)?))
}

/// The game of that name, as it is played move by move.
///
/// # Errors
/// When there is none, or it is not played so.
pub(super) fn named(id: &str) -> anyhow::Result<(&'static dyn AnyGame, &'static dyn Stepwise)> {
    let game = games::named(id)?;
    Ok((game, game.stepwise().with_context(|| format!("{id} is not played move by move"))?))
}
