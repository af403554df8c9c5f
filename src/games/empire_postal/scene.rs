//! The star map that goes with a view.

use super::event::{BattleResult, Event};
use super::order::Order;
use super::state::{Power, Relation};
use super::story::see;
use super::view::View;
use crate::engine::Remembered;
use crate::galaxy::{Chart, Departure, Happened, PlanetId};

/// What the viewer may know: who holds each planet, the ships in sight, and what the viewer saw happen in the last turn.
pub(super) fn chart<'v>(view: &'v View, memory: &[Remembered<Event, Order>]) -> Chart<'v> {
    let survey = view.survey();
    let departures = Departure::known(&survey, memory, sent, see);
    let seen = memory.first().map(|turn| turn.events.as_slice()).unwrap_or_default();
    // A position of a track is a turn (P4.4).
    Chart::of("turn", &survey, &departures, |one, other| view.are_enemies(one, other), |planet| happened(planet, seen))
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

fn sent(order: &Order) -> Option<(PlanetId, PlanetId)> {
    match order {
        Order::Send { from, to, .. } => Some((*from, *to)),
        _ => None,
    }
}

impl View {
    /// Whether two powers are at war, as far as the viewer knows. The viewer knows no relations between others (P11.1).
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
