//! What the sender of a test sheet sees: three powers of two planets each, and changes.

use std::collections::BTreeMap;

use ashpost::engine::{Seat, Viewer};
use ashpost::galaxy::PlanetId;
use ashpost::games::empire_board::order::{Product, Ship};
use ashpost::games::empire_board::scenario::set_up;
use ashpost::games::empire_board::state::{Fleet, Goods, Planet, Power, State};
use ashpost::games::empire_board::view::View;
use serde::Deserialize;

const SCENARIO: &str = include_str!("../../../../scenarios/empire/three-powers.toml");

/// What a case changes; all of it may be left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Position {
    turn: u32,
    ruleset: String,
    /// Settings that differ from the ruleset's.
    rulebook: toml::Table,
    seat: u8,
    players: Vec<String>,
    /// Seats that are out of the game.
    out: Vec<u8>,
    warehouse: Option<Goods>,
    /// By planet number.
    planet: BTreeMap<String, Change>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Change {
    name: Option<String>,
    other_names: Option<Vec<String>>,
    owner: Option<u8>,
    population: Option<u32>,
    troops: Option<u32>,
    factories: Option<Vec<Product>>,
    hangars: Option<Vec<Ship>>,
    /// `[fighters, transporters]` of each seat in orbit.
    orbit: Option<BTreeMap<String, [u32; 2]>>,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            turn: 3,
            ruleset: "extended".to_owned(),
            // Oil on the home planet and steel on the colony, with a hangar for fighters on each.
            rulebook: "opening_factory = 'as-conquered'\ndefault_hangar = 'fighter'".parse().unwrap(),
            seat: 1,
            players: ["Ann", "Bob", "Annabel Lee"].map(str::to_owned).to_vec(),
            out: Vec::new(),
            warehouse: None,
            planet: BTreeMap::new(),
        }
    }
}

impl Position {
    pub(super) fn read(text: &str) -> Position {
        toml::from_str(text).unwrap()
    }

    pub(super) fn view(&self) -> View {
        View::of(&self.state(), Viewer::Seat(Seat(self.seat)))
    }

    pub(super) fn state(&self) -> State {
        let mut scenario: toml::Table = toml::from_str(SCENARIO).unwrap();
        scenario.insert("ruleset".to_owned(), self.ruleset.clone().into());
        scenario.insert("rulebook".to_owned(), self.rulebook.clone().into());
        let names = (1..).zip(&self.players).map(|(seat, name)| (Seat(seat), name.clone())).collect();
        let mut state = set_up(scenario.try_into().unwrap(), &names).unwrap();
        state.turn = self.turn;
        for (seat, player) in &mut state.players {
            player.out_since = self.out.contains(&seat.0).then_some(1);
            if self.turn > 0 {
                player.stationed.clear();
            }
            if seat.0 == self.seat {
                player.warehouse = self.warehouse.unwrap_or(player.warehouse);
            }
        }
        for (number, change) in &self.planet {
            change_planet(state.planet_mut(PlanetId(number.parse().unwrap())).unwrap(), change);
        }
        state
    }
}

fn change_planet(planet: &mut Planet, change: &Change) {
    planet.name = change.name.clone().unwrap_or_else(|| planet.name.clone());
    planet.other_names = change.other_names.clone().unwrap_or_else(|| planet.other_names.clone());
    planet.owner = change.owner.map_or(planet.owner, Power::from);
    planet.population = change.population.unwrap_or(planet.population);
    planet.troops = change.troops.unwrap_or(planet.troops);
    planet.factories = change.factories.clone().unwrap_or_else(|| planet.factories.clone());
    planet.hangars = change.hangars.clone().unwrap_or_else(|| planet.hangars.clone());
    for (seat, [fighters, transporters]) in change.orbit.iter().flatten() {
        let fleet = Fleet { fighters: *fighters, transporters: *transporters, freight: Vec::new() };
        planet.orbit_mut().set(Power::from(seat.parse::<u8>().unwrap()), fleet);
    }
}
