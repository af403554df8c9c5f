//! How a round's battles, landings and revolts were computed, for readers who saw them, and how fights with other forces would go.

pub(super) mod what_if;

mod fight;
mod revolt;

use super::event::Event;
use super::view::View;
use crate::engine::{Explained, NearPlaces, SeenTurn};
use crate::galaxy::{self, fact};

/// What was computed about a topic at the planet that the reader names.
pub(super) fn explain(topic: &str, place: &str, seen: &SeenTurn<View, Event>) -> Result<Explained, NearPlaces> {
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
