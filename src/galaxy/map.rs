//! The map as data: planets, opening values, and the distance table.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Distances, PlanetId};

/// The map that comes with the program.
const ASHES_OF_EMPIRE: &str = include_str!("../../scenarios/maps/ashes-of-empire.toml");

/// Planets and the distances between them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GalaxyMap {
    /// The distance table that the rules use (P2), whatever the drawn map looks like.
    pub distance: Distances,
    /// The planets in board order, with no number left out.
    #[serde(rename = "planet")]
    pub planets: Vec<MapPlanet>,
}

/// One planet of the map.
#[allow(missing_docs, reason = "number, name and place are what they are called")]
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapPlanet {
    pub number: PlanetId,
    pub name: String,
    /// Other names that orders may use.
    #[serde(default)]
    pub aka: Vec<String>,
    /// The population printed on the board, from 1 to 3.
    pub population: u8,
    /// Its place on the drawn map, in `D` steps; the rules use only `distance`.
    pub x: f64,
    pub y: f64,
    pub postal: PostalOpening,
}

/// Opening values of the postal game.
#[allow(missing_docs, reason = "what is not explained is a count")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostalOpening {
    /// The seat that owns it at the start; 0 for neutral.
    pub seat: u8,
    pub workforce: u32,
    /// The production rate in thousandths.
    pub production_rate: u32,
    pub fighters: u32,
    pub transporters: u32,
    /// Planetary defence units.
    pub pdu: u32,
}

/// A map that contradicts itself; the fields say where, as the messages do.
#[allow(missing_docs, reason = "the messages are the explanation")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MapError {
    #[error("there is no map {name:?}; this build carries \"ashes-of-empire\"")]
    Unknown { name: String },
    #[error("the map does not read: {0}")]
    Unreadable(String),
    #[error("planets must be numbered 1, 2, 3 … in order; planet {found} stands where {expected} should")]
    Numbering { expected: u16, found: u16 },
    #[error("the distance table must be a lower triangle of numbers 0..3: row {row} is not")]
    Distances { row: usize },
    #[error("the map must have 2 to 999 planets, this has {count}")]
    Count { count: usize },
}

impl GalaxyMap {
    /// A map that comes with the program.
    ///
    /// # Errors
    /// When there is no map of that name.
    pub fn named(name: &str) -> Result<GalaxyMap, MapError> {
        match name {
            "ashes-of-empire" => GalaxyMap::from_toml(ASHES_OF_EMPIRE),
            _ => Err(MapError::Unknown { name: name.to_owned() }),
        }
    }

    /// Reads and checks a map.
    ///
    /// # Errors
    /// When the text is not a map, or its numbering or distance table has a gap.
    pub fn from_toml(text: &str) -> Result<GalaxyMap, MapError> {
        let map: GalaxyMap = toml::from_str(text).map_err(|error| MapError::Unreadable(error.to_string()))?;
        map.check()?;
        Ok(map)
    }

    fn check(&self) -> Result<(), MapError> {
        if !(2..=999).contains(&self.planets.len()) {
            return Err(MapError::Count { count: self.planets.len() });
        }
        for (expected, planet) in (1..).zip(&self.planets) {
            if planet.number.0 != expected {
                return Err(MapError::Numbering { expected, found: planet.number.0 });
            }
        }
        for row in 0..self.planets.len().max(self.distance.0.len()) {
            let sound = self.distance.0.get(row).is_some_and(|steps| steps.len() == row && steps.iter().all(|step| *step <= 3));
            if !sound || row >= self.planets.len() {
                return Err(MapError::Distances { row: row + 1 });
            }
        }
        Ok(())
    }

    /// The planets that each seat owns at the start of the postal game; 0 is neutral.
    pub fn postal_owners(&self) -> BTreeMap<u8, Vec<PlanetId>> {
        let mut owners: BTreeMap<u8, Vec<PlanetId>> = BTreeMap::new();
        for planet in &self.planets {
            owners.entry(planet.postal.seat).or_default().push(planet.number);
        }
        owners
    }
}

/// A planet's row of the full distance table, for readers of the rules.
#[allow(missing_docs, reason = "number and name are those of the planet")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DistanceRow {
    pub number: PlanetId,
    pub name: String,
    /// The distances to all planets in board order, in steps beyond `D`; `None` for the planet itself.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_carried_map_is_sound_and_symmetric() {
        let map = GalaxyMap::named("ashes-of-empire").unwrap();
        assert_eq!(map.planets.len(), 40);
        let (earth, arrow) = (PlanetId(1), PlanetId(9));
        assert_eq!((map.distance.steps(earth, arrow), map.distance.steps(arrow, earth)), (Some(0), Some(0)));
        assert_eq!((map.distance.steps(earth, earth), map.distance.steps(earth, PlanetId(41))), (None, None));
        assert_eq!(map.postal_owners()[&8], [PlanetId(8), PlanetId(16)]);
    }

    #[test]
    fn a_map_with_a_hole_is_refused() {
        let mut map = GalaxyMap::named("ashes-of-empire").unwrap();
        map.distance.0[3].pop();
        assert_eq!(map.check(), Err(MapError::Distances { row: 4 }));
        map.planets.remove(0);
        assert_eq!(map.check(), Err(MapError::Numbering { expected: 1, found: 2 }));
        assert!(matches!(GalaxyMap::named("narnia"), Err(MapError::Unknown { .. })));
    }
}
