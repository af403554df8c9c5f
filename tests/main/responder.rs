//! What the composer's page asks its module, which answers in the words of the receipts.

use std::collections::BTreeSet;

use ashpost::composer::Responder;
use ashpost::engine::{AnyGame, Pace, Seat, Table, Viewer};
use ashpost::games::SEEN;
use ashpost::render::Templates;
use ashpost::render::picture::diagram::{self, Alphabet};
use serde_json::{Value, json};

use crate::common::played::{PlayedTurn, goldens};

/// Opens a view with the templates that its game's answers want.
pub(crate) fn opening(table: &dyn Table, viewer: Viewer) -> Value {
    let game = table.game();
    let names = ["reading", "problem", "doubt"].map(|name| format!("{}/{name}", game.templates()));
    let sources = Templates::shared(&Default::default()).unwrap().printed(&names, &[game.templates()]);
    json!({ "do": "open", "game": game.id(), "rules": game.rules(), "view": table.view(viewer), "sources": sources })
}

/// All that a page asks about a sheet.
pub(crate) fn questions(game: &dyn AnyGame, sheet: &str) -> Vec<Value> {
    let mut questions = vec![json!({ "do": "picture" }), json!({ "do": "read", "text": sheet })];
    if game.pace() == Pace::Alternating {
        let moves: Vec<&str> = sheet.lines().filter(|line| line.contains('-')).collect();
        questions.push(json!({ "do": "think", "line": moves.join(" ") }));
    }
    questions
}

/// Slips, a wrapped order, a move with a question mark, and a signature with numbers.
const SLIPS: &str = "BULD 3 FI ON 1\nSEND 999 FI FROM 1 TO 2\nx9-y10\nThanks, Ann\nSEND 1 FI FROM 1 TO\n2\na1-a2?\n\nAnn Miller, Main Street 12\nTel. 0221 12345\n";

/// One in `one_in` of the sheets of all games in their positions, with slips in every other one; returns how many.
pub(crate) fn sheets(one_in: usize, mut each: impl FnMut(&dyn Table, Seat, &str)) -> usize {
    let (mut all, mut taken) = (0, 0);
    for golden in goldens() {
        for (table, PlayedTurn { sheets, .. }) in golden.positions() {
            for (seat, sheet) in sheets {
                all += 1;
                if all % one_in == 0 {
                    taken += 1;
                    let slips = format!("{}\n{SLIPS}", sheet.replace('4', "44"));
                    each(&*table, seat, if taken % 2 == 0 { &slips } else { &sheet });
                }
            }
        }
    }
    taken
}

fn answer(responder: &mut Responder, question: &Value) -> Value {
    serde_json::from_slice(&responder.ask(question.to_string().as_bytes())).unwrap()
}

#[test]
fn a_sheet_is_read_in_the_words_of_the_receipt() {
    let templates = Templates::shared(&Default::default()).unwrap();
    let mut responder = Responder::of(SEEN);
    let (mut problems, mut doubts) = (0, 0);
    sheets(10, |table, seat, sheet| {
        let game = table.game();
        assert_eq!(answer(&mut responder, &opening(table, Viewer::Seat(seat))), json!({}));
        for question in questions(game, sheet) {
            let answered = answer(&mut responder, &question);
            assert!(answered["error"].is_null(), "{question}: {answered}");
            if question["do"] != "read" {
                continue;
            }
            let reading = table.read(seat, sheet);
            let diagram = reading.prospect.ahead.as_ref().map_or_else(String::new, |scene| diagram::text(scene, Alphabet::Unicode));
            let reading = json!(reading);
            let view = table.echo_view(Viewer::Seat(seat), &reading);
            let model = json!({ "reading": reading, "diagram": diagram, "view": view });
            let text = templates.text(&format!("{}/reading", game.templates()), &model).unwrap();
            assert_eq!((answered["says"].as_str().unwrap(), &answered["failures"]), (text.as_str(), &json!([])));
            let flowing = text.split_whitespace().collect::<Vec<_>>().join(" ");
            for (said, count) in [(&answered["problems"], &mut problems), (&answered["doubts"], &mut doubts)] {
                for fact in said.as_array().unwrap().iter().filter(|fact| fact["talk"] != true) {
                    let sentence = fact["says"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
                    assert!(!sentence.is_empty() && flowing.contains(&sentence), "{sentence} is not in {text}");
                    *count += 1;
                }
            }
            let parts: Vec<&Value> = answered["entries"].as_array().unwrap().iter().map(|entry| &entry["parts"]).collect();
            assert_eq!(answer(&mut responder, &json!({ "do": "write", "orders": parts }))["text"], answered["canonical"]);
        }
    });
    assert!(problems > 40 && doubts > 30, "{problems} problems, {doubts} doubts");
}

#[test]
fn a_picture_names_every_place_once_and_aloud() {
    let mut responder = Responder::of(SEEN);
    sheets(40, |table, seat, _| {
        answer(&mut responder, &opening(table, Viewer::Seat(seat)));
        let picture = &answer(&mut responder, &json!({ "do": "picture" }))["picture"];
        let places = picture["places"].as_array().unwrap();
        let names: BTreeSet<&str> = places.iter().map(|place| place["name"].as_str().unwrap()).collect();
        assert!(names.len() == places.len() && !names.is_empty() && picture["svg"].as_str().unwrap().starts_with("<svg"));
        assert!(places.iter().all(|place| place["label"].as_str().unwrap().contains(place["name"].as_str().unwrap())));
    });
}

#[test]
fn what_cannot_be_answered_is_refused_by_kind() {
    let mut responder = Responder::of(SEEN);
    let mut kind = |question: &Value| answer(&mut responder, question)["error"]["kind"].clone();
    assert_eq!(kind(&json!({ "do": "read", "text": "" })), "closed");
    assert_eq!(kind(&json!({ "do": "dance" })), "question");
    let golden = goldens().swap_remove(0);
    let open = opening(&*golden.opening(), Viewer::Seat(Seat(1)));
    let with = |name: &str, value: Value| {
        let mut other = open.clone();
        other[name] = value;
        other
    };
    assert_eq!(kind(&with("game", json!("chess"))), "game");
    assert_eq!(kind(&with("rules", json!(99))), "rules");
    assert_eq!(kind(&with("view", json!({}))), "view");
    assert_eq!(kind(&json!({ "do": "picture" })), "closed", "what could not be opened leaves nothing open");
    assert_eq!(kind(&open), Value::Null);
    assert_eq!(kind(&json!({ "do": "write", "orders": [{}] })), "order");
    assert_eq!(kind(&json!({ "do": "say", "template": "shared/nothing", "model": {} })), "template");
    assert_eq!(Responder::of(SEEN).ask(b"\xff"), Responder::of(SEEN).ask(b"\xff"), "whatever it is, it is answered");
}

#[test]
fn a_caretaker_answers_behind_a_line_of_a_game_of_two_and_for_a_seat_of_the_others() {
    let mut responder = Responder::of(SEEN);
    for golden in goldens() {
        let table = golden.opening();
        answer(&mut responder, &opening(&*table, Viewer::Seat(Seat(1))));
        let orders = answer(&mut responder, &json!({ "do": "caretake", "salt": 3 }))["orders"].as_str().unwrap().to_owned();
        assert_eq!(orders, table.caretaker(Seat(1), 3), "{}", golden.folder.display());
        if golden.game.pace() == Pace::Alternating {
            let reply = answer(&mut responder, &json!({ "do": "caretake", "line": orders, "salt": 3 }));
            let thought =
                answer(&mut responder, &json!({ "do": "think", "line": format!("{orders} {}", reply["orders"].as_str().unwrap()) }));
            assert_eq!((thought["refused"].clone(), thought["moves"].as_array().unwrap().len()), (Value::Null, 2), "{thought}");
        }
    }
}
