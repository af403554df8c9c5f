//! The flights that a sheet would begin.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Distances, PlanetId, Ship};

/// Ships that would fly together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PlannedFlight {
    /// Where they are now.
    pub from: PlanetId,
    /// Where they fly to.
    pub to: PlanetId,
    /// How many fighters, if they are there.
    pub fighters: u32,
    /// How many transporters, empty and laden together.
    pub transporters: u32,
    /// The turn in which they arrive.
    pub arrives: u32,
}

/// The flights found in a sheet so far.
#[derive(Default)]
pub(crate) struct FlightPlan(BTreeMap<(PlanetId, PlanetId), (u32, u32)>);

impl FlightPlan {
    /// Adds departing ships of one kind. Ships of several orders for the same route fly together.
    pub(crate) fn send(&mut self, (from, to): (PlanetId, PlanetId), ship: Ship, count: u32) {
        if count > 0 {
            let (fighters, transporters) = self.0.entry((from, to)).or_default();
            let ships = ship.pick(fighters, transporters);
            *ships = ships.saturating_add(count);
        }
    }

    /// All flights that begin in this turn, in order of arrival.
    pub(crate) fn flights(self, turn: u32, distance: &Distances) -> Vec<PlannedFlight> {
        let planned = |((from, to), (fighters, transporters))| {
            let steps = distance.steps(from, to)?;
            Some(PlannedFlight { from, to, fighters, transporters, arrives: turn.saturating_add(steps as u32) })
        };
        let mut flights: Vec<PlannedFlight> = self.0.into_iter().filter_map(planned).collect();
        flights.sort_by_key(|flight| flight.arrives);
        flights
    }
}
