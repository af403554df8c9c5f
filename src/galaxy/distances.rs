//! The distances between planets.

use serde::{Deserialize, Serialize};

use super::PlanetId;

/// The distance table of a map: row `n` holds the distances from planet `n` to planets `1..n-1`, in steps beyond `D`. Distance 0 is reached in the
/// turn of departure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Distances(pub Vec<Vec<u8>>);

impl Distances {
    /// Steps beyond `D` between two planets, from 0 to 3; `None` from a planet to itself, or off the map.
    pub fn steps(&self, from: PlanetId, to: PlanetId) -> Option<usize> {
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        self.0.get(high.index())?.get(low.index()).map(|steps| usize::from(*steps))
    }
}
