//! How battles, landings and revolts of a round were computed, for a reader who saw them; and how one by hand would go.

mod fight;
mod revolt;
mod what_if;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::Fight;
use super::rulebook::Rulebook;
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
        let rulebook = rulebook(seen.view);
        let fights = |kind: &str| {
            let events = seen.of(kind).iter().filter_map(|event| Fight::deserialize(event).ok());
            events.filter(|fight| fight.planet == planet).collect::<Vec<_>>()
        };
        let facts = match topic {
            "battle" => fights("battle").into_iter().map(|fight| fact(&fight::battle(fight, &rulebook, seen))).collect(),
            "landing" => fights("landing").into_iter().map(|fight| fact(&fight::landing(fight, &rulebook, seen))).collect(),
            "revolt" => {
                seen.of("revolt").iter().filter(|event| is_at(event, planet)).map(|event| fact(&revolt::steps(event, seen))).collect()
            }
            _ => Vec::new(),
        };
        Ok(Explained { place, facts })
    }

    fn places(&self, view: &Value) -> Vec<String> {
        planets_in_view(view).map(|planet| planet.to_string()).collect()
    }

    fn what_if(&self, forces: &str, view: Option<&Value>) -> Result<Forces, MisreadForces> {
        what_if::play(forces, &view.map_or_else(Rulebook::extended, rulebook))
    }
}

/// The rules by which a game in progress is played, as everybody sees them.
fn rulebook(view: &Value) -> Rulebook {
    Rulebook::deserialize(&view["rulebook"]).unwrap_or_else(|_| Rulebook::extended())
}

/// Steps are plain data with text keys, and such data always has a JSON form.
fn fact(steps: &impl Serialize) -> Value {
    serde_json::to_value(steps).unwrap_or_default()
}

/// Whether an event is of this planet.
fn is_at(event: &Value, planet: PlanetId) -> bool {
    event["planet"] == planet.0
}
