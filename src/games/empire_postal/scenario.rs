//! P1: what a scenario file says, and the opening position that follows.

use serde::Deserialize;

use super::state::Temper;

/// A scenario file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub title: String,
    pub ruleset: Ruleset,
    /// How many seats it has, numbered from 1.
    pub seats: u8,
    /// A map that the program carries.
    pub map: String,
    /// P1.6: what neutral planets draw from, with equal chances.
    #[serde(default = "classic_tempers")]
    pub tempers: Vec<Temper>,
    /// P1.7: the length of the game, if the players have no vote on it.
    pub rounds: Option<u32>,
}

/// The rulesets of this game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruleset {
    Postal,
}

fn classic_tempers() -> Vec<Temper> {
    vec![Temper::Aggressive, Temper::Moderate, Temper::Passive]
}
