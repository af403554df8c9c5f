//! What both games share in explaining fights: which planet is meant, and what is told about it.

use serde::Serialize;
use serde_json::Value;

use super::{PlanetId, Survey};
use crate::engine::{Explained, NearPlaces};

/// What `facts` tells about the planet that the reader has named.
///
/// # Errors
/// When there is no such planet; the error holds the planets that may have been meant.
pub(crate) fn explain(place: &str, survey: &Survey<'_>, facts: impl FnOnce(PlanetId) -> Vec<Value>) -> Result<Explained, NearPlaces> {
    let (planet, place) = survey.planet_called(place).map_err(NearPlaces)?;
    Ok(Explained { place, facts: facts(planet) })
}

/// A step as JSON. Steps are plain data with text keys, which always have a JSON form.
pub(crate) fn fact(steps: &impl Serialize) -> Value {
    serde_json::to_value(steps).unwrap_or_default()
}
