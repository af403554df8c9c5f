//! The content of a star map.

use super::flight::{ChartFleet, ChartFlight, Departure};
use crate::engine::Seat;
use crate::galaxy::{Distances, PlanetId, Power, Ships, Survey, SurveyedPlanet};

/// What a star map draws.
pub struct Chart<'c> {
    /// What a turn is called, such as `turn`.
    pub unit: &'c str,
    pub turn: u32,
    /// The viewer's seat; `None` for the public and the game master, who see the whole galaxy.
    pub viewer: Option<Seat>,
    /// Everybody who has a seat, by seat number.
    pub players: Vec<(Seat, &'c str)>,
    /// All planets, in board order.
    pub planets: Vec<ChartPlanet<'c>>,
    pub flights: Vec<ChartFlight>,
    pub distance: &'c Distances,
}

/// One planet, as far as the viewer knows it.
pub struct ChartPlanet<'c> {
    pub number: PlanetId,
    pub name: &'c str,
    /// Its place on the drawn map, in hundredths of a step.
    pub drawn_at: (i32, i32),
    pub owner: Power,
    /// Whether it is the viewer's home planet.
    pub is_home: bool,
    pub happened: Happened,
    pub in_orbit: Vec<ChartFleet>,
}

/// What happened around a planet in the turn just played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Happened {
    /// Who held it before, if it changed hands.
    pub taken_from: Option<Power>,
    /// Whether a battle was fought there.
    pub battle: bool,
    /// Whether the viewer took part.
    pub concerns_viewer: bool,
}

impl<'c> Chart<'c> {
    /// What a viewer sees, and what happened around each planet. `are_enemies` says whether two powers are enemies; `departures` are the known
    /// departures of the viewer's ships.
    pub fn of(
        unit: &'c str,
        survey: &Survey<'c>,
        departures: &[Departure],
        are_enemies: impl Fn(Power, Power) -> bool,
        happened: impl Fn(PlanetId) -> Happened,
    ) -> Chart<'c> {
        let viewer = survey.seat();
        let home = survey.me.as_ref().and_then(|me| me.home);
        let fleet = |owner: Power, ships: &Ships| {
            let Ships { power, fighters, transporters } = *ships;
            ChartFleet { power, fighters, transporters, is_hostile: are_enemies(owner, power) }
        };
        let planet = |planet: &SurveyedPlanet<'c>| ChartPlanet {
            number: planet.number,
            name: planet.name,
            drawn_at: planet.drawn_at,
            owner: planet.owner,
            is_home: home == Some(planet.number),
            happened: happened(planet.number),
            in_orbit: planet.orbit().map(|ships| fleet(planet.owner, ships)).collect(),
        };
        let mut flights = Vec::new();
        for planet in &survey.planets {
            for (distance, ships) in planet.track.iter().filter(|(distance, _)| *distance > 0) {
                let known = |ships: &Ships| if viewer.map(Power::Seat) == Some(ships.power) { departures } else { &[] };
                let flight = |ships| ChartFlight::new(fleet(planet.owner, ships), planet.number, survey.turn + distance, known(ships));
                flights.extend(ships.iter().map(flight));
            }
        }
        let planets = survey.planets.iter().map(planet).collect();
        Chart { unit, turn: survey.turn, viewer, players: survey.players.clone(), planets, flights, distance: survey.distance }
    }
}

impl Chart<'_> {
    pub(super) fn planet(&self, number: PlanetId) -> Option<&ChartPlanet<'_>> {
        self.planets.get(number.index())
    }

    pub(super) fn is_viewer(&self, power: Power) -> bool {
        power.seat().is_some() && power.seat() == self.viewer
    }

    pub(super) fn name_of(&self, power: Power) -> String {
        let name = |seat| self.players.iter().find(|(known, _)| *known == seat).map(|(_, name)| (*name).to_owned());
        power.name(name)
    }
}
