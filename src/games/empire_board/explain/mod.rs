//! How battles, landings and revolts of a round were computed, for a reader who saw them; and how one by hand would go.

mod fight;
mod revolt;
mod what_if;

use serde::Deserialize;
use serde_json::Value;

use super::rulebook::Rulebook;
use crate::engine::{Explained, Explainer, Forces, MisreadForces, NearPlaces, Seen};
use crate::galaxy::{self, events_at, fact, planets_in_view, read_at};

/// The one value there is: it holds nothing.
pub(super) struct Explaining;

impl Explainer for Explaining {
    fn topics(&self) -> &'static [&'static str] {
        &["battle", "landing", "revolt"]
    }

    fn explain(&self, topic: &str, place: &str, seen: &Seen<'_>) -> Result<Explained, NearPlaces> {
        let rulebook = rulebook(seen.view);
        galaxy::explain(place, seen, |planet| match topic {
            "battle" => read_at(seen, topic, planet).map(|battle| fact(&fight::battle(battle, &rulebook, seen))).collect(),
            "landing" => read_at(seen, topic, planet).map(|landing| fact(&fight::landing(landing, &rulebook, seen))).collect(),
            "revolt" => events_at(seen, topic, planet).map(|event| fact(&revolt::steps(event, seen))).collect(),
            _ => Vec::new(),
        })
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
