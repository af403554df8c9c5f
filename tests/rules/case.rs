//! A case: a position, the orders of its seats with their expected fates, and what follows.

use std::collections::BTreeMap;

use ashpost::engine::{Adjudicated, Dice, Fate, Seat, Seed, Table, Verdict};
use ashpost::games;
use serde::Deserialize;
use serde_json::Value;

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
    #[serde(default = "eight_seats")]
    seats: Vec<u8>,
    /// Whether the length is open to votes; 20 rounds otherwise.
    #[serde(default)]
    vote: bool,
    #[serde(default = "twenty")]
    rounds: u32,
    #[serde(default = "inert")]
    tempers: Vec<String>,
    #[serde(default)]
    seed: u8,
    #[serde(default = "one")]
    turns: u32,
    #[serde(default)]
    given: BTreeMap<String, Value>,
    /// By seat, `3`, for the first turn; `3@2` for the second.
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

fn eight_seats() -> Vec<u8> {
    (1..=8).collect()
}

fn twenty() -> u32 {
    20
}

fn one() -> u32 {
    1
}

fn inert() -> Vec<String> {
    vec!["inert".to_owned()]
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
        let found = self.play().unwrap_or_else(|problem| vec![problem]);
        found.into_iter().map(|difference| format!("{}: {:?}: {difference}", self.file, self.name)).collect()
    }

    fn play(&self) -> Result<Vec<String>, String> {
        let mut differences = Vec::new();
        let mut table = self.set_up()?;
        let mut events = Vec::new();
        if let Some(key) = self.orders.keys().find(|key| !(1..=self.turns).any(|turn| (1..=8).any(|seat| **key == order_key(seat, turn)))) {
            return Err(format!("orders.{key}: no such seat and turn"));
        }
        for turn in 1..=self.turns {
            let sheets = self.sheets(turn);
            let played = table.adjudicate(&sheets, &self.dice().next(turn));
            sheets.iter().for_each(|(seat, sheet)| differences.extend(self.check_fates(&*table, *seat, sheet, &played)));
            events = played.events.iter().map(|seen| serde_json::to_value(seen).unwrap()).collect();
            table = played.table;
        }
        let state: Value = serde_json::from_str(&table.state()).unwrap();
        for (path, expected) in &self.expect {
            differences.extend(paths::difference(&state, path, expected));
        }
        for (path, expected) in &self.sees {
            differences.extend(paths::difference_in_view(&*table, path, expected));
        }
        for expected in self.events.iter().filter(|expected| !events.iter().any(|seen| is_like(seen, expected))) {
            let kind = expected.get("kind");
            let others: Vec<String> =
                events.iter().filter(|seen| seen["event"].get("kind") == kind).map(|seen| format!("\n    {seen}")).collect();
            differences.push(format!("{expected:?} did not happen; of its kind there is{}", others.concat()));
        }
        for kind in &self.never {
            let happened = events.iter().find(|seen| seen["event"]["kind"] == kind.as_str());
            differences.extend(happened.map(|seen| format!("{seen} happened")));
        }
        Ok(differences)
    }

    fn set_up(&self) -> Result<Box<dyn Table>, String> {
        let game = games::by_id("empire_postal").unwrap();
        let rounds = if self.vote { String::new() } else { format!("rounds = {}\n", self.rounds) };
        let scenario =
            format!("title = \"Case\"\nruleset = \"postal\"\nseats = 8\nmap = \"ashes-of-empire\"\ntempers = {:?}\n{rounds}", self.tempers);
        let seats = self.seats.iter().map(|seat| (Seat(*seat), format!("Player {seat}"))).collect();
        let table = game.set_up(&scenario, &seats, &self.dice().next(0)).map_err(|error| error.to_string())?;
        let mut state: Value = serde_json::from_str(&table.state()).unwrap();
        // Owners first, whatever the spelling of the paths: they make room for what is said of a planet.
        let (owners, others): (Vec<_>, Vec<_>) = self.given.iter().partition(|(path, _)| path.ends_with(".owner"));
        for (path, value) in owners.into_iter().chain(others) {
            paths::set(&mut state, path, value)?;
        }
        game.restore(&state.to_string()).map_err(|error| error.to_string())
    }

    fn dice(&self) -> CaseDice {
        CaseDice(self.seed)
    }

    fn sheets(&self, turn: u32) -> BTreeMap<Seat, String> {
        (1..=8).filter_map(|seat| Some((Seat(seat), self.orders.get(&order_key(seat, turn))?.clone()))).collect()
    }

    /// Every order line says its fate, and every fate said has its order.
    fn check_fates(&self, table: &dyn Table, seat: Seat, sheet: &str, played: &Adjudicated) -> Vec<String> {
        let reading = table.read(seat, sheet);
        let mut fates: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (index, entry) in reading.entries.iter().enumerate() {
            let mine = played.fates.iter().filter(|fate| fate.seat == seat && fate.entry == index);
            fates.entry(entry.line).or_default().extend(mine.map(show_fate));
        }
        for problem in &reading.problems {
            fates.entry(problem.line).or_default().push("unreadable".to_owned());
        }
        let mut differences = Vec::new();
        for (number, line) in (1..).zip(sheet.lines()) {
            let is = fates.remove(&number).unwrap_or_default().join(" and ");
            match line.split_once("# =>").map(|(_, said)| said.trim()) {
                None if is.is_empty() => {}
                None => differences.push(format!("seat {seat}: {line:?} says nothing of its fate, which is {is}")),
                Some(_) if is.is_empty() => differences.push(format!("seat {seat}: there is no order in {line:?}")),
                Some(said) if said == is => {}
                Some(said) => differences.push(format!("seat {seat}: {line:?} should be {said} but is {is}")),
            }
        }
        differences
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

/// `cut 48/99 short-of P4.5`, `done P4.1`.
fn show_fate(fate: &Fate<Value>) -> String {
    let verdict = match fate.verdict {
        Verdict::Done => "done",
        Verdict::Cut => "cut",
        Verdict::Failed => "failed",
    };
    let numbers = fate.asked.zip(fate.done).map(|(asked, done)| format!("{done}/{asked}"));
    let reason = fate.reason.as_ref().and_then(|reason| reason["reason"].as_str()).map(str::to_owned);
    let words = [Some(verdict.to_owned()), numbers, reason, Some(fate.rule.clone())];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Whether an event has these fields, where `false` is one that is not there; `seen_by` is `everybody` or a list of seats.
fn is_like(seen: &Value, expected: &BTreeMap<String, Value>) -> bool {
    expected.iter().all(|(path, value)| match path.as_str() {
        "seen_by" if value == "everybody" => seen["seen_by"] == "everybody",
        "seen_by" => seen["seen_by"]["seats"] == *value,
        _ => {
            seen["event"].pointer(&format!("/{}", path.replace('.', "/"))).filter(|found| !found.is_null()).unwrap_or(&Value::Bool(false))
                == value
        }
    })
}
