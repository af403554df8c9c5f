//! States that differ only in what a viewer may not know: everything that the viewer is shown of them is the same, byte for byte.

use std::collections::BTreeMap;

use ashpost::campaign::digest;
use ashpost::engine::{Dice, Seed, Stream, Table, Viewer};
use ashpost::games::GAMES;
use ashpost::render::picture::diagram::{self, Alphabet};
use ashpost::render::picture::{png, svg};
use ashpost::render::writing::ReportWriting;
use ashpost::render::{Model, Templates};
use serde_json::{Map, Value, json};

use super::disguise;
use crate::common::{cases, played, played_game};

/// Parts of a state that are public as a whole, such as how many loads there are: they are taken from one state or the other.
const WHOLE: [&str; 1] = ["cargo"];

/// A state between two: chance takes each part that differs from the one or the other.
fn between(one: &Value, other: &Value, chance: &mut Stream) -> Value {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            let mut mixed = Map::new();
            for (key, value) in one {
                match other.get(key) {
                    Some(other) if WHOLE.contains(&key.as_str()) => {
                        drop(mixed.insert(key.clone(), if chance.below(2) == 0 { value } else { other }.clone()));
                    }
                    Some(other) => drop(mixed.insert(key.clone(), between(value, other, chance))),
                    None if chance.below(2) == 0 => drop(mixed.insert(key.clone(), value.clone())),
                    None => {}
                }
            }
            Value::Object(mixed)
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).map(|(one, other)| between(one, other, chance)).collect()
        }
        _ if chance.below(2) == 0 => one.clone(),
        _ => other.clone(),
    }
}

/// A view without the parts that are made from the opening table alone, which RULES prints for everybody (P1.2).
fn without_raids(mut view: Value) -> Value {
    if let Some(raids) = view.get_mut("raids") {
        *raids = json!([]);
    }
    view
}

/// Everything that is made from a position for a viewer, by what it is.
fn shown(table: &dyn Table, viewer: Viewer, sheet: &str, templates: &Templates) -> BTreeMap<&'static str, String> {
    let scene = table.scene(viewer);
    let mut shown = BTreeMap::from([
        ("view", without_raids(table.view_with_history(viewer, 1)).to_string()),
        ("drawing", svg::render(&scene)),
        ("picture", png::render(&scene).map_or_else(|error| error.to_string(), |bytes| digest(&format!("{bytes:?}")))),
        ("diagram", diagram::text(&scene, Alphabet::Unicode)),
        ("outcome", format!("{:?} {:?} {:?}", table.outcome(), table.to_move(), table.players())),
    ]);
    let mut report = played_game::model(table, None, viewer);
    report.view = without_raids((*report.view).clone()).into();
    let writing = ReportWriting::of(templates, &report).unwrap();
    shown.insert("report", writing.text().unwrap());
    shown.insert("page", writing.html().unwrap());
    shown.insert("json", ashpost::render::report::json(&report));
    if let Viewer::Seat(seat) = viewer {
        let reading = table.read(seat, sheet);
        let folder = table.game().templates();
        let mut model = Model::of(&json!({ "reading": reading, "diagram": "" }));
        model.set("view", without_raids(table.view(viewer)));
        shown.insert("receipt", templates.text_of(&format!("{folder}/reading"), &model).unwrap());
        shown.insert("reading", json!(reading).to_string());
    }
    shown
}

/// Orders that work, that will fail, and lines that nobody can read.
fn sheet(orders: &str, chance: &mut Stream) -> String {
    let words = [
        "SEND ALL FI FROM 1 TO 20",
        "BUILD 3 FI ON 40",
        "SPY ON 7",
        "BULD 3 FI",
        "SEND 99 TR FROM 12 TO Earth",
        "a1-a2",
        "IF b2-b3 THEN c3-c4",
    ];
    let added = words.iter().filter(|_| chance.below(3) == 0).map(|line| format!("{line}\n")).collect::<String>();
    orders.to_owned() + &added
}

#[test]
fn what_differs_only_in_secrets_is_shown_alike() {
    let templates = Templates::new(&BTreeMap::new()).unwrap();
    let goldens = played::goldens();
    let positions: Vec<_> = goldens.iter().map(|golden| (golden.game, golden.positions())).collect();
    let mut chance = Dice::new(Seed([5; 32])).stream("leaks");
    let mut pairs: BTreeMap<&str, u32> = BTreeMap::new();
    let wanted = cases("FAIRNESS_LEAKS", 36);
    while pairs.values().sum::<u32>() < wanted {
        let (game, positions) = &positions[pairs.values().sum::<u32>() as usize % positions.len()];
        let (table, turn) = chance.choose(positions).unwrap();
        let viewers: Vec<Viewer> = turn.sheets.keys().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Public]).collect();
        let viewer = *chance.choose(&viewers).unwrap();
        let state: Value = serde_json::from_str(&table.state()).unwrap();
        let other = between(&state, &disguise(*game, &state, viewer), &mut chance);
        if other == state {
            continue;
        }
        let other = game.restore(&other.to_string()).unwrap();
        let orders = match viewer {
            Viewer::Seat(seat) => turn.sheets.get(&seat).cloned().unwrap_or_default(),
            _ => String::new(),
        };
        let orders = sheet(&orders, &mut chance);
        let (one, two) = (shown(&**table, viewer, &orders, &templates), shown(&*other, viewer, &orders, &templates));
        for (what, text) in &one {
            let differs = text.lines().zip(two[what].lines()).find(|(one, other)| one != other);
            assert!(two[what] == *text, "{}: the {what} of {viewer:?} tells a secret: {differs:?}", game.id());
        }
        *pairs.entry(game.id()).or_default() += 1;
    }
    assert!(GAMES.iter().all(|game| pairs.contains_key(game.id())), "every game has secrets: {pairs:?}");
    println!("{pairs:?}");
}
