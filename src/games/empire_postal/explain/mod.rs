//! How battles, landings and revolts of a turn were computed, for a reader who saw them; and how one by hand would go.

mod battle;
mod landing;
mod revolt;
mod what_if;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::event::{Battle, Landing};
use crate::engine::{Explained, Explainer, Forces, MisreadForces, NearPlaces, Seen};
use crate::galaxy::{PlanetId, planet_in_view, planets_in_view};

/// The one value there is: it holds nothing.
pub(super) struct Explaining;

impl Explainer for Explaining {
    fn topics(&self) -> &'static [&'static str] {
        &["battle", "landing", "revolt"]
    }

    fn explain(&self, topic: &str, place: &str, seen: &Seen<'_>) -> Result<Explained, NearPlaces> {
        let (planet, place) = planet_in_view(place, seen.view).map_err(NearPlaces)?;
        let battle = || events::<Battle>(seen, "battle").into_iter().find(|battle| battle.planet == planet);
        let facts = match topic {
            "battle" => battle().map(battle::steps).map(|steps| fact(&steps)).into_iter().collect(),
            "landing" => {
                let landing = events::<Landing>(seen, "landing").into_iter().find(|landing| landing.planet == planet);
                landing.map(|landing| landing::steps(landing, battle(), seen)).map(|steps| fact(&steps)).into_iter().collect()
            }
            "revolt" => revolt::all(planet, seen).iter().map(fact).collect(),
            _ => Vec::new(),
        };
        Ok(Explained { place, facts })
    }

    fn places(&self, view: &Value) -> Vec<String> {
        planets_in_view(view).map(|planet| planet.to_string()).collect()
    }

    fn what_if(&self, forces: &str, _: Option<&Value>) -> Result<Forces, MisreadForces> {
        what_if::play(forces)
    }
}

/// The events of a kind that the reader saw; one that another version of the rules wrote in another form is none.
fn events<E: DeserializeOwned>(seen: &Seen<'_>, kind: &str) -> Vec<E> {
    seen.of(kind).iter().filter_map(|event| E::deserialize(event).ok()).collect()
}

/// Steps are plain data with text keys, and such data always has a JSON form.
fn fact(steps: &impl Serialize) -> Value {
    serde_json::to_value(steps).unwrap_or_default()
}

/// Whether an event is of this planet.
fn is_at(event: &Value, planet: PlanetId) -> bool {
    event["planet"] == planet.0
}
