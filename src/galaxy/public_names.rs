//! The names of a position, which everybody knows.

use serde::Serialize;

use super::PlanetId;
use crate::engine::Seat;

/// As much of a view as the helpers `planet` and `power` read.
#[derive(Serialize)]
pub(crate) struct PublicNames<'a> {
    planets: Vec<PublicPlanet<'a>>,
    players: Vec<PublicPlayer<'a>>,
}

#[derive(Serialize)]
struct PublicPlanet<'a> {
    number: PlanetId,
    name: &'a str,
}

#[derive(Serialize)]
struct PublicPlayer<'a> {
    seat: Seat,
    name: &'a str,
}

impl<'a> PublicNames<'a> {
    /// These names.
    pub(crate) fn of(
        planets: impl Iterator<Item = (PlanetId, &'a String)>,
        players: impl Iterator<Item = (Seat, &'a String)>,
    ) -> PublicNames<'a> {
        PublicNames {
            planets: planets.map(|(number, name)| PublicPlanet { number, name }).collect(),
            players: players.map(|(seat, name)| PublicPlayer { seat, name }).collect(),
        }
    }
}
