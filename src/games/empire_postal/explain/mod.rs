//! How a turn's battles, landings and revolts were computed, for readers who saw them, and how fights with other forces would go.

pub(super) mod what_if;

mod battle;
mod landing;
mod revolt;

use super::event::{Battle, Event, Landing};
use super::view::View;
use crate::engine::{Explained, NearPlaces, SeenTurn};
use crate::galaxy::{self, PlanetId, fact};

/// What was computed about a topic at the planet that the reader names.
pub(super) fn explain(topic: &str, place: &str, seen: &SeenTurn<View, Event>) -> Result<Explained, NearPlaces> {
    galaxy::explain(place, &seen.view.survey(), |planet| match topic {
        "battle" => battle_at(planet, seen).map(|battle| fact(&battle::steps(battle))).into_iter().collect(),
        "landing" => {
            landing_at(planet, seen).map(|landing| fact(&landing::seen_steps(landing, battle_at(planet, seen), seen))).into_iter().collect()
        }
        "revolt" => revolt::all(planet, seen).iter().map(fact).collect(),
        _ => Vec::new(),
    })
}

fn battle_at(planet: PlanetId, seen: &SeenTurn<View, Event>) -> Option<&Battle> {
    seen.events.iter().find_map(|event| match event {
        Event::Battle(battle) if battle.planet == planet => Some(battle),
        _ => None,
    })
}

fn landing_at(planet: PlanetId, seen: &SeenTurn<View, Event>) -> Option<&Landing> {
    seen.events.iter().find_map(|event| match event {
        Event::Landing(landing) if landing.planet == planet => Some(landing),
        _ => None,
    })
}
