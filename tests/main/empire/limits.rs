//! The bounds of every position: what a planet, a fleet and the box can hold.

use ashpost::games::empire_board::order::{Cargo, Product, Ship};
use ashpost::games::empire_board::state::{Planet, Power, Space, State};

pub(crate) fn check(state: &State, game: &str) {
    for planet in &state.planets {
        check_planet(state, planet, &format!("{game}, round {}, planet {}", state.turn, planet.number));
    }
    check_box(state, &format!("{game}, round {}: B1.3", state.turn));
}

fn check_planet(state: &State, planet: &Planet, place: &str) {
    let rules = &state.rulebook;
    assert!((planet.printed_population..=9).contains(&planet.population), "{place}: B1.1");
    assert!(planet.factories.len() <= rules.factories_on_planet as usize, "{place}: B5.2");
    assert!(planet.hangars.len() <= rules.hangars_on_planet as usize, "{place}: B5.2");
    for (power, fleet) in planet.track.iter().flat_map(Space::iter) {
        assert!(fleet.fighters + fleet.transporters > 0, "{place}: an empty fleet of {power:?}");
        let room = u64::from(fleet.transporters) * u64::from(rules.shipload);
        assert!(fleet.freight.len() as u64 <= room, "{place}: freight without a ship");
        assert!(fleet.freight.is_sorted(), "{place}: {:?}", fleet.freight);
        assert!(power.seat().is_none_or(|seat| state.players[&seat].out_since.is_none()), "{place}: B11.4");
    }
    assert!(planet.track[1..].iter().all(|space| space.powers().all(|power| power.seat().is_some())), "{place}: B10.2");
}

/// B1.3: factories and hangars aboard transporters are counted too.
fn check_box(state: &State, place: &str) {
    let limits = &state.rulebook.limits;
    let fleets = || state.planets.iter().flat_map(|planet| &planet.track).flat_map(Space::iter);
    assert!(state.players.keys().all(|seat| state.holdings(*seat).fighters <= limits.fighters), "{place}, fighters");
    assert!(fleets().map(|(_, fleet)| fleet.transporters).sum::<u32>() <= limits.transporters, "{place}, transporters");
    let pirates = fleets().filter(|(power, _)| *power == Power::Pirates).map(|(_, fleet)| fleet.fighters);
    assert!(pirates.sum::<u32>() <= limits.pirates, "{place}, pirates");
    let aboard = |cargo: Cargo| fleets().flat_map(|(_, fleet)| &fleet.freight).filter(|freight| **freight == cargo).count();
    for product in Product::ALL {
        let standing = state.planets.iter().flat_map(|planet| &planet.factories).filter(|kind| **kind == product).count();
        assert!(standing + aboard(Cargo::Factory(product)) <= limits.factories as usize, "{place}, factories of {product}");
    }
    for ship in Ship::ALL {
        let standing = state.planets.iter().flat_map(|planet| &planet.hangars).filter(|kind| **kind == ship).count();
        assert!(standing + aboard(Cargo::Hangar(ship)) <= limits.hangars as usize, "{place}, hangars of {ship}");
    }
}
