//! What every game of Ashes of Empire shares: the planets, their distances, and their names.

mod map;
mod names;

pub use map::{GalaxyMap, MapError, MapPlanet, PlanetId, PostalOpening};
pub use names::{MAXIMUM_NAME_LENGTH, NameIndex, NameMatch, clean_name, is_same_name};
