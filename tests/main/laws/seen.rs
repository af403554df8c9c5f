//! A view by itself: read back from its JSON, it does all that the table does for its viewer.

use std::collections::BTreeSet;

use ashpost::engine::{Pace, Sight, Table, Viewer};
use ashpost::games::GAMES;
use serde_json::{Value, json};

use super::everywhere;

fn seen(table: &dyn Table, viewer: Viewer) -> Box<dyn Sight> {
    let view = table.view(viewer);
    let sight = table.game().seen(&view.to_string()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(sight.view(), view, "{viewer:?}");
    sight
}

#[test]
fn a_view_read_back_reads_and_draws_as_the_table_does() {
    everywhere(|_, table, turn| {
        for viewer in [Viewer::Public, Viewer::GameMaster] {
            assert_eq!(seen(table, viewer).scene(), table.scene(viewer), "{viewer:?}");
        }
        for (seat, sheet) in &turn.sheets {
            let sight = seen(table, Viewer::Seat(*seat));
            assert_eq!(sight.scene(), table.scene(Viewer::Seat(*seat)), "{seat}");
            let slips = format!("Dear GM,\n{}\n", sheet.to_lowercase().replace(['r', '4'], "x"));
            // An unoptimised build takes its time over misspelt lines.
            for text in [sheet, &slips].into_iter().take(if table.turn().is_multiple_of(5) { 2 } else { 1 }) {
                assert_eq!(sight.read(text), table.read(*seat, text), "{seat}: {text}");
            }
            assert_eq!(sight.look_ahead(sheet), table.look_ahead(*seat, sheet), "{seat}");
        }
    });
}

#[test]
fn a_view_read_back_orders_what_the_caretaker_does() {
    everywhere(|game, table, turn| {
        // Where moves alternate a caretaker looks at thousands of positions.
        if game.pace() == Pace::Simultaneous || table.turn().is_multiple_of(9) {
            for seat in turn.sheets.keys() {
                let sight = seen(table, Viewer::Seat(*seat));
                let orders = table.caretaker(*seat, 5);
                assert_eq!(sight.caretaker(5), orders, "{seat}");
                if !orders.is_empty() {
                    assert_eq!(sight.caretaker_behind("", 5), (game.pace() == Pace::Alternating).then_some(orders), "{seat}");
                }
            }
        }
    });
}

#[test]
fn orders_as_data_are_the_orders_they_came_from() {
    let mut written = 0;
    everywhere(|game, table, turn| {
        for (seat, sheet) in turn.sheets.iter().filter(|_| game.pace() == Pace::Simultaneous) {
            let sight = seen(table, Viewer::Seat(*seat));
            let reading = sight.read(sheet);
            let parts: Vec<Value> = reading.entries.iter().map(|entry| entry.parts.clone()).collect();
            assert!(parts.iter().all(|parts| parts["order"].is_string()), "{parts:?}");
            assert_eq!(sight.written(parts), Ok(reading.canonical()));
            written += reading.entries.len();
            assert_eq!(sight.written(vec![json!({ "order": "nothing" })]).unwrap_err().to_string(), "entry 0 is no order of this game");
        }
    });
    assert!(written > 1_000, "{written}");
}

/// What touches make whole, through every light that there is.
fn steps_by_touch(sight: &dyn Sight, line: &str, touched: &[String], found: &mut BTreeSet<String>) {
    let thought = sight.think(line, touched).unwrap();
    found.extend(thought.steps);
    for light in thought.lights {
        steps_by_touch(sight, line, &[touched, &[light]].concat(), found);
    }
}

#[test]
fn every_legal_step_and_no_other_is_made_by_touching_what_lights_up() {
    let mut games = BTreeSet::new();
    everywhere(|game, table, _| {
        if game.pace() == Pace::Simultaneous || !table.turn().is_multiple_of(9) {
            return;
        }
        let sight = seen(table, Viewer::Public);
        // An unoptimised build takes its time over hundreds of steps.
        let Some(legal) = sight.view()["legal"].as_array().filter(|legal| legal.len() < 150).cloned() else { return };
        let mut found = BTreeSet::new();
        steps_by_touch(&*sight, "", &[], &mut found);
        assert_eq!(found.into_iter().map(Value::from).collect::<Vec<_>>(), legal, "{}", game.id());
        games.insert(game.id());
    });
    assert_eq!(games.len(), GAMES.iter().filter(|game| game.pace() == Pace::Alternating).count());
}

#[test]
fn a_thought_goes_on_where_a_move_is_not_complete() {
    let mut steps = 0;
    everywhere(|game, table, turn| {
        for (seat, sheet) in turn.sheets.iter().filter(|(seat, _)| game.pace() == Pace::Alternating && table.to_move().contains(seat)) {
            let sight = seen(table, Viewer::Seat(*seat));
            let Some(whole) = sight
                .read(sheet)
                .entries
                .into_iter()
                .map(|entry| entry.order)
                .find(|order| !order.starts_with("IF") && order.contains(';'))
            else {
                continue;
            };
            let parts: Vec<&str> = whole.split(';').collect();
            for made in 1..parts.len() {
                let thought = sight.think(&parts[..made].join(";"), &[]).unwrap();
                assert_eq!(thought.begun, parts[..made], "{whole}");
                assert!(thought.mine && !thought.swap && thought.ahead.moves.is_empty() && thought.ahead.refused.is_none(), "{thought:?}");
                steps += 1;
            }
            let done = sight.think(&whole, &[]).unwrap();
            assert!(done.begun.is_empty() && !done.mine && done.ahead.moves.len() == 1, "{done:?}");
            assert_eq!(Some(&done.ahead.position), sight.look_ahead(&whole).map(|ahead| ahead.position).as_ref());
        }
    });
    assert!(steps > 0);
}

#[test]
fn a_text_that_is_no_view_is_refused_in_words() {
    everywhere(|game, table, _| {
        if table.turn() > 0 {
            return;
        }
        let view = table.view(Viewer::Public).to_string();
        for text in ["", "{}", "[]", &view[..view.len() / 2], &view.replace(':', "")] {
            let error = game.seen(text).err().unwrap().to_string();
            assert!(error.starts_with(&format!("this is not a view of {}: ", game.id())), "{error}");
        }
        // Damage makes another view or none, and nothing worse.
        for (index, digit) in view.char_indices().filter(|(_, letter)| letter.is_ascii_digit()).step_by(23) {
            let other = if digit == '9' { "0" } else { "9" };
            let damaged = [&view[..index], other, &view[index + 1..]].concat();
            if let Ok(sight) = game.seen(&damaged) {
                let _ = (
                    sight.scene(),
                    sight.read("RESIGN\nBUILD 3 FI ON 1\nSEND ALL FI FROM 1 TO 2\ne4-e5"),
                    sight.think("", &["e4".to_owned()]),
                );
            }
        }
    });
}
