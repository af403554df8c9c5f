//! The names of a position, which everybody knows.

use std::collections::BTreeSet;

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
    /// Those of these names whose planets and seats are among the numbers.
    pub(crate) fn of(
        planets: impl Iterator<Item = (PlanetId, &'a String)>,
        players: impl Iterator<Item = (Seat, &'a String)>,
        numbers: &BTreeSet<u64>,
    ) -> PublicNames<'a> {
        PublicNames {
            planets: planets.filter(|(id, _)| numbers.contains(&id.0.into())).map(|(number, name)| PublicPlanet { number, name }).collect(),
            players: players.filter(|(seat, _)| numbers.contains(&seat.0.into())).map(|(seat, name)| PublicPlayer { seat, name }).collect(),
        }
    }
}
