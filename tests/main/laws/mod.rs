//! Laws that hold for every registered game, in every position of its played-through golden game.

mod abstract_games;
mod battles_explained;
mod caretaker;
mod empire;
mod empire_postal;
mod leaks;
mod maps;
mod seen;
mod touches;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use ashpost::engine::{Adjudicated, AnyGame, Dice, Pace, Seat, SeatSet, Seed, Table, Viewer};
use ashpost::games::{self, GAMES};
use proptest::prelude::*;
use serde_json::Value;

use crate::common::{cases, played};

/// Every position of every game, with the turn that was played from it.
fn everywhere(mut law: impl FnMut(&dyn AnyGame, &dyn Table, &played::PlayedTurn)) {
    for golden in played::goldens() {
        let positions = golden.positions();
        assert!(positions.len() >= 12, "{} is too short", golden.folder.display());
        positions.iter().for_each(|(table, turn)| law(golden.game, &**table, turn));
    }
}

fn assert_same(one: &Adjudicated, other: &Adjudicated) {
    assert_eq!(one.table.state(), other.table.state());
    assert!(one.events == other.events && one.fates == other.fates);
}

#[test]
fn replay_gives_the_same_turn_and_the_same_state() {
    everywhere(|game, table, turn| {
        let reopened = game.restore(&table.state()).unwrap();
        assert_eq!(reopened.state(), table.state());
        assert_same(&table.adjudicate(&turn.sheets, &turn.dice), &reopened.adjudicate(&turn.sheets, &turn.dice));
    });
}

#[test]
fn sheets_that_arrive_in_another_order_give_the_same_turn() {
    everywhere(|_, table, turn| {
        let backwards = turn.sheets.iter().rev().map(|(seat, sheet)| (*seat, sheet.clone())).collect();
        assert_same(&table.adjudicate(&turn.sheets, &turn.dice), &table.adjudicate(&backwards, &turn.dice));
    });
}

#[test]
fn the_canonical_sheet_reads_as_itself_and_plays_the_same() {
    everywhere(|_, table, turn| {
        let canonical: BTreeMap<Seat, String> =
            turn.sheets.iter().map(|(seat, sheet)| (*seat, table.read(*seat, sheet).canonical())).collect();
        for (seat, sheet) in &canonical {
            let again = table.read(*seat, sheet);
            assert_eq!((again.canonical(), again.problems.len()), (sheet.clone(), 0));
        }
        assert_same(&table.adjudicate(&turn.sheets, &turn.dice), &table.adjudicate(&canonical, &turn.dice));
    });
}

/// A journal keeps what the office enters by its canonical spelling alone, and is replayed from that.
/// The lines with orders are found without a word on the others just as the whole text is read.
fn assert_same_lines(table: &dyn Table, seat: Seat, text: &str) {
    let read = table.read(seat, text);
    let lines: BTreeSet<u32> = read.entries.iter().map(|entry| entry.line).chain(read.unmet.iter().map(|unmet| unmet.line)).collect();
    assert_eq!(table.order_lines(seat, text), lines, "{text}");
}

#[test]
fn lines_with_orders_are_those_that_are_read() {
    everywhere(|_, table, turn| {
        for (seat, sheet) in &turn.sheets {
            assert_same_lines(table, *seat, sheet);
            assert_same_lines(table, *seat, &sheet.replace('E', "EE"));
        }
    });
}

#[test]
fn what_is_entered_plays_as_its_canonical_spelling_does() {
    everywhere(|game, table, turn| {
        // Where moves alternate a caretaker looks at thousands of positions, which takes its time unoptimised.
        let is_slow = game.pace() == Pace::Alternating && !table.turn().is_multiple_of(3);
        for caretaken in [0, 1] {
            let (mut orders, mut canonical) = (table.orders(&BTreeMap::new()), BTreeMap::new());
            for (seat, text) in &turn.sheets {
                if seat.0 % 2 != caretaken || is_slow {
                    canonical.insert(*seat, orders.enter(*seat, text).canonical());
                } else if let Some(sheet) = orders.enter_caretaker(*seat, 5) {
                    assert_eq!(sheet, table.caretaker(*seat, 5));
                    assert!(orders.readings()[seat] == table.read(*seat, &sheet), "{} {seat}: {sheet}", game.id());
                    canonical.insert(*seat, sheet);
                }
            }
            let (entered, read) = (orders.adjudicate(&turn.dice), table.adjudicate(&canonical, &turn.dice));
            assert_same(&entered, &read);
            assert_eq!((entered.orders, entered.disclosed), (read.orders, read.disclosed), "{}", game.id());
        }
    });
}

/// Journals end a game in this way when a player has left it; old ones did it by RESIGN.
#[test]
fn who_leaves_a_game_of_moves_has_lost_it_as_by_the_word_resign() {
    everywhere(|game, table, turn| {
        for seat in table.players().into_keys().chain([Seat(200)]) {
            let resigned = table.resigned_by(seat, &turn.dice);
            assert_eq!(resigned.is_some(), game.pace() == Pace::Alternating, "{}", game.id());
            let Some(resigned) = resigned else { continue };
            let by_word = table.adjudicate(&BTreeMap::from([(seat, "RESIGN\n".to_owned())]), &turn.dice).table;
            assert_eq!(resigned.state(), by_word.state(), "{} {seat}", game.id());
            assert!(resigned.outcome().is_some(), "{} {seat}: it goes on", game.id());
        }
    });
}

#[test]
fn another_name_changes_nothing_else() {
    everywhere(|game, table, turn| {
        let stored: BTreeMap<Seat, String> =
            turn.sheets.iter().map(|(seat, sheet)| (*seat, table.read(*seat, sheet).canonical())).collect();
        for seat in turn.sheets.keys() {
            let before = table.state();
            let mut renamed = game.restore(&before).unwrap();
            renamed.rename(*seat, "Somebody Else");
            let state: Value = serde_json::from_str(&renamed.state()).unwrap();
            assert!(differences(&state, &serde_json::from_str(&before).unwrap()) == 1, "{}: one name has changed", game.id());
            let fates = |table: &dyn Table| table.adjudicate(&stored, &turn.dice).fates;
            assert!(fates(&*renamed) == fates(table), "{}: stored sheets mean the same", game.id());
        }
        let mut same = game.restore(&table.state()).unwrap();
        same.rename(Seat(200), "Nobody");
        assert_eq!(same.state(), table.state());
    });
}

/// How many values of two documents of one shape differ.
fn differences(one: &Value, other: &Value) -> usize {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => {
            one.iter().map(|(key, value)| differences(value, &other[key])).sum()
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).map(|(one, other)| differences(one, other)).sum()
        }
        _ => usize::from(one != other),
    }
}

#[test]
fn every_order_of_every_seat_has_one_fate() {
    everywhere(|_, table, turn| {
        let played = table.adjudicate(&turn.sheets, &turn.dice);
        let fates: Vec<(Seat, usize)> = played.fates.iter().map(|fate| (fate.seat, fate.entry)).collect();
        let orders = played.orders.iter().flat_map(|(seat, orders)| (0..orders.len()).map(|entry| (*seat, entry)));
        assert_eq!(fates, orders.collect::<Vec<_>>());
    });
}

#[test]
fn orders_are_awaited_until_the_game_is_over() {
    everywhere(|_, table, _| assert_eq!(table.to_move() == SeatSet::new(), table.outcome().is_some()));
}

#[test]
fn a_position_has_one_spelling() {
    everywhere(|_, table, _| {
        let state = table.state();
        assert_eq!(serde_json::from_str::<Value>(&state).unwrap().to_string(), state);
    });
}

/// What a view hides, by game: the state with everything changed that this viewer may not know.
fn disguise(game: &dyn AnyGame, state: &Value, viewer: Viewer) -> Value {
    match game.id() {
        "empire" => empire::disguise(state, viewer),
        "empire_postal" => empire_postal::disguise(state, viewer),
        _ => abstract_games::disguise(state, viewer),
    }
}

/// A view without the parts that are made from the opening table alone, which RULES prints for everybody (P1.2).
fn beyond_the_rules(mut view: Value) -> Value {
    if let Some(fields) = view.as_object_mut() {
        fields.remove("raids");
    }
    view
}

#[test]
fn what_a_view_hides_cannot_change_it() {
    let mut secrets: BTreeMap<&str, u32> = BTreeMap::new();
    everywhere(|game, table, turn| {
        let state: Value = serde_json::from_str(&table.state()).unwrap();
        let seats = turn.sheets.keys().map(|seat| Viewer::Seat(*seat));
        for viewer in seats.chain([Viewer::Public]) {
            let disguised = disguise(game, &state, viewer);
            *secrets.entry(game.id()).or_default() += u32::from(disguised != state);
            let disguised = game.restore(&disguised.to_string()).unwrap();
            assert_eq!(
                beyond_the_rules(disguised.view_with_history(viewer, 1)),
                beyond_the_rules(table.view_with_history(viewer, 1)),
                "{viewer:?}"
            );
            assert_eq!(disguised.scene(viewer), table.scene(viewer), "{viewer:?}");
        }
    });
    assert!(GAMES.iter().all(|game| secrets[game.id()] > 0), "there is something to hide in every game: {secrets:?}");
}

/// The opening of every game, and its first turn.
static FIRST_TURNS: LazyLock<Vec<(Box<dyn Table>, played::PlayedTurn)>> =
    LazyLock::new(|| played::goldens().iter().map(|golden| golden.positions().swap_remove(0)).collect());

fn dice() -> Dice {
    Dice::new(Seed([2; 32]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases("LAWS_TEXTS", 12)))]

    #[test]
    fn no_text_breaks_a_turn(text in "(\\PC|\\n){0,200}", seat in 0_u8..=10) {
        for (opening, _) in FIRST_TURNS.iter() {
            opening.read(Seat(seat), &text);
            opening.look_ahead(Seat(seat), &text);
            opening.adjudicate(&BTreeMap::from([(Seat(seat), text.clone())]), &dice());
        }
    }
}

proptest! {
    // Each case is of one game: a misspelt move of some boards is compared with thousands of legal ones.
    #![proptest_config(ProptestConfig::with_cases(cases("LAWS_SALADS", 24)))]

    /// Words of real sheets, thrown together.
    #[test]
    fn no_salad_of_real_words_breaks_a_turn(
        game in any::<prop::sample::Index>(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let (opening, turn) = game.get(&FIRST_TURNS);
        let words: Vec<&str> = turn.sheets.values().flat_map(|sheet| sheet.split_inclusive([' ', '\n'])).collect();
        let text: String = picks.iter().map(|pick| *pick.get(&words)).collect();
        assert_same_lines(&**opening, Seat(1), &text);
        let played = opening.adjudicate(&BTreeMap::from([(Seat(1), text)]), &turn.dice);
        prop_assert_eq!(played.fates.len(), played.orders.values().map(Vec::len).sum::<usize>());
    }
}

#[test]
fn games_are_found_by_their_names() {
    assert!(GAMES.iter().all(|game| games::by_id(game.id()).is_some_and(|found| found.title() == game.title())));
    assert!(games::by_id("tic_tac_toe").is_none());
}
