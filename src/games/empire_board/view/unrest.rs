//! Where revolts threaten: planets with fewer land troops than people, now and after the next growth (B5.6, B8.1).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::games::empire_board::rulebook::GrowthWhere;
use crate::games::empire_board::state::{MOST_POPULATION, Planet, State};

/// Planets that each lack the same number of land troops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortage {
    /// How many land troops each lacks; at least 1.
    pub missing: u32,
    /// The planets, in board order; at least one.
    pub planets: Vec<PlanetId>,
}

/// B5.6: the next growth, judged by what is on a seat's planets now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Growth {
    /// The round at whose end people grow.
    pub round: u32,
    /// The planets whose people will grow, in board order.
    pub planets: Vec<PlanetId>,
    /// The land troops that these planets will lack then.
    pub shortages: Vec<Shortage>,
}

/// How many rounds ahead players are told of growth, so that they have time to save for land troops and build them.
const NOTICE: u32 = 2;

/// B8.1: a seat's planets that would throw for revolt now, those that lack least first.
pub fn shortages(state: &State, seat: Seat) -> Vec<Shortage> {
    sort_by_missing(state.planets_of(seat).map(|planet| (planet.number, planet.population, planet.troops)))
}

/// The next growth, if it is near.
pub fn growth_ahead(state: &State, seat: Seat) -> Option<Growth> {
    let every = state.rulebook.growth_every;
    let round = state.turn.checked_div(every)?.saturating_add(1).saturating_mul(every);
    let growing: Vec<&Planet> = state.planets_of(seat).filter(|planet| will_grow(planet, state.rulebook.growth_where)).collect();
    let shortages = sort_by_missing(growing.iter().map(|planet| (planet.number, planet.population + 1, planet.troops)));
    let planets = growing.iter().map(|planet| planet.number).collect();
    (round <= state.turn.saturating_add(NOTICE)).then_some(Growth { round, planets, shortages })
}

/// B5.6: people do not grow during a revolt, nor beyond what a planet holds.
fn will_grow(planet: &Planet, growth_where: GrowthWhere) -> bool {
    let has_room = planet.population < MOST_POPULATION;
    match growth_where {
        GrowthWhere::Garrisoned => has_room && planet.troops > planet.population,
        GrowthWhere::Everywhere => has_room && planet.troops >= planet.population,
    }
}

/// Groups planets, given as number, population and land troops, by how many land troops they lack; the fewest first.
pub fn sort_by_missing(planets: impl Iterator<Item = (PlanetId, u32, u32)>) -> Vec<Shortage> {
    let mut by_missing: BTreeMap<u32, Vec<PlanetId>> = BTreeMap::new();
    for (id, population, troops) in planets.filter(|(_, population, troops)| troops < population) {
        by_missing.entry(population - troops).or_default().push(id);
    }
    by_missing.into_iter().map(|(missing, planets)| Shortage { missing, planets }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::games::empire_board::scenario::set_up;

    const TWO_STATES: &str = include_str!("../../../../scenarios/empire/two-states.toml");

    #[test]
    fn growth_is_announced_two_rounds_ahead_for_the_planets_that_will_grow() {
        let names = BTreeMap::from([(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())]);
        let mut state = set_up(toml::from_str(TWO_STATES).unwrap(), &names).unwrap();
        state.rulebook.growth_every = 3;
        let own: Vec<PlanetId> = state.planets_of(Seat(1)).map(|planet| planet.number).collect();
        for (id, (population, troops)) in own.iter().zip([(MOST_POPULATION, 8), (3, 4), (2, 2)]) {
            let planet = state.planet_mut(*id).unwrap();
            (planet.population, planet.troops) = (population, troops);
        }
        assert_eq!(shortages(&state, Seat(1)), [Shortage { missing: 1, planets: vec![own[0]] }]);
        for (turn, round) in [(0, None), (1, Some(3)), (2, Some(3)), (3, None), (4, Some(6))] {
            state.turn = turn;
            state.rulebook.growth_where = GrowthWhere::Garrisoned;
            let growth = round.map(|round| Growth { round, planets: vec![own[1]], shortages: Vec::new() });
            assert_eq!(growth_ahead(&state, Seat(1)), growth, "after round {turn}");
            state.rulebook.growth_where = GrowthWhere::Everywhere;
            let lacking = vec![Shortage { missing: 1, planets: vec![own[2]] }];
            let growth = round.map(|round| Growth { round, planets: vec![own[1], own[2]], shortages: lacking });
            assert_eq!(growth_ahead(&state, Seat(1)), growth, "after round {turn}, everywhere");
        }
        // A planet in revolt does not grow.
        state.planet_mut(own[2]).unwrap().troops = 1;
        assert_eq!(growth_ahead(&state, Seat(1)).unwrap().shortages, []);
        state.rulebook.growth_every = 0;
        assert_eq!(growth_ahead(&state, Seat(1)), None);
    }
}
