//! What explaining the fights of both games has in common: which planet is meant, and what is told of it.

use serde::Serialize;
use serde_json::Value;

use super::{PlanetId, Survey};
use crate::engine::{Explained, NearPlaces};

/// What `facts` tells of the planet that a reader has named.
///
/// # Errors
/// With the planets that were perhaps meant, where it is none.
pub(crate) fn explain(place: &str, survey: &Survey<'_>, facts: impl FnOnce(PlanetId) -> Vec<Value>) -> Result<Explained, NearPlaces> {
    let (planet, place) = survey.planet_called(place).map_err(NearPlaces)?;
    Ok(Explained { place, facts: facts(planet) })
}

/// Steps are plain data with text keys, and such data always has a JSON form.
pub(crate) fn fact(steps: &impl Serialize) -> Value {
    serde_json::to_value(steps).unwrap_or_default()
}
