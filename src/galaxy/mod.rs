//! What every game of Ashes of Empire shares: the planets, their distances and names, ships and their tracks, and how
//! orders are read.

mod chart;
mod distances;
mod map;
mod names;
pub mod orders;
mod ship;
mod track;

pub use chart::{Chart, ChartPlanet, fleets_note};
pub use distances::{DistanceRow, Distances};
pub use map::{GalaxyMap, MapError, MapPlanet, PlanetId, PostalOpening};
pub use names::{MAXIMUM_NAME_LENGTH, NameIndex, NameMatch, clean_name, is_reserved_name, is_same_name};
pub use ship::Ship;
pub use track::move_nearer;
