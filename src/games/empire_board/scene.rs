//! The star map that goes with a view.

use super::event::{Event, Fight};
use super::order::Order;
use super::state::{Power, Relation};
use super::story::see;
use super::view::View;
use crate::engine::{Remembered, Seat};
use crate::galaxy::{Chart, Departure, Happened, PlanetId};

/// Who holds each planet, all ships, and what happened in the last round.
pub(super) fn chart<'v>(view: &'v View, memory: &[Remembered<Event, Order>]) -> Chart<'v> {
    let survey = view.survey();
    let departures = Departure::known(&survey, memory, sent, see);
    let seen = memory.first().map(|round| round.events.as_slice()).unwrap_or_default();
    // A number space is a round (B4.1).
    Chart::of("round", &survey, &departures, |one, other| view.are_enemies(one, other), |planet| happened(view, planet, seen))
}

fn happened(view: &View, here: PlanetId, seen: &[Event]) -> Happened {
    let taken_from = seen.iter().find_map(|event| match event {
        Event::PlanetTaken { planet, from, .. } if *planet == here => Some(*from),
        _ => None,
    });
    let fights: Vec<&Fight> = seen
        .iter()
        .filter_map(|event| match event {
            Event::Battle(fight) | Event::Landing(fight) if fight.planet == here => Some(fight),
            _ => None,
        })
        .collect();
    Happened {
        taken_from,
        // B6.1: a side may fall without fire.
        battle: fights.iter().any(|fight| !fight.volleys.is_empty()),
        concerns_viewer: view.me.as_ref().is_some_and(|me| fights.iter().any(|fight| fight.has(me.seat))),
    }
}

fn sent(order: &Order) -> Option<(PlanetId, PlanetId)> {
    match order {
        Order::Send { from, to, .. } | Order::Load { from, to, .. } => Some((*from, *to)),
        _ => None,
    }
}

impl View {
    fn are_enemies(&self, one: Power, other: Power) -> bool {
        match (one, other) {
            (Power::Seat(one), Power::Seat(other)) => {
                let seats = [one.min(other), one.max(other)];
                self.relations.iter().any(|between| between.seats == seats && between.relation == Relation::Hostile)
            }
            _ => one != other,
        }
    }
}

impl Fight {
    /// Whether a player took part in the fight, or owned the planet.
    fn has(&self, seat: Seat) -> bool {
        let mut powers = self.attackers.iter().chain(&self.defenders).map(|force| force.power);
        self.owner == Power::Seat(seat) || powers.any(|power| power == Power::Seat(seat))
    }
}
#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::engine::{Drawing, Map, Shape, Tone, Viewer};
    use crate::galaxy::{Count, Ship};
    use crate::games::empire_board::scenario::set_up;
    use crate::games::empire_board::state::{Fleet, State};

    const TWO_STATES: &str = include_str!("../../../scenarios/empire/two-states.toml");

    fn opening() -> State {
        let names = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
        set_up(toml::from_str(TWO_STATES).unwrap(), &names).unwrap()
    }

    fn map(state: &State, viewer: Viewer, memory: &[Remembered<Event, Order>]) -> Map {
        match chart(&View::of(state, viewer), memory).scene().drawing {
            Drawing::Map(map) => map,
            Drawing::Board(_) => unreachable!("the board is a map"),
        }
    }

    fn has(map: &Map, wanted: &str) -> bool {
        map.shapes.iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text == wanted))
    }

    #[test]
    fn the_map_shows_every_fleet_to_everybody() {
        let mut state = opening();
        let earth = state.planet_mut(PlanetId(1)).unwrap();
        earth.orbit_mut().add(Power::Pirates, Fleet { fighters: 4, ..Fleet::default() });
        earth.track[2].add(Power::Seat(Seat(2)), Fleet { transporters: 1, ..Fleet::default() });
        let ann = map(&state, Viewer::Seat(Seat(1)), &[]);
        assert!(["10 FI 3 TR", "pirates 4 FI", "Bob 1 TR", "round 2", "your home", "besieged"].into_iter().all(|text| has(&ann, text)));
        let public = map(&state, Viewer::Public, &[]);
        assert!(["10 FI 3 TR", "pirates 4 FI", "besieged"].into_iter().all(|text| has(&public, text)) && !has(&public, "your home"));
    }

    #[test]
    fn a_flight_begins_where_it_was_ordered_a_round_ago() {
        let mut state = opening();
        state.turn = 2;
        assert_eq!(state.distance.steps(PlanetId(1), PlanetId(36)), Some(3));
        let sent = Order::Send { count: Count::All, ship: Ship::Fighter, from: PlanetId(1), to: PlanetId(36) };
        let memory = [Vec::new(), vec![sent]].map(|done| Remembered { events: Vec::new(), done });
        let mut arrow_from = |space: usize, memory: &[Remembered<Event, Order>]| {
            let target = state.planet_mut(PlanetId(36)).unwrap();
            target.track.iter_mut().for_each(|space| drop(space.take(Power::Seat(Seat(1)))));
            target.track[space].add(Power::Seat(Seat(1)), Fleet { fighters: 3, ..Fleet::default() });
            let map = map(&state, Viewer::Seat(Seat(1)), memory);
            assert!(has(&map, &format!("round {}", 2 + space)) && has(&map, "your ships under way"));
            map.shapes
                .iter()
                .find_map(|shape| if let Shape::Arrow { from, to, .. } = shape { Some((from.0 - to.0).hypot(from.1 - to.1)) } else { None })
        };
        // Ships sent in round 1 onto space 3 are on space 2 after round 2. Nothing is known of those on space 1.
        assert!(arrow_from(2, &memory) != arrow_from(2, &[]));
        assert_eq!(arrow_from(1, &memory), arrow_from(1, &[]));
    }

    #[test]
    fn what_happened_to_others_draws_no_map_around_it() {
        let state = opening();
        let taken = Event::PlanetTaken { planet: PlanetId(36), from: Power::Neutral, to: Power::Seat(Seat(2)) };
        let memory = [Remembered { events: vec![taken], done: Vec::new() }];
        let stripes = |map: &Map| map.shapes.iter().filter(|shape| matches!(shape, Shape::Disc { stripes: Some(_), .. })).count();
        let ann = map(&state, Viewer::Seat(Seat(1)), &memory);
        assert_eq!((stripes(&map(&state, Viewer::Public, &memory)), ann == map(&state, Viewer::Seat(Seat(1)), &[])), (0, true));
        let mut after = opening();
        after.planet_mut(PlanetId(36)).unwrap().owner = Power::Seat(Seat(2));
        assert_eq!(stripes(&map(&after, Viewer::Public, &memory)), 2, "the planet and the key");
        assert!(
            map(&after, Viewer::Public, &memory)
                .shapes
                .iter()
                .any(|shape| matches!(shape, Shape::Disc { stripes: Some(Tone::Neutral), .. }))
        );
    }
}
