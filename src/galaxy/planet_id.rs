//! Planets by their numbers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A planet by its number on the board, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlanetId(pub u16);

impl PlanetId {
    /// The planets of a map with `count` planets, by number.
    pub fn first(count: usize) -> impl Iterator<Item = PlanetId> + use<> {
        (1..=count).filter_map(|number| u16::try_from(number).ok()).map(PlanetId)
    }

    /// The planet's index in lists in board order.
    pub fn index(self) -> usize {
        usize::from(self.0).wrapping_sub(1)
    }

    /// How caretakers choose among equally near planets. Without the salt nobody can predict the choice and wait for the fleet there.
    pub(crate) fn rank(self, salt: u64) -> u64 {
        (u64::from(self.0) * 7).wrapping_add(salt) % 11
    }
}

impl From<PlanetId> for u64 {
    fn from(planet: PlanetId) -> u64 {
        planet.0.into()
    }
}

impl fmt::Display for PlanetId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
