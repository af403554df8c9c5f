//! How far planets are from each other.

use serde::{Deserialize, Serialize};

use super::{GalaxyMap, PlanetId};

/// The distance table of a map: row `n` has the distances from planet `n` to planets `1..n-1`, in steps beyond `D`;
/// 0 is reached in the turn of departure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Distances(pub Vec<Vec<u8>>);

/// A planet's row of the full distance table, for those who read the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DistanceRow {
    pub number: PlanetId,
    pub name: String,
    /// To each planet in board order, in steps beyond `D`; absent for the planet itself.
    pub steps: Vec<Option<usize>>,
}

impl GalaxyMap {
    /// The full distance table, in board order.
    pub fn distance_rows(&self) -> Vec<DistanceRow> {
        let steps = |from: PlanetId| self.planets.iter().map(|to| self.distance.steps(from, to.number)).collect();
        self.planets
            .iter()
            .map(|planet| DistanceRow { number: planet.number, name: planet.name.clone(), steps: steps(planet.number) })
            .collect()
    }
}

impl Distances {
    /// Steps beyond `D` between two planets, 0..3; `None` for a planet and itself, or off the map.
    pub fn steps(&self, from: PlanetId, to: PlanetId) -> Option<usize> {
        let (low, high) = if from < to { (from, to) } else { (to, from) };
        self.0.get(high.index())?.get(low.index()).map(|steps| usize::from(*steps))
    }
}
