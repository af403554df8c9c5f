//! Rules C1 to C8 of play by correspondence, case by case. `tests/cases/README.md` explains the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ashpost::engine::{Adjudicated, Dice, Seat, Seed, Table, Viewer};
use ashpost::games;
use serde::Deserialize;
use serde_json::Value;

const RULES: &str = "C1 C2 C3 C4 C5 C6 C7 C8";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    case: Vec<Case>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    rules: Vec<String>,
    /// The text of a scenario file.
    scenario: String,
    turns: Vec<Turn>,
}

/// One turn. What is absent is not checked, but every problem and every fate must be named.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Turn {
    /// The text of the email, by seat.
    mails: BTreeMap<String, String>,
    /// `1 line 2: part of what was expected`, or of that and what is suggested: `… -> a1-a2 | a1-b1`
    problems: Vec<String>,
    /// Lines taken for talk: `1 line 3`.
    talk: Vec<String>,
    /// Whether these emails make a turn by themselves.
    at_once: Option<bool>,
    /// The emails are read but not played.
    only_read: bool,
    /// `1 e4-e5: done C1`
    fates: Vec<String>,
    /// Kinds of events in their order, `moved e4-e5` with the text of a move.
    events: Option<Vec<String>>,
    /// The seat to move after the turn; 0 for nobody.
    to_move: Option<u8>,
    position: Option<String>,
    /// `e4-e5 e6-e7` a line of the score.
    score: Option<Vec<String>>,
    /// The conditional moves that are in the book, by seat.
    plans: BTreeMap<String, Vec<String>>,
    /// The winning seat; 0 for a draw.
    winner: Option<u8>,
    /// How the game counts: `Played`, `OnTime` or `Void`.
    decision: Option<String>,
    ends_by: Option<String>,
}

fn seats() -> BTreeMap<Seat, String> {
    [(Seat(1), "Ann".to_owned()), (Seat(2), "Bob".to_owned())].into()
}

fn open(scenario: &str) -> Box<dyn Table> {
    let dice = Dice::new(Seed([0; 32]));
    let opened = games::GAMES.iter().find_map(|game| game.set_up(scenario, &seats(), &dice).ok());
    opened.unwrap_or_else(|| panic!("no game can set up {scenario}"))
}

impl Case {
    fn differences(&self) -> Vec<String> {
        let mut table = open(&self.scenario);
        let mut found = Vec::new();
        for (number, turn) in (1..).zip(&self.turns) {
            let mut differences = Vec::new();
            table = turn.play(table, &mut differences);
            found.extend(differences.into_iter().map(|difference| format!("{}, turn {number}: {difference}", self.name)));
        }
        found
    }
}

fn compare<T: PartialEq + std::fmt::Debug>(found: &mut Vec<String>, what: &str, expected: &T, is: &T) {
    if expected != is {
        found.push(format!("{what} should be {expected:?} and is {is:?}"));
    }
}

impl Turn {
    fn play(&self, table: Box<dyn Table>, found: &mut Vec<String>) -> Box<dyn Table> {
        let sheets = self.read(table.as_ref(), found);
        if let Some(at_once) = self.at_once {
            compare(found, "at_once", &at_once, &table.orders(&sheets).play_at_once());
        }
        if self.only_read {
            return table;
        }
        let played = table.adjudicate(&sheets, &Dice::new(Seed([0; 32])));
        self.compare_turn(&played, found);
        self.compare_position(played.table.as_ref(), found);
        let reopened = played.table.game().restore(&played.table.state()).unwrap();
        compare(found, "the state stored and read again", &played.table.state(), &reopened.state());
        reopened
    }

    /// Returns the canonical sheets; reading them again must give the same.
    fn read(&self, table: &dyn Table, found: &mut Vec<String>) -> BTreeMap<Seat, String> {
        let (mut problems, mut talk, mut sheets) = (Vec::new(), Vec::new(), BTreeMap::new());
        for (seat, text) in &self.mails {
            let seat = Seat(seat.parse().unwrap());
            let reading = table.read(seat, text);
            for problem in &reading.problems {
                let place = format!("{seat} line {}", problem.line);
                let nearest =
                    if problem.nearest.is_empty() { " -> nothing".to_owned() } else { format!(" -> {}", problem.nearest.join(" | ")) };
                if problem.talk { talk.push(place) } else { problems.push(format!("{place}: {}{nearest}", problem.expected)) }
            }
            let canonical = reading.canonical();
            let again = table.read(seat, &canonical);
            compare(found, "the canonical sheet read again", &canonical, &again.canonical());
            if !canonical.is_empty() {
                sheets.insert(seat, canonical);
            }
        }
        compare(found, "talk", &self.talk, &talk);
        let fits = |(expected, problem): (&String, &String)| {
            let ((place, words), (at, answer)) = (expected.split_once(": ").unwrap(), problem.split_once(": ").unwrap());
            place == at && answer.contains(words)
        };
        if self.problems.len() != problems.len() || !self.problems.iter().zip(&problems).all(fits) {
            found.push(format!("problems should be {:#?} and are {problems:#?}", self.problems));
        }
        sheets
    }

    fn compare_turn(&self, played: &Adjudicated, found: &mut Vec<String>) {
        let fates: Vec<String> = played
            .fates
            .iter()
            .map(|fate| {
                let order = played.orders[&fate.seat][fate.entry].replace('\n', " / ");
                format!("{} {order}: {} {}", fate.seat, format!("{:?}", fate.verdict).to_lowercase(), fate.rule)
            })
            .collect();
        compare(found, "fates", &self.fates, &fates);
        if let Some(expected) = &self.events {
            let events: Vec<String> = played.events.iter().map(|seen| summary(&seen.event)).collect();
            compare(found, "events", expected, &events);
        }
    }

    fn compare_position(&self, table: &dyn Table, found: &mut Vec<String>) {
        let view = table.view(Viewer::Public);
        if let Some(expected) = self.to_move {
            compare(found, "to_move", &expected, &table.to_move().first().map_or(0, |seat| seat.0));
        }
        if let Some(expected) = &self.position {
            compare(found, "position", &expected.as_str(), &view["position"].as_str().unwrap());
        }
        if let Some(expected) = &self.score {
            let row = |row: &Value| format!("{} {}", row["first"].as_str().unwrap(), row["second"].as_str().unwrap()).trim().to_owned();
            compare(found, "score", expected, &view["score"].as_array().unwrap().iter().map(row).collect());
        }
        for (seat, expected) in &self.plans {
            let me = &table.view(Viewer::Seat(Seat(seat.parse().unwrap())))["me"];
            compare(found, "plans", &serde_json::json!(expected), &me["plans"]);
        }
        let outcome = table.outcome();
        let winners: Vec<u8> =
            outcome.iter().flat_map(|outcome| &outcome.places).filter(|place| place.place == 1).map(|place| place.seat.0).collect();
        let winner = match winners.as_slice() {
            [] => None,
            [winner] => Some(*winner),
            _ => Some(0),
        };
        compare(found, "winner", &self.winner, &winner);
        if let Some(decision) = &self.decision {
            compare(found, "decision", decision, &format!("{:?}", table.decision()));
        }
        if let Some(rule) = &self.ends_by {
            compare(found, "ends_by", rule, &outcome.map(|outcome| outcome.rule).unwrap_or_default());
        }
    }
}

fn summary(event: &Value) -> String {
    let planned = if event["planned"] == true { " planned" } else { "" };
    let kind = event["kind"].as_str().unwrap();
    match (kind, event["text"].as_str(), event["passed_over"].as_str()) {
        ("moved", Some(text), Some(side)) => format!("moved {text}{planned}, {side} passed over"),
        (_, Some(text), _) => format!("{kind} {text}{planned}"),
        _ => format!("{kind}{planned}"),
    }
}

fn all_cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/correspondence");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |file: &std::path::PathBuf| -> CaseFile {
        toml::from_str(&fs::read_to_string(file).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
    };
    files.iter().flat_map(|file| read(file).case).collect()
}

#[test]
fn every_case_comes_out_as_it_says() {
    let differences: Vec<String> = all_cases().iter().flat_map(Case::differences).collect();
    assert!(differences.is_empty(), "\n{}\n", differences.join("\n"));
}

#[test]
fn every_rule_has_a_case() {
    let known: BTreeSet<&str> = RULES.split_whitespace().collect();
    let cases = all_cases();
    let covered: BTreeSet<&str> = cases.iter().flat_map(|case| case.rules.iter().map(String::as_str)).collect();
    assert_eq!(known, covered);
}

/// A case in which everything is expected otherwise than it is.
#[test]
fn the_checker_can_fail() {
    let mut case = all_cases().swap_remove(0);
    assert_eq!(case.differences(), Vec::<String>::new());
    let turn = &mut case.turns[0];
    turn.to_move = Some(7);
    turn.winner = Some(1);
    turn.fates.push("1 RESIGN: done C5".into());
    turn.problems.push("1 line 9: nothing".into());
    turn.plans.insert("2".into(), vec!["IF a1-a2 THEN a2-a3".into()]);
    assert_eq!(case.differences().len(), 5, "{:#?}", case.differences());
}

/// What is still secret after each turn of each case is in no view or picture but its owner's.
#[test]
fn conditional_moves_are_seen_by_their_owner_alone() {
    let mut secrets = 0;
    for case in all_cases() {
        let mut table = open(&case.scenario);
        for turn in &case.turns {
            table = turn.play(table, &mut Vec::new());
            for seat in [Seat(1), Seat(2)] {
                let plans = table.view(Viewer::Seat(seat))["me"]["plans"].clone();
                for plan in plans.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    secrets += 1;
                    let others = [Viewer::Seat(Seat(3 - seat.0)), Viewer::Public, Viewer::GameMaster];
                    assert!(others.iter().all(|viewer| !table.view(*viewer).to_string().contains(plan)), "{}: {plan}", case.name);
                }
            }
        }
    }
    assert!(secrets > 3, "the cases have plans that stand");
}
