//! How battles, landings and revolts of a turn were computed, for a reader who saw them; and how one by hand would go.

mod battle;
mod landing;
mod revolt;
mod what_if;

use super::EmpirePostal;
use super::event::{Battle, Event, Landing};
use super::view::View;
use crate::engine::{Explained, Explains, Forces, MisreadForces, NearPlaces, SeenTurn};
use crate::galaxy::{self, PlanetId, fact};

impl Explains for EmpirePostal {
    const TOPICS: &'static [&'static str] = &["battle", "landing", "revolt"];
    const FORCES: &'static str = what_if::WORDS.example;

    fn explain(topic: &str, place: &str, seen: &SeenTurn<EmpirePostal>) -> Result<Explained, NearPlaces> {
        galaxy::explain(place, &seen.view.survey(), |planet| match topic {
            "battle" => battle_at(planet, seen).map(|battle| fact(&battle::steps(battle))).into_iter().collect(),
            "landing" => landing_at(planet, seen)
                .map(|landing| fact(&landing::seen_steps(landing, battle_at(planet, seen), seen)))
                .into_iter()
                .collect(),
            "revolt" => revolt::all(planet, seen).iter().map(fact).collect(),
            _ => Vec::new(),
        })
    }

    fn places(view: &View) -> Vec<String> {
        view.planets.iter().map(|planet| planet.number.to_string()).collect()
    }

    fn what_if(forces: &str, _: Option<&View>) -> Result<Forces, MisreadForces> {
        what_if::play(forces)
    }
}

fn battle_at(planet: PlanetId, seen: &SeenTurn<EmpirePostal>) -> Option<&Battle> {
    seen.events.iter().find_map(|event| match event {
        Event::Battle(battle) if battle.planet == planet => Some(battle),
        _ => None,
    })
}

fn landing_at(planet: PlanetId, seen: &SeenTurn<EmpirePostal>) -> Option<&Landing> {
    seen.events.iter().find_map(|event| match event {
        Event::Landing(landing) if landing.planet == planet => Some(landing),
        _ => None,
    })
}
