//! What bots of both space games make out in a report: planets, fleets in orbit, distances.

use serde_json::Value;

use crate::engine::Seat;

pub(super) fn planets(view: &Value) -> impl Iterator<Item = &Value> {
    view["planets"].as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

/// Fighters and transporters of a seat in a planet's orbit.
pub(super) fn own_fleet(planet: &Value, seat: Seat) -> (u64, u64) {
    let track = planet["track"].as_array().map(Vec::as_slice).unwrap_or_default();
    // The orbit is place 0; the game by post calls the places positions, the board game spaces.
    let orbit = track.iter().filter(|at| number(&at["position"]) + number(&at["space"]) == 0);
    let fleets = orbit.filter_map(|at| at["fleets"].as_array()).flatten();
    let own = fleets.filter(|fleet| number(&fleet["power"]) == u64::from(seat.0));
    own.fold((0, 0), |sum, fleet| (sum.0 + number(&fleet["fighters"]), sum.1 + number(&fleet["transporters"])))
}

pub(super) fn distance(view: &Value, from: u64, to: u64) -> u64 {
    let (low, high) = if from < to { (from, to) } else { (to, from) };
    view["distance"][high as usize - 1][low as usize - 1].as_u64().unwrap_or(99)
}

pub(super) fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}
