//! What the openings of the games have in common.

use std::collections::BTreeMap;

use super::MapPlanet;
use crate::engine::Seat;

/// Checks that these players can be seated at seats 1 to `seats`; the error says why not.
pub(crate) fn check_seats(seats: u8, names: &BTreeMap<Seat, String>) -> Result<(), String> {
    if names.is_empty() {
        return Err("nobody plays: at least one seat must be taken".to_owned());
    }
    match names.keys().find(|seat| seat.0 == 0 || seat.0 > seats) {
        Some(seat) => Err(format!("there is no seat {seat}: this scenario has the seats 1 to {seats}")),
        None => Ok(()),
    }
}

impl MapPlanet {
    /// The planet's name, then other names that orders may use.
    pub fn names(&self) -> Vec<String> {
        std::iter::once(&self.name).chain(&self.aka).cloned().collect()
    }

    /// Its place on the drawn map, in hundredths of a step.
    pub fn drawn_at(&self) -> (i32, i32) {
        ((self.x * 100.0).round() as i32, (self.y * 100.0).round() as i32)
    }
}
