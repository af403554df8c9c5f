//! B2: what a scenario file says, and checks whether it can be played.

mod set_up;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use self::set_up::set_up;
pub(super) use self::set_up::station;
use super::order::Product;
use super::rulebook::{Rulebook, Ruleset};
use super::state::Goods;
use crate::engine::Seat;
use crate::galaxy::{DistanceRow, GalaxyMap, MapPlanet, PlanetId, check_seats};

/// The most goods of a scenario. They can buy as many land troops, each of which throws a die, and nobody could read more.
const MOST_GOODS: u32 = 10_000;

/// What a scenario settles, in full, with every setting of its rulebook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ScenarioFile")]
pub struct Scenario {
    /// The title, as the players' rules show it.
    pub title: String,
    /// The preset on which `rulebook` is based.
    pub ruleset: Ruleset,
    /// How many seats there are, numbered from 1.
    pub seats: u8,
    /// The name of a map that comes with the program.
    pub map: String,
    /// B2.3: the contents of each warehouse for which `starts` says nothing else.
    pub warehouse: Goods,
    /// The start of each seat, in seat order.
    #[serde(rename = "start")]
    pub starts: Vec<Start>,
    /// The preset, with what the scenario changes.
    pub rulebook: Rulebook,
    /// The planets of the map, for readers of the rules.
    pub planets: Vec<PrintedPlanet>,
    /// B4.1: the distances from each planet to each other, in board order.
    pub distances: Vec<DistanceRow>,
}

/// B1.1: a planet as the map shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PrintedPlanet {
    /// Its number on the board.
    pub number: PlanetId,
    /// Its name on the map.
    pub name: String,
    /// Its population, from 1 to 3.
    pub population: u8,
}

/// A scenario as its file spells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    title: String,
    ruleset: Ruleset,
    seats: u8,
    map: String,
    #[serde(default = "five_of_each")]
    warehouse: Goods,
    start: Vec<Start>,
    /// The differences from the preset.
    #[serde(default)]
    rulebook: toml::Table,
}

impl TryFrom<ScenarioFile> for Scenario {
    type Error = String;

    fn try_from(file: ScenarioFile) -> Result<Scenario, String> {
        let ScenarioFile { title, ruleset, seats, map, warehouse, start: starts, rulebook: changes } = file;
        let rulebook = Rulebook::preset(ruleset).with(&changes).map_err(|problem| format!("[rulebook]: {problem}"))?;
        let drawn = GalaxyMap::named(&map).map_err(|error| error.to_string())?;
        let distances = drawn.distance_rows();
        let planets = drawn.planets.into_iter().map(PrintedPlanet::from).collect();
        Ok(Scenario { title, ruleset, seats, map, warehouse, starts, rulebook, planets, distances })
    }
}

impl From<MapPlanet> for PrintedPlanet {
    fn from(MapPlanet { number, name, population, .. }: MapPlanet) -> PrintedPlanet {
        PrintedPlanet { number, name, population }
    }
}

/// B2.1, B2.4: what a seat begins with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The seat's planets; the lowest number is the home planet.
    pub planets: Vec<PlanetId>,
    /// Forces whose planets the scenario names.
    #[serde(default)]
    pub forces: Vec<Forces>,
    /// Forces for which the player chooses planets, a different one for each.
    #[serde(default)]
    pub free_forces: Vec<FreeForces>,
    /// B2.3: the contents of the warehouse; `None` for those of [`Scenario::warehouse`].
    pub warehouse: Option<Goods>,
}

/// B2.4: ships in the orbit of a planet that the scenario names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Forces {
    /// One of the seat's planets.
    pub on: PlanetId,
    /// Fighters; 0 by default.
    #[serde(default)]
    pub fighters: u32,
    /// Transporters; 0 by default.
    #[serde(default)]
    pub transporters: u32,
}

/// B2.4: ships that are together in the orbit of one own planet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeForces {
    /// Fighters; 0 by default.
    #[serde(default)]
    pub fighters: u32,
    /// Transporters; 0 by default.
    #[serde(default)]
    pub transporters: u32,
    /// Whether the home planet is excluded.
    #[serde(default)]
    pub colony: bool,
}

fn five_of_each() -> Goods {
    Goods { oil: 5, steel: 5, high_tech: 5 }
}

fn check(scenario: &Scenario, map: &GalaxyMap, names: &BTreeMap<Seat, String>) -> Result<(), String> {
    let seats = scenario.seats;
    if !(2..=8).contains(&seats) || scenario.starts.len() != usize::from(seats) {
        return Err(format!("a scenario has 2 to 8 seats and a [[start]] for each; this has {seats} and {}", scenario.starts.len()));
    }
    check_seats(seats, names)?;
    let mut given = BTreeSet::new();
    for (seat, start) in (1..).zip(&scenario.starts) {
        if let Some(planet) = start.planets.iter().find(|planet| !given.insert(**planet) || map.planets.get(planet.index()).is_none()) {
            return Err(format!("start of seat {seat}: planet {planet} is given twice or is not on the map"));
        }
        let warehouse = start.warehouse.unwrap_or(scenario.warehouse);
        if Product::ALL.into_iter().any(|product| warehouse.of(product) > MOST_GOODS) {
            return Err(format!("start of seat {seat}: a warehouse has at most {MOST_GOODS} of each of the goods"));
        }
        check_start(start).map_err(|problem| format!("start of seat {seat}: {problem}"))?;
    }
    Ok(())
}

fn check_start(start: &Start) -> Result<(), String> {
    let colonies = start.planets.len().saturating_sub(1);
    let needed = start.free_forces.iter().filter(|forces| forces.colony).count();
    if start.planets.is_empty() {
        return Err("a player needs at least one planet".to_owned());
    }
    if needed > colonies || start.free_forces.len() > start.planets.len() {
        return Err("there are more free forces than planets for them".to_owned());
    }
    if !start.free_forces.is_sorted_by_key(|forces| !forces.colony) {
        return Err("free forces that need a colony must stand before the others".to_owned());
    }
    match start.forces.iter().find(|forces| !start.planets.contains(&forces.on)) {
        Some(forces) => Err(format!("forces stand on planet {}, which is not among its planets", forces.on)),
        None => Ok(()),
    }
}
