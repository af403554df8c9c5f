//! Where revolt threatens: planets with fewer land troops than people, as they stand and once their people have grown (B5.6, B8.1).

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::games::empire::state::{MOST_POPULATION, State};

/// Planets, in board order, each of which lacks so many land troops.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shortage {
    pub missing: u32,
    pub planets: Vec<PlanetId>,
}

/// B5.6: what a seat's planets will lack when people have grown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Growth {
    /// They grow at the end of this round.
    pub round: u32,
    pub shortages: Vec<Shortage>,
}

/// So many rounds ahead, players are told of growth: time to save for land troops and to build them.
const NOTICE: u32 = 2;

/// B8.1: a seat's planets that would throw for revolt as they stand; those that lack least come first.
pub fn shortages(state: &State, seat: Seat) -> Vec<Shortage> {
    sort_by_missing(state.planets_of(seat).map(|planet| (planet.number, planet.population, planet.troops)))
}

/// The next growth, if it is near and leaves planets of the seat with fewer land troops than people.
pub fn growth_ahead(state: &State, seat: Seat) -> Option<Growth> {
    let every = state.rulebook.growth_every;
    let round = state.turn.checked_div(every)?.saturating_add(1).saturating_mul(every);
    let growing = state.planets_of(seat).filter(|planet| planet.population < MOST_POPULATION);
    let shortages = sort_by_missing(growing.map(|planet| (planet.number, planet.population + 1, planet.troops)));
    (round <= state.turn.saturating_add(NOTICE) && !shortages.is_empty()).then_some(Growth { round, shortages })
}

/// Sorts planets, given as number, population and land troops, by what they lack.
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
    use crate::games::empire::scenario::set_up;

    const TWO_STATES: &str = include_str!("../../../../scenarios/empire/two-states.toml");

    #[test]
    fn growth_is_announced_two_rounds_ahead_and_planets_are_sorted_by_what_they_lack() {
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
            let growth = round.map(|round| Growth { round, shortages: vec![Shortage { missing: 1, planets: vec![own[2]] }] });
            assert_eq!(growth_ahead(&state, Seat(1)), growth, "after round {turn}");
        }
        state.rulebook.growth_every = 0;
        assert_eq!(growth_ahead(&state, Seat(1)), None);
    }
}
