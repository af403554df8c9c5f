//! P1: what a scenario file says, and the opening position that follows from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::phases::draw_temper;
use super::state::{Fleet, Planet, Player, Position, Power, Relation, State, Statistics, Stock, TRACK_LENGTH, Temper};
use crate::engine::{Dice, Seat, SetupError};
use crate::galaxy::{DistanceRow, GalaxyMap, MapPlanet, PlanetId, PostalOpening, Relations, check_seats, stances_of};

/// What a scenario settles, in full, with what its map shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "ScenarioFile")]
pub struct Scenario {
    /// The scenario's title.
    pub title: String,
    /// The rules in play.
    pub ruleset: Ruleset,
    /// How many seats there are, numbered from 1.
    pub seats: u8,
    /// The name of a map that comes with the program.
    pub map: String,
    /// P1.6: the tempers that neutral planets draw from, with equal chances.
    pub tempers: Vec<Temper>,
    /// P1.7: the length of the game; `None` if the players vote on it.
    pub rounds: Option<u32>,
    /// P1.2, P4.4: the planets of the map, for readers of the rules; empty if there is no such map.
    pub planets: Vec<PrintedPlanet>,
    /// The distances, one row for each planet in board order; empty if there is no such map.
    pub distances: Vec<DistanceRow>,
}

/// P1.2: the opening values of a planet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PrintedPlanet {
    /// Its number on the board, from 1.
    pub number: PlanetId,
    /// Its name at the start.
    pub name: String,
    /// The opening values that differ from planet to planet.
    #[serde(flatten)]
    pub opening: PostalOpening,
}

/// A scenario as its file spells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    title: String,
    ruleset: Ruleset,
    seats: u8,
    map: String,
    #[serde(default = "classic_tempers")]
    tempers: Vec<Temper>,
    rounds: Option<u32>,
}

impl From<ScenarioFile> for Scenario {
    fn from(ScenarioFile { title, ruleset, seats, map, tempers, rounds }: ScenarioFile) -> Scenario {
        // Setting up the scenario reports an unknown map.
        let drawn = GalaxyMap::named(&map).ok();
        let distances = drawn.as_ref().map_or_else(Vec::new, GalaxyMap::distance_rows);
        let planets = drawn.map_or_else(Vec::new, |map| map.planets.into_iter().map(PrintedPlanet::from).collect());
        Scenario { title, ruleset, seats, map, tempers, rounds, planets, distances }
    }
}

impl From<MapPlanet> for PrintedPlanet {
    fn from(MapPlanet { number, name, postal: opening, .. }: MapPlanet) -> PrintedPlanet {
        PrintedPlanet { number, name, opening }
    }
}

/// The rulesets of this game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ruleset {
    /// The eight-player game by mail (P1 to P12).
    Postal,
}

fn classic_tempers() -> Vec<Temper> {
    vec![Temper::Aggressive, Temper::Moderate, Temper::Passive]
}

/// P1: the opening position.
///
/// # Errors
/// When the map is unknown or has no home for a seat, or the scenario cannot be played.
pub(super) fn set_up(scenario: Scenario, names: &BTreeMap<Seat, String>, dice: &Dice) -> Result<State, SetupError> {
    let map = GalaxyMap::named(&scenario.map).map_err(|error| SetupError::Impossible(error.to_string()))?;
    check(&scenario, names).map_err(SetupError::Impossible)?;
    let mut players = BTreeMap::new();
    for (seat, name) in names {
        let home = map.postal_owners().get(&seat.0).and_then(|planets| planets.first().copied());
        let home = home.ok_or_else(|| SetupError::Impossible(format!("the map {:?} has no home planet for seat {seat}", scenario.map)))?;
        players.insert(*seat, open_player(*seat, name, home, names));
    }
    let planets = map.planets.iter().map(|planet| open_planet(planet, &players, &scenario.tempers, dice)).collect();
    Ok(State {
        turn: 0,
        distance: map.distance,
        tempers: scenario.tempers,
        hidden_seed: dice.seed_of("setup/hidden"),
        rounds: scenario.rounds,
        relations: Relations::among(players.keys().copied(), Relation::Neutral), // P1.5
        players,
        planets,
        gnp: BTreeMap::new(),
        history: Vec::new(),
        outcome: None,
    })
}

fn check(scenario: &Scenario, names: &BTreeMap<Seat, String>) -> Result<(), String> {
    check_seats(scenario.seats, names)?;
    if scenario.tempers.is_empty() {
        return Err("`tempers` must name at least one temper, such as \"inert\"".to_owned());
    }
    if scenario.rounds.is_some_and(|rounds| !(1..=999).contains(&rounds)) {
        return Err("`rounds` must be 1 to 999".to_owned());
    }
    Ok(())
}

/// P1.4, P1.5: a player at the start.
fn open_player(seat: Seat, name: &str, home: PlanetId, names: &BTreeMap<Seat, String>) -> Player {
    Player {
        name: name.to_owned(),
        home,
        political_points: 0,
        fighter_morale: 100,
        transporter_morale: 100,
        stances: stances_of(seat, names.keys().copied(), Relation::Neutral),
        out_since: None,
        statistics: Statistics::default(),
    }
}

/// P1.1, P1.2, P1.3: a planet at the start; an empty seat's planets are neutral.
fn open_planet(planet: &MapPlanet, players: &BTreeMap<Seat, Player>, tempers: &[Temper], dice: &Dice) -> Planet {
    let opening = planet.postal;
    let seat = Some(Seat(opening.seat)).filter(|seat| players.contains_key(seat));
    let owner = seat.map_or(Power::Neutral, Power::Seat);
    let is_home = seat.and_then(|seat| players.get(&seat)).is_some_and(|player| player.home == planet.number);
    let temper = draw_temper(tempers, &mut dice.stream(&format!("setup/temper/{}", planet.number)));
    let mut track: [Position; TRACK_LENGTH] = Default::default();
    track[0].fleets.set(owner, Fleet { fighters: opening.fighters, transporters: opening.transporters });
    Planet {
        number: planet.number,
        name: planet.name.clone(),
        other_names: planet.names(),
        drawn_at: planet.drawn_at(),
        owner,
        temper: temper.filter(|_| owner == Power::Neutral),
        workforce: opening.workforce,
        production_rate: opening.production_rate,
        pdu: opening.pdu,
        fuel_plants: 3,
        ore_plants: 3,
        rare_plants: 3,
        fighter_yards: 6,
        transporter_yards: 3,
        stock: Stock { fuel: 30, ore: 30, rare: 30 },
        morale: if is_home { 150 } else { 100 },
        track,
    }
}
