//! What explaining the fights of both games has in common: which events are meant, and what is told of them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{PlanetId, planet_in_view};
use crate::engine::{Explained, NearPlaces, Seen};

/// What `facts` tells of the planet that a reader has named.
///
/// # Errors
/// With the planets that were perhaps meant, where it is none.
pub(crate) fn explain(place: &str, seen: &Seen<'_>, facts: impl FnOnce(PlanetId) -> Vec<Value>) -> Result<Explained, NearPlaces> {
    let (planet, place) = planet_in_view(place, seen.view).map_err(NearPlaces)?;
    Ok(Explained { place, facts: facts(planet) })
}

/// The events of a kind that the reader saw at a planet.
pub(crate) fn events_at<'s>(seen: &'s Seen<'_>, kind: &str, planet: PlanetId) -> impl Iterator<Item = &'s Value> {
    seen.of(kind).iter().filter(move |event| event["planet"] == planet.0)
}

/// The same as types; one that another version of the rules wrote in another form is none.
pub(crate) fn read_at<E: DeserializeOwned>(seen: &Seen<'_>, kind: &str, planet: PlanetId) -> impl Iterator<Item = E> {
    events_at(seen, kind, planet).filter_map(|event| E::deserialize(event).ok())
}

/// Steps are plain data with text keys, and such data always has a JSON form.
pub(crate) fn fact(steps: &impl Serialize) -> Value {
    serde_json::to_value(steps).unwrap_or_default()
}
