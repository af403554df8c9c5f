//! A game that two players can begin by email, as the host's file names it: `anaash/8`.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::engine::nearness::guess_or_list;
use crate::engine::{AnyGame, Pace};
use crate::games;

/// A game that two players can begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairingOffer {
    /// The game: `anaash`.
    pub game: &'static dyn AnyGame,
    /// One of the game's built-in scenarios: `8`.
    pub scenario: &'static str,
}

impl FromStr for PairingOffer {
    type Err = String;

    fn from_str(name: &str) -> Result<PairingOffer, String> {
        let (game, scenario) = name.split_once('/').ok_or_else(|| format!("`{name}` is no game and scenario such as anaash/8"))?;
        let game = games::named(game).map_err(|unknown| unknown.to_string())?;
        if game.pace() == Pace::Simultaneous {
            return Err(format!("only games of two players whose moves alternate begin by email, and {} is none", game.title()));
        }
        let known = game.kit().scenarios.iter().map(|(name, _)| *name);
        let carried = known.clone().find(|known| *known == scenario);
        let carried = carried.ok_or_else(|| format!("{} has no scenario `{scenario}`{}", game.title(), guess_or_list(scenario, known)))?;
        Ok(PairingOffer { game, scenario: carried })
    }
}

impl<'de> Deserialize<'de> for PairingOffer {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<PairingOffer, D::Error> {
        String::deserialize(file)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for PairingOffer {
    fn serialize<S: Serializer>(&self, file: S) -> Result<S::Ok, S::Error> {
        file.collect_str(self)
    }
}

impl fmt::Display for PairingOffer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.game.id(), self.scenario)
    }
}
