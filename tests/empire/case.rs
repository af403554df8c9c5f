//! A case: a position, the orders of its seats with their expected fates, and what follows.

use std::collections::BTreeMap;

use ashpost::engine::{Dice, Fate, Orders, Seat, Seed, Sheet, Viewer};
use ashpost::games::empire::event::Reason;
use ashpost::games::empire::order::Order;
use ashpost::games::empire::parse::parse;
use ashpost::games::empire::phases::adjudicate;
use ashpost::games::empire::scenario::{Scenario, set_up};
use ashpost::games::empire::state::State;
use ashpost::games::empire::view::View;
use serde::Deserialize;
use serde_json::Value;

use super::judging::{ReadLines, differing_events, differing_fates};
use super::paths;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    pub rules: Vec<String>,
    #[serde(skip)]
    file: String,
    /// A scenario of `scenarios/empire/` instead of the bare opening.
    scenario: Option<String>,
    /// What must be said of a scenario that is refused.
    refused: Option<String>,
    #[serde(default = "extended")]
    ruleset: String,
    #[serde(default)]
    rulebook: toml::Table,
    #[serde(default = "three_seats")]
    seats: Vec<u8>,
    #[serde(default)]
    seed: u8,
    #[serde(default = "one")]
    turns: u32,
    #[serde(default)]
    given: BTreeMap<String, Value>,
    /// By seat, `3`, for the first round; `3@2` for the second.
    #[serde(default)]
    orders: BTreeMap<String, String>,
    #[serde(default)]
    expect: BTreeMap<String, Value>,
    /// `seat: path` into that seat's view, or `public: path`.
    #[serde(default)]
    sees: BTreeMap<String, Value>,
    #[serde(default)]
    events: Vec<BTreeMap<String, Value>>,
    #[serde(default)]
    never: Vec<String>,
}

fn extended() -> String {
    "extended".to_owned()
}

fn three_seats() -> Vec<u8> {
    vec![1, 2, 3]
}

fn one() -> u32 {
    1
}

impl CaseFile {
    pub fn read(file: &str, text: &str) -> Vec<Case> {
        let parsed: CaseFile = toml::from_str(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        parsed.case.into_iter().map(|case| Case { file: file.to_owned(), ..case }).collect()
    }
}

impl Case {
    /// How the case comes out differently from what it says; empty if it holds.
    pub fn differences(&self) -> Vec<String> {
        let found = match (self.set_up(), &self.refused) {
            (Err(problem), Some(said)) if problem.contains(said) => Vec::new(),
            (Err(problem), _) => vec![problem],
            (Ok(_), Some(_)) => vec!["is not refused".to_owned()],
            (Ok(state), None) => self.play(state).unwrap_or_else(|problem| vec![problem]),
        };
        found.into_iter().map(|difference| format!("{}: {:?}: {difference}", self.file, self.name)).collect()
    }

    fn play(&self, mut state: State) -> Result<Vec<String>, String> {
        let mut differences = Vec::new();
        let mut events = Vec::new();
        if let Some(key) = self.orders.keys().find(|key| !(1..=self.turns).any(|turn| (1..=8).any(|seat| **key == order_key(seat, turn)))) {
            return Err(format!("orders.{key}: no such seat and turn"));
        }
        for turn in 1..=self.turns {
            let sheets: BTreeMap<Seat, &String> =
                (1..=8).filter_map(|seat| Some((Seat(seat), self.orders.get(&order_key(seat, turn))?))).collect();
            let read = |(seat, text): (&Seat, &&String)| (*seat, parse(text, &View::of(&state, Viewer::Seat(*seat))));
            let readings: BTreeMap<Seat, Sheet<Order>> = sheets.iter().map(read).collect();
            let orders: Orders<Order> = readings.iter().map(|(seat, sheet)| (*seat, sheet.orders().cloned().collect())).collect();
            let played = adjudicate(&state, &orders, &self.dice(turn));
            let fates: Vec<Fate<Value>> = played.fates.into_iter().map(erased).collect();
            for (seat, reading) in &readings {
                let lines = ReadLines {
                    orders: reading.entries.iter().map(|entry| entry.line).collect(),
                    unreadable: reading.problems.iter().map(|problem| problem.line).collect(),
                };
                differences.extend(differing_fates(*seat, sheets[seat], &lines, &fates));
            }
            events = played.events.iter().map(|seen| serde_json::to_value(seen).unwrap()).collect();
            state = played.state;
        }
        let board = serde_json::to_value(&state).unwrap();
        differences.extend(self.expect.iter().filter_map(|(path, expected)| paths::difference(&board, path, expected)));
        differences.extend(self.sees.iter().filter_map(|(path, expected)| paths::difference_in_view(&state, path, expected)));
        differences.extend(differing_events(&events, &self.events, &self.never));
        Ok(differences)
    }

    fn set_up(&self) -> Result<State, String> {
        let scenario = match &self.scenario {
            None => self.bare_opening(),
            Some(name) => {
                let path = format!("{}/scenarios/empire/{name}.toml", env!("CARGO_MANIFEST_DIR"));
                std::fs::read_to_string(path).map_err(|error| error.to_string())?
            }
        };
        let scenario: Scenario = toml::from_str(&scenario).map_err(|error| error.to_string())?;
        let seats = self.seats.iter().map(|seat| (Seat(*seat), format!("Player {seat}"))).collect();
        let state = set_up(scenario, &seats).map_err(|error| error.to_string())?;
        let mut state = serde_json::to_value(&state).unwrap();
        // Owners first, whatever the spelling of the paths: they make room for what is said of a planet.
        let (owners, others): (Vec<_>, Vec<_>) = self.given.iter().partition(|(path, _)| path.ends_with(".owner"));
        for (path, value) in owners.into_iter().chain(others) {
            paths::set(&mut state, path, value)?;
        }
        serde_json::from_str(&state.to_string()).map_err(|error| error.to_string())
    }

    /// Eight seats with the planets `n` and `n + 8`, no forces, no pirates unless the case wants them.
    fn bare_opening(&self) -> String {
        let mut rulebook = self.rulebook.clone();
        rulebook.entry("pirates").or_insert(toml::Value::Boolean(false));
        let starts: String = (1..=8).map(|seat| format!("[[start]]\nplanets = [{seat}, {}]\n", seat + 8)).collect();
        let mut table: toml::Table = starts.parse().unwrap();
        table.insert("rulebook".to_owned(), rulebook.into());
        let head = format!("title = \"Case\"\nruleset = \"{}\"\nseats = 8\nmap = \"ashes-of-empire\"\n", self.ruleset);
        format!("{head}{table}")
    }

    fn dice(&self, turn: u32) -> Dice {
        Dice::new(Seed([self.seed; 32]).derive(&turn.to_string()))
    }
}

fn erased(fate: Fate<Reason>) -> Fate<Value> {
    let Fate { seat, entry, verdict, asked, done, reason, rule } = fate;
    Fate { seat, entry, verdict, asked, done, reason: reason.map(|reason| serde_json::to_value(reason).unwrap()), rule }
}

fn order_key(seat: u8, turn: u32) -> String {
    if turn == 1 { seat.to_string() } else { format!("{seat}@{turn}") }
}
