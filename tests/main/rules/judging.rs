//! What every game's cases say of orders and events, and how it is compared with what became of them.

use std::collections::BTreeMap;

use ashpost::engine::{Extent, Fate, Seat};
use serde_json::{Value, json};

/// The lines, from 1, on which a seat's orders were read, in their order, and those that could not be read.
pub(super) struct ReadLines {
    pub orders: Vec<u32>,
    pub unreadable: Vec<u32>,
}

/// Every order line gives its fate after `# =>`, and every fate that is given has its order.
pub(super) fn differing_fates(seat: Seat, sheet: &str, lines: &ReadLines, played: &[Fate<Value>]) -> Vec<String> {
    let mut fates: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (index, line) in lines.orders.iter().enumerate() {
        let mine = played.iter().filter(|fate| fate.seat == seat && fate.entry == index);
        fates.entry(*line).or_default().extend(mine.map(show_fate));
    }
    for line in &lines.unreadable {
        fates.entry(*line).or_default().push("unreadable".to_owned());
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

/// `cut 48/99 short-of P4.5`, `done P4.1`.
fn show_fate(fate: &Fate<Value>) -> String {
    let verdict = match fate.verdict {
        Extent::Done => "done",
        Extent::Cut => "cut",
        Extent::Failed => "failed",
    };
    let numbers = fate.asked.zip(fate.done).map(|(asked, done)| format!("{done}/{asked}"));
    let reason = fate.reason.as_ref().and_then(|reason| reason["reason"].as_str()).map(str::to_owned);
    let words = [Some(verdict.to_owned()), numbers, reason, Some(fate.rule.clone())];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Each event of `expected` must have happened, and none of the kinds of `never`.
pub(super) fn differing_events(events: &[Value], expected: &[BTreeMap<String, Value>], never: &[String]) -> Vec<String> {
    let mut differences = Vec::new();
    for expected in expected.iter().filter(|expected| !events.iter().any(|seen| is_like(seen, expected))) {
        let kind = expected.get("kind");
        let others: Vec<String> =
            events.iter().filter(|seen| seen["event"].get("kind") == kind).map(|seen| format!("\n    {seen}")).collect();
        differences.push(format!("{expected:?} did not happen; of its kind there is{}", others.concat()));
    }
    for kind in never {
        let happened = events.iter().find(|seen| seen["event"]["kind"] == kind.as_str());
        differences.extend(happened.map(|seen| format!("{seen} happened")));
    }
    differences
}

/// Whether an event has these fields, where `false` means that there is none; `seen_by` is `everybody` or a list of seats.
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

/// `P10.4: 1 | 2 3 | 4`: the rule, then the places, best first.
pub(super) fn show_outcome(outcome: &Value) -> Value {
    let Some(places) = outcome["places"].as_array() else { return Value::Null };
    let mut shown = format!("{}:", outcome["rule"].as_str().unwrap_or_default());
    let mut last = None;
    for place in places {
        let between = if last.is_some_and(|last| last != &place["place"]) { " |" } else { "" };
        shown += &format!("{between} {}", place["seat"]);
        last = Some(&place["place"]);
    }
    json!(shown)
}
