//! How battles, landings and revolts of a turn were computed, for a reader who saw them; and how one by hand would go.

mod battle;
mod landing;
mod revolt;
mod what_if;

use serde_json::Value;

use super::event::{Battle, Landing};
use crate::engine::{Explained, Explainer, Forces, MisreadForces, NearPlaces, Seen};
use crate::galaxy::{self, fact, planets_in_view, read_at};

/// The one value there is: it holds nothing.
pub(super) struct Explaining;

impl Explainer for Explaining {
    fn topics(&self) -> &'static [&'static str] {
        &["battle", "landing", "revolt"]
    }

    fn explain(&self, topic: &str, place: &str, seen: &Seen<'_>) -> Result<Explained, NearPlaces> {
        galaxy::explain(place, seen, |planet| {
            let battle = || read_at::<Battle>(seen, "battle", planet).next();
            let landing = || read_at::<Landing>(seen, "landing", planet).next();
            match topic {
                "battle" => battle().map(|battle| fact(&battle::steps(battle))).into_iter().collect(),
                "landing" => landing().map(|landing| fact(&landing::steps(landing, battle(), seen))).into_iter().collect(),
                "revolt" => revolt::all(planet, seen).iter().map(fact).collect(),
                _ => Vec::new(),
            }
        })
    }

    fn places(&self, view: &Value) -> Vec<String> {
        planets_in_view(view).map(|planet| planet.to_string()).collect()
    }

    fn what_if(&self, forces: &str, _: Option<&Value>) -> Result<Forces, MisreadForces> {
        what_if::play(forces)
    }
}
