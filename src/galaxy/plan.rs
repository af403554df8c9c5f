//! The flights that a sheet would begin.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Distances, PlanetId, Ship};

/// Ships that would fly together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PlannedFlight {
    /// Where they stand now.
    pub from: PlanetId,
    /// Where they fly.
    pub to: PlanetId,
    /// As far as they are there.
    pub fighters: u32,
    /// As `fighters`, empty and laden.
    pub transporters: u32,
    /// The turn in which they arrive.
    pub arrives: u32,
}

/// Flights as they are found in a sheet.
#[derive(Default)]
pub(crate) struct FlightPlan(BTreeMap<(PlanetId, PlanetId), (u32, u32)>);

impl FlightPlan {
    /// Ships of one kind that leave; those of several orders fly together.
    pub(crate) fn send(&mut self, (from, to): (PlanetId, PlanetId), ship: Ship, count: u32) {
        if count > 0 {
            let (fighters, transporters) = self.0.entry((from, to)).or_default();
            let ships = ship.pick(fighters, transporters);
            *ships = ships.saturating_add(count);
        }
    }

    /// All that leave in this turn, in the order of arrival.
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
