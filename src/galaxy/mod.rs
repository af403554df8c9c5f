//! What every game of Ashes of Empire shares: planets with their distances and names, ships and their tracks, powers and their relations, the frame
//! of a turn, and the reading of orders.

#[allow(missing_docs, reason = "what is drawn is what its fields say")]
mod chart;
mod course;
mod distances;
mod explained;
mod forces;
mod helpers;
mod kit;
mod map;
mod opening;
pub(crate) mod orders;
mod places;
mod plan;
mod planet_id;
mod play;
mod power;
mod public_names;
mod record;
mod relations;
mod ship;
pub mod story;
mod survey;
mod track;

pub(crate) use chart::LONGEST_FLIGHT;
pub use chart::{Chart, ChartFleet, ChartFlight, ChartPlanet, Departure, Happened};
pub use distances::Distances;
pub(crate) use explained::{explain, fact};
pub(crate) use forces::{ForceMeaning, ForceRead, ForceWord, ForceWords, ForcesRead, powers, read_forces};
pub(crate) use kit::KIT;
pub use map::{DistanceRow, GalaxyMap, MapError, MapPlanet, PostalOpening};
pub(crate) use opening::check_seats;
pub use orders::{Count, MAXIMUM_ORDERS};
pub(crate) use plan::FlightPlan;
pub use plan::PlannedFlight;
pub use planet_id::PlanetId;
pub(crate) use play::{Filled, SpacePlay, SpaceState, after_the_end};
pub use power::Power;
pub(crate) use public_names::PublicNames;
pub(crate) use record::{PlaceHeld, leaders, places_by};
pub use record::{Statistics, TurnRecord, record_before};
pub(crate) use relations::stances_of;
pub use relations::{RelationBetween, RelationMoved, Relations, Stance, Terms};
pub use ship::Ship;
pub use survey::{Footing, Ships, Survey, SurveyedPlanet, Surveyor};
pub use track::Fleets;
pub(crate) use track::move_nearer;
