//! B2: what no scenario may say, and what each says of its seats.

use std::collections::BTreeMap;

use ashpost::engine::Seat;
use ashpost::galaxy::PlanetId;
use ashpost::games::by_id;
use ashpost::games::empire_board::rulebook::{GrowthWhere, OpeningFactory, VolleyRounding};
use ashpost::games::empire_board::scenario::{Scenario, set_up};
use ashpost::games::empire_board::state::{Power, State};

const TWO_STATES: &str = include_str!("../../../scenarios/empire/two-states.toml");

fn open(text: &str) -> Result<State, String> {
    let scenario: Scenario = toml::from_str(text).map_err(|error| error.message().to_owned())?;
    let seats: BTreeMap<Seat, String> = (1..=scenario.seats.clamp(1, 8)).map(|seat| (Seat(seat), format!("Player {seat}"))).collect();
    set_up(scenario, &seats).map_err(|error| error.to_string())
}

#[test]
fn a_scenario_that_cannot_be_played_is_refused_with_the_reason() {
    for (part, instead, complaint) in [
        ("seats = 2", "seats = 1", "2 to 8 seats"),
        ("seats = 2", "seats = 9", "2 to 8 seats"),
        ("seats = 2", "seats = 3", "a [[start]] for each"),
        ("ashes-of-empire", "narnia", "there is no map"),
        ("[1, 9, 20]", "[1, 9, 41]", "seat 1: planet 41"),
        ("[1, 9, 20]", "[0, 9, 20]", "seat 1: planet 0"),
        ("[1, 9, 20]", "[1, 9, 5]", "seat 2: planet 5 is given twice"),
        ("[1, 9, 20]", "[]", "at least one planet"),
        ("[1, 9, 20]", "[1]", "more free forces than planets"),
        ("{ on = 1,", "{ on = 2,", "forces stand on planet 2"),
        ("fighters = 10", "fighters = 91", "seat 1: more than 95 fighters"),
        ("transporters = 3", "transporters = 4000000000", "more than 180 transporters"),
        ("seats = 2", "seats = 2\nwarehouse = { oil = 0, steel = 10001, high_tech = 0 }", "at most 10000"),
        ("[{ fighters = 5,", "[{ fighters = 1 }, { fighters = 5,", "need a colony must stand before"),
        ("seats = 2", "seats = 2\nrulebook = { growth = 3 }", "[rulebook]: growth: there is no such key; did you mean `growth_every`?"),
        ("seats = 2", "seats = 2\nrulebook = { planets_to_win_of_two = 3 }", "seat 1: it begins with as many planets as win, 3"),
        ("seats = 2", "seats = 2\nrulebook = { planets_to_win_of_two = 41 }", "41 planets are to win, and the map has 40"),
    ] {
        assert!(TWO_STATES.contains(part), "{part}");
        let answer = open(&TWO_STATES.replacen(part, instead, 1)).err().unwrap_or_default();
        assert!(answer.contains(complaint), "{instead} is answered with {answer:?}");
    }
}

#[test]
fn seat_n_has_the_planets_n_and_n_plus_8_with_the_forces_of_scenario_i() {
    let names = ["three", "four", "five", "six", "seven", "eight"];
    for (name, seats) in names.into_iter().zip(3..) {
        let path = format!("{}/scenarios/empire/{name}-powers.toml", env!("CARGO_MANIFEST_DIR"));
        let state = open(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(state.players.len(), seats, "{name}");
        for seat in state.players.keys().copied() {
            let (home, colony) = (PlanetId(seat.0.into()), PlanetId(u16::from(seat.0) + 8));
            assert_eq!(state.planets_of(seat).map(|planet| planet.number).collect::<Vec<_>>(), [home, colony], "{name}: B2.6");
            let forces = [home, colony].map(|planet| {
                let fleet = state.planet(planet).unwrap().orbit().of(Power::Seat(seat));
                (fleet.fighters, fleet.transporters)
            });
            assert_eq!((state.home(seat), forces), (Some(home), [(10, 3), (5, 3)]), "{name}: B2.1, B2.4");
        }
    }
}

#[test]
fn a_position_of_rules_version_1_plays_on_by_the_settings_that_it_began_with() {
    let mut state = serde_json::to_value(open(TWO_STATES).unwrap()).unwrap();
    let rulebook = state["rulebook"].as_object_mut().unwrap();
    for new in ["opening_factory", "growth_where", "volley_rounding"] {
        rulebook.remove(new);
    }
    rulebook.insert("default_hangar".to_owned(), "fighter".into());
    rulebook["limits"].as_object_mut().unwrap().remove("pirates_lend");
    assert!(by_id("empire").unwrap().restore(&state.to_string()).is_ok());
    let old: State = serde_json::from_value(state).unwrap();
    let rulebook = old.rulebook;
    let settings = (rulebook.opening_factory, rulebook.growth_where, rulebook.volley_rounding, rulebook.limits.pirates_lend);
    assert_eq!(settings, (OpeningFactory::AsConquered, GrowthWhere::Everywhere, VolleyRounding::Down, false));
}
