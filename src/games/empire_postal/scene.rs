//! The star map that goes with a view.

use super::event::{BattleResult, Event};
use super::order::Order;
use super::state::{Power, Relation};
use super::view::View;
use crate::engine::{Remembered, Scene};
use crate::galaxy::{Chart, Departure, Happened, PlanetId, PlannedFlight};

/// What a viewer knows of a turn.
pub(super) type Memory = Remembered<Event, Order>;

/// How many turns a flight takes at most, that of its departure included (P4.4, P5.6).
pub(super) const LONGEST_FLIGHT: usize = 4;

/// Draws what the viewer may know: whose each planet is, visible ships, and what the viewer saw happen in the last turn.
pub(super) fn draw(view: &View, memory: &[Memory]) -> Scene {
    let departures = departures(view, memory);
    let seen = memory.first().map(|turn| turn.events.as_slice()).unwrap_or_default();
    chart(view, seen, &departures).scene()
}

/// Draws what the viewer's ships would do by a sheet.
pub(super) fn foresee(view: &View, planned: &[PlannedFlight]) -> Option<Scene> {
    (!planned.is_empty()).then(|| chart(view, &[], &[]).foreseen(planned))
}

fn chart<'v>(view: &'v View, seen: &[Event], departures: &[Departure]) -> Chart<'v> {
    let are_enemies = |one, other| view.are_enemies(one, other);
    // A position of a track is a turn (P4.4).
    Chart::of("turn", &view.survey(), departures, are_enemies, |planet| happened(planet, seen))
}

fn happened(here: PlanetId, seen: &[Event]) -> Happened {
    let taken_from = seen.iter().find_map(|event| match event {
        Event::PlanetTaken { planet, from, .. } if *planet == here => Some(*from),
        Event::Revolt { planet, owner, fell: true } if *planet == here => Some(Power::Seat(*owner)),
        _ => None,
    });
    let battle = seen.iter().any(|event| match event {
        Event::Battle(battle) => battle.planet == here && battle.result != BattleResult::NoResistance,
        Event::Landing(landing) => landing.planet == here,
        _ => false,
    });
    // P11.1: only those who were there see a battle.
    Happened { taken_from, battle, concerns_viewer: battle }
}

/// Flights that the viewer ordered, and those that fled from a battle (P5.6).
fn departures(view: &View, memory: &[Memory]) -> Vec<Departure> {
    let turns = (0..=view.turn).rev().zip(memory);
    let of_turn = |(turn, known): (u32, &Memory)| {
        let sent = known.done.iter().filter_map(|order| match order {
            Order::Send { from, to, .. } => Departure::sent(*from, *to, turn, &view.distance),
            _ => None,
        });
        let me = view.me.as_ref().map(|me| me.seat);
        let fled = known.events.iter().filter_map(|event| match event {
            Event::Fled { seat, planet, to: Some(to), position, .. } if Some(*seat) == me => {
                Some(Departure::onto(*planet, *to, turn, *position))
            }
            _ => None,
        });
        sent.chain(fled).collect::<Vec<_>>()
    };
    turns.flat_map(of_turn).collect()
}

impl View {
    /// Whether two powers are at war, as far as the viewer knows: of the relations between others the viewer knows nothing (P11.1).
    fn are_enemies(&self, one: Power, other: Power) -> bool {
        let Some(me) = &self.me else { return false };
        let with_me = |other: Power| match other.seat() {
            Some(seat) => me.terms.iter().any(|terms| terms.seat == seat && terms.relation == Relation::War),
            None => true,
        };
        match (one == Power::Seat(me.seat), other == Power::Seat(me.seat)) {
            (true, false) => with_me(other),
            (false, true) => with_me(one),
            _ => false,
        }
    }
}
