//! A case: a position, the orders of its seats with their expected fates, and what follows.

use std::collections::BTreeMap;

use ashpost::engine::{Dice, Seat, Seed, Table};
use ashpost::games;
use serde::Deserialize;
use serde_json::Value;

use super::judging::{ReadLines, differing_events, differing_fates};
use super::opening::Opening;
use super::paths;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "O: Opening")]
pub(super) struct CaseFile<O> {
    case: Vec<Case<O>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "O: Opening")]
pub(super) struct Case<O> {
    pub name: String,
    pub rules: Vec<String>,
    #[serde(skip)]
    file: String,
    #[serde(default)]
    opening: O,
    /// What must be said of an opening that is refused.
    refused: Option<String>,
    /// The usual ones if absent.
    seats: Option<Vec<u8>>,
    #[serde(default)]
    seed: u8,
    #[serde(default = "one")]
    turns: u32,
    #[serde(default)]
    given: BTreeMap<String, Value>,
    /// The orders by seat: `3` for the first turn, `3@2` for the second.
    #[serde(default)]
    orders: BTreeMap<String, String>,
    #[serde(default)]
    expect: BTreeMap<String, Value>,
    #[serde(default)]
    sees: BTreeMap<String, Value>,
    /// Fields of events of the last turn, by path.
    #[serde(default)]
    events: Vec<BTreeMap<String, Value>>,
    /// Kinds of events that must not happen in the last turn.
    #[serde(default)]
    never: Vec<String>,
}

fn one() -> u32 {
    1
}

impl<O: Opening> CaseFile<O> {
    pub(super) fn read(file: &str, text: &str) -> Vec<Case<O>> {
        let parsed: CaseFile<O> = toml::from_str(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        parsed.case.into_iter().map(|case| Case { file: file.to_owned(), ..case }).collect()
    }
}

impl<O: Opening> Case<O> {
    /// How the case comes out differently from what it says; empty if it holds.
    pub(super) fn differences(&self) -> Vec<String> {
        let found = match (self.set_up(), &self.refused) {
            (Err(problem), Some(said)) if problem.contains(said) => Vec::new(),
            (Err(problem), _) => vec![problem],
            (Ok(_), Some(_)) => vec!["is not refused".to_owned()],
            (Ok(table), None) => self.play(table).unwrap_or_else(|problem| vec![problem]),
        };
        found.into_iter().map(|difference| format!("{}: {:?}: {difference}", self.file, self.name)).collect()
    }

    fn play(&self, mut table: Box<dyn Table>) -> Result<Vec<String>, String> {
        let mut differences = Vec::new();
        let mut events = Vec::new();
        if let Some(key) = self.orders.keys().find(|key| !(1..=self.turns).any(|turn| (1..=8).any(|seat| **key == order_key(seat, turn)))) {
            return Err(format!("orders.{key}: no such seat and turn"));
        }
        for turn in 1..=self.turns {
            let sheets = self.sheets(turn);
            let played = table.adjudicate(&sheets, &self.dice().next(turn));
            for (seat, sheet) in &sheets {
                differences.extend(differing_fates(*seat, sheet, &read_lines(&*table, *seat, sheet), &played.fates));
            }
            events = played.events.iter().map(|seen| serde_json::to_value(seen).unwrap()).collect();
            table = played.table;
        }
        let state: Value = serde_json::from_str(&table.state()).unwrap();
        for (path, expected) in &self.expect {
            differences.extend(paths::difference::<O>(&state, path, expected));
        }
        for (path, expected) in &self.sees {
            differences.extend(paths::difference_in_view::<O>(&*table, path, expected));
        }
        differences.extend(differing_events(&events, &self.events, &self.never));
        Ok(differences)
    }

    fn set_up(&self) -> Result<Box<dyn Table>, String> {
        let game = games::by_id(O::GAME).unwrap();
        let scenario = self.opening.scenario()?;
        let seats = self.seats.as_deref().unwrap_or(O::SEATS).iter().map(|seat| (Seat(*seat), format!("Player {seat}"))).collect();
        let table = game.set_up(&scenario, &seats, &self.dice().next(0)).map_err(|error| error.to_string())?;
        let mut state: Value = serde_json::from_str(&table.state()).unwrap();
        // Owners first, whatever the spelling of the paths: they make room for what is said of a planet.
        let (owners, others): (Vec<_>, Vec<_>) = self.given.iter().partition(|(path, _)| path.ends_with(".owner"));
        for (path, value) in owners.into_iter().chain(others) {
            paths::set::<O>(&mut state, path, value)?;
        }
        game.restore(&state.to_string()).map_err(|error| error.to_string())
    }

    fn dice(&self) -> CaseDice {
        CaseDice(self.seed)
    }

    fn sheets(&self, turn: u32) -> BTreeMap<Seat, String> {
        (1..=8).filter_map(|seat| Some((Seat(seat), self.orders.get(&order_key(seat, turn))?.clone()))).collect()
    }
}

fn read_lines(table: &dyn Table, seat: Seat, sheet: &str) -> ReadLines {
    let reading = table.read(seat, sheet);
    ReadLines {
        orders: reading.entries.iter().map(|entry| entry.line).collect(),
        unreadable: reading.problems.iter().map(|problem| problem.line).collect(),
    }
}

/// The dice of each turn of a case: `setup` is turn 0.
struct CaseDice(u8);

impl CaseDice {
    fn next(&self, turn: u32) -> Dice {
        Dice::new(Seed([self.0; 32]).derive(&turn.to_string()))
    }
}

fn order_key(seat: u8, turn: u32) -> String {
    if turn == 1 { seat.to_string() } else { format!("{seat}@{turn}") }
}
