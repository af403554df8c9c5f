//! How battles, landings and revolts of a round were computed, for a reader who saw them; and how one by hand would go.

mod fight;
mod revolt;
mod what_if;

use super::Empire;
use super::event::Event;
use super::rulebook::Rulebook;
use super::view::View;
use crate::engine::{Explained, Explains, Forces, MisreadForces, NearPlaces, SeenTurn};
use crate::galaxy::{self, fact};

impl Explains for Empire {
    const TOPICS: &'static [&'static str] = &["battle", "landing", "revolt"];
    const FORCES: &'static str = what_if::WORDS.example;

    fn explain(topic: &str, place: &str, seen: &SeenTurn<Empire>) -> Result<Explained, NearPlaces> {
        galaxy::explain(place, &seen.view.survey(), |planet| {
            let steps = seen.events.iter().filter_map(|event| match event {
                Event::Battle(fight) if topic == "battle" && fight.planet == planet => Some(fact(&fight::battle(fight, seen))),
                Event::Landing(fight) if topic == "landing" && fight.planet == planet => Some(fact(&fight::landing(fight, seen))),
                Event::Revolt { planet: at, .. } if topic == "revolt" && *at == planet => revolt::steps(event, seen).as_ref().map(fact),
                _ => None,
            });
            steps.collect()
        })
    }

    fn places(view: &View) -> Vec<String> {
        view.planets.iter().map(|planet| planet.number.to_string()).collect()
    }

    fn what_if(forces: &str, view: Option<&View>) -> Result<Forces, MisreadForces> {
        match view {
            Some(view) => what_if::play(forces, &view.rulebook),
            None => what_if::play(forces, &Rulebook::extended()),
        }
    }
}
