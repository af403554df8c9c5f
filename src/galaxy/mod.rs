//! What every game of Ashes of Empire shares: the planets, their distances and names, ships and their tracks, powers and
//! their relations, the frame of a turn, and how orders are read.

mod chart;
mod course;
mod distances;
mod forces;
mod helpers;
mod kit;
mod map;
mod names;
mod opening;
pub mod orders;
mod places;
mod planet_id;
mod play;
mod power;
mod record;
mod relations;
mod ship;
pub mod story;
mod track;

pub use chart::{Chart, ChartPlanet, fleets_note};
pub use distances::Distances;
pub use forces::{ForceMeaning, ForceRead, ForceWord, ForceWords, ForcesRead, read_forces};
pub use kit::KIT;
pub use map::{DistanceRow, GalaxyMap, MapError, MapPlanet, PostalOpening};
pub use names::{MAXIMUM_NAME_LENGTH, NameIndex, NameMatch, clean_name, is_reserved_name, is_same_name};
pub use opening::check_seats;
pub use places::planet_in_view;
pub use planet_id::PlanetId;
pub use play::{Filled, Play, SpaceGame, after_the_end};
pub use power::Power;
pub use record::{Statistics, TurnRecord, places_by};
pub use relations::{RelationBetween, RelationMoved, Relations, Stance, Terms, stances_of};
pub use ship::Ship;
pub use track::move_nearer;
