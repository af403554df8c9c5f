//! A game that nobody plays, in the page for writing orders: it is played as the house plays it, and shown as a seat sees it.

use std::collections::BTreeMap;

use ashpost::composer::Responder;
use ashpost::engine::{Adjudicated, AnyGame, Dice, Extent, Played, Seat, Seed, Table, Trial, Viewer};
use ashpost::games::{GAMES, SEEN};
use ashpost::render::Templates;
use serde_json::{Value, json};

use crate::common::played::{Golden, goldens};

const SEED: Seed = Seed([3; 32]);

/// The goldens of all games that are played for trial.
pub(crate) fn tried() -> impl Iterator<Item = Golden> {
    goldens().into_iter().filter(|golden| golden.game.has_trials())
}

/// The sheets of this many turns of a golden. Now and then one is missing, so that the caretaker plays for its seat.
pub(crate) fn sheets(golden: &Golden, turns: usize) -> Vec<BTreeMap<Seat, String>> {
    let with_gaps = |(turn, mut sheets): (usize, BTreeMap<Seat, String>)| {
        sheets.retain(|seat, _| !(usize::from(seat.0) + turn).is_multiple_of(3));
        sheets
    };
    golden.turns().into_iter().take(turns).map(|turn| turn.sheets).enumerate().map(with_gaps).collect()
}

/// What a page asks in order to begin a game, with the templates that its answers need.
pub(crate) fn beginning(table: &dyn Table) -> Value {
    let game = table.game();
    let names = [format!("{}/reading", game.templates()), "galaxy/composer-told".to_owned()];
    let sources = Templates::shared(&Default::default()).unwrap().printed(&names, &[game.templates(), game.id()]);
    let state: Value = serde_json::from_str(&table.state()).unwrap();
    json!({ "do": "begin", "game": game.id(), "rules": game.rules(), "state": state, "sources": sources })
}

/// What a page asks in order to play a turn.
pub(crate) fn playing(turn: usize, sheets: &BTreeMap<Seat, String>) -> Value {
    json!({ "do": "play", "turn": turn, "sheets": sheets.iter().collect::<Vec<_>>(), "seed": SEED })
}

/// What a page asks in order to put into words what a seat was told.
pub(crate) fn telling(game: &dyn AnyGame, seat: Seat, seen: &Value) -> Value {
    let mut model = seen["told"].clone();
    model["view"] = seen["view"].clone();
    model["viewer"] = json!({ "seat": seat });
    model["campaign"] = json!({ "game": game.id(), "unit": game.unit() });
    json!({ "do": "say", "template": "galaxy/composer-told", "model": model })
}

fn begun(table: &dyn Table) -> Box<dyn Trial> {
    let playing = SEEN.iter().find(|seeing| seeing.id == table.game().id()).and_then(|seeing| seeing.playing).unwrap();
    playing.begin(&serde_json::from_str(&table.state()).unwrap()).unwrap()
}

/// The turn as the house plays it, with `ashpost sandbox`'s dice and caretakers.
fn adjudicated(table: &dyn Table, mut sheets: BTreeMap<Seat, String>) -> Adjudicated {
    let seed = SEED.of_turn(table.turn() + 1);
    sheets.retain(|seat, _| table.to_move().contains(seat));
    for seat in table.to_move() {
        sheets.entry(seat).or_insert_with(|| table.caretaker(seat, seed.caretaker(seat)));
    }
    table.adjudicate(&sheets, &Dice::new(seed))
}

#[test]
fn every_seat_sees_and_learns_what_it_would_in_the_house() {
    for golden in tried() {
        let opening = golden.opening();
        let mut trial = begun(&*opening);
        let mut played: Vec<Adjudicated> = Vec::new();
        for (turn, sheets) in (0..).zip(sheets(&golden, 9)) {
            let before = played.last().map_or(&opening, |turn| &turn.table);
            let adjudicated = adjudicated(&**before, sheets.clone());
            assert!(trial.play(turn, &sheets, SEED));
            played.push(adjudicated);
            let memory: Vec<Played<'_>> = played.iter().rev().map(Played::from).collect();
            let Adjudicated { table, events, fates, orders, .. } = played.last().unwrap();
            for seat in table.players().into_keys() {
                let (sight, told) = (trial.sight(turn + 1, seat).unwrap(), trial.told(turn + 1, seat));
                assert_eq!(sight.view(), table.view(Viewer::Seat(seat)));
                assert_eq!(sight.scene(), table.scene_after(Viewer::Seat(seat), &memory));
                assert_eq!(told.moments, table.moments(Viewer::Seat(seat), events));
                assert_eq!(told.orders, orders.get(&seat).map_or(0, Vec::len));
                let unfinished: Vec<_> = fates.iter().filter(|fate| fate.seat == seat && fate.verdict != Extent::Done).collect();
                assert_eq!(told.unfinished.iter().map(|told| &told.fate).collect::<Vec<_>>(), unfinished);
                assert!(told.unfinished.iter().all(|told| told.order == orders[&seat][told.fate.entry]));
            }
        }
    }
}

#[test]
fn a_turn_that_is_taken_back_is_played_otherwise_or_the_same_again() {
    for golden in tried() {
        let mut trial = begun(&*golden.opening());
        let sheets = sheets(&golden, 3);
        let play_on = |trial: &mut dyn Trial| (1..).zip(&sheets[1..]).all(|(turn, sheets)| trial.play(turn, sheets, SEED));
        let seen = |trial: &dyn Trial, turn| trial.sight(turn, Seat(1)).map(|sight| sight.view());
        assert!(trial.play(0, &sheets[0], SEED) && play_on(&mut *trial));
        let (opening, end) = (seen(&*trial, 0), seen(&*trial, 3));
        assert!(trial.play(0, &BTreeMap::from([(Seat(1), String::new())]), SEED));
        assert!(seen(&*trial, 0) == opening && seen(&*trial, 1).is_some() && seen(&*trial, 2).is_none(), "what came after it is forgotten");
        assert!(trial.play(0, &sheets[0], SEED) && play_on(&mut *trial));
        assert_eq!(seen(&*trial, 3), end);
    }
}

fn answer(responder: &mut Responder, question: &Value) -> Value {
    serde_json::from_slice(&responder.ask(question.to_string().as_bytes())).unwrap()
}

#[test]
fn what_happened_is_told_in_the_words_of_the_report() {
    let templates = Templates::shared(&Default::default()).unwrap();
    let (mut lines, mut unfinished) = (0, 0);
    for golden in tried() {
        let mut responder = Responder::of(SEEN);
        assert_eq!(answer(&mut responder, &beginning(&*golden.opening())), json!({}));
        for (turn, sheets) in sheets(&golden, 6).iter().enumerate() {
            assert_eq!(answer(&mut responder, &playing(turn, sheets)), json!({}));
            for seat in golden.seats() {
                let seen = answer(&mut responder, &json!({ "do": "sit", "turn": turn + 1, "seat": seat }));
                let question = telling(golden.game, seat, &seen);
                let told = answer(&mut responder, &question)["text"].as_str().unwrap().to_owned();
                // A story tells of the first eight.
                let story = templates.text("galaxy/story", &with_headline(&question["model"])).unwrap();
                let flowing = told.split_whitespace().collect::<Vec<_>>().join(" ");
                let sentences = story.split("\n  ").skip(1).filter(|line| line.starts_with(['-', '!', '+', '.']));
                for sentence in sentences.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")) {
                    assert!(flowing.contains(&sentence), "{sentence} is not in {told}");
                    lines += 1;
                }
                unfinished += told.lines().filter(|line| line.starts_with('~')).count();
            }
        }
    }
    assert!(lines > 100 && unfinished > 10, "{lines} sentences, {unfinished} orders");
}

fn with_headline(model: &Value) -> Value {
    let mut model = model.clone();
    model["headline"] = json!("What happened");
    model
}

#[test]
fn what_cannot_be_played_is_refused_by_kind() {
    let mut responder = Responder::of(SEEN);
    let mut kind = |question: &Value| answer(&mut responder, question)["error"]["kind"].clone();
    let sit = |turn: u32, seat: u8| json!({ "do": "sit", "turn": turn, "seat": seat });
    let nobody = BTreeMap::new();
    assert_eq!((kind(&sit(0, 1)), kind(&playing(0, &nobody))), (json!("closed"), json!("closed")));
    let golden = tried().next().unwrap();
    let begin = beginning(&*golden.opening());
    let with = |name: &str, value: Value| {
        let mut other = begin.clone();
        other[name] = value;
        other
    };
    let of_two = GAMES.iter().find(|game| !game.has_trials()).unwrap();
    let other = json!({ "do": "begin", "game": of_two.id(), "rules": of_two.rules(), "state": {}, "sources": {} });
    assert_eq!(
        (kind(&other), kind(&with("rules", json!(99))), kind(&with("state", json!({})))),
        (json!("game"), json!("rules"), json!("view"))
    );
    assert_eq!(kind(&begin), Value::Null);
    assert_eq!(kind(&json!({ "do": "picture" })), "closed", "a game is seen from a seat alone");
    assert_eq!((kind(&sit(1, 1)), kind(&sit(0, 99)), kind(&playing(1, &nobody))), (json!("turn"), json!("turn"), json!("turn")));
    assert_eq!((kind(&sit(0, 1)), kind(&json!({ "do": "picture" }))), (Value::Null, Value::Null));
    let open = json!({ "do": "open", "game": "empire", "rules": 99, "view": {}, "sources": {} });
    assert_eq!((kind(&open), kind(&sit(0, 1))), (json!("rules"), json!("closed")), "another view ends it");
}
