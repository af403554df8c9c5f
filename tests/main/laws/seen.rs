//! A view by itself: read back from its JSON, it does everything that the table does for its viewer.

use ashpost::engine::{AnyGame, Pace, Sight, Table, Viewer};
use ashpost::games::{GAMES, SEEN};
use serde_json::json;

use super::everywhere;

fn open(game: &dyn AnyGame, text: &str) -> Result<Box<dyn Sight>, String> {
    let view = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let seeing = SEEN.iter().find(|seeing| seeing.id == game.id()).unwrap();
    seeing.open(&view).map_err(|error| error.to_string())
}

fn seen(table: &dyn Table, viewer: Viewer) -> Box<dyn Sight> {
    let view = table.view(viewer);
    let sight = open(table.game(), &view.to_string()).unwrap();
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
                assert_eq!(sight.read(text).0, table.read(*seat, text), "{seat}: {text}");
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
                if game.pace() == Pace::Alternating && !orders.is_empty() {
                    assert_eq!(sight.answer("", 5).as_deref(), Some(orders.trim()), "{seat}");
                }
            }
        }
    });
}

#[test]
fn orders_as_data_are_the_orders_they_came_from() {
    let mut written = 0;
    everywhere(|_, table, turn| {
        for (seat, sheet) in &turn.sheets {
            let sight = seen(table, Viewer::Seat(*seat));
            let (reading, parts) = sight.read(sheet);
            assert!(parts.iter().all(|parts| parts["order"].is_string()), "{parts:?}");
            assert_eq!(sight.written(parts), Ok(reading.canonical()));
            written += reading.entries.len();
            assert_eq!(sight.written(vec![json!({ "order": "nothing" })]).unwrap_err().to_string(), "entry 0 is no order of this game");
        }
    });
    assert!(written > 1_000, "{written}");
}

#[test]
fn a_text_that_is_no_view_is_refused_in_words() {
    everywhere(|game, table, _| {
        if table.turn() > 0 {
            return;
        }
        let view = table.view(Viewer::Public).to_string();
        for text in ["null", "{}", "[]", "7"] {
            let error = open(game, text).err().unwrap();
            assert!(error.starts_with(&format!("this is not a view of {}: ", game.id())), "{error}");
        }
        // Damage gives another view or none, and nothing worse.
        for (index, digit) in view.char_indices().filter(|(_, letter)| letter.is_ascii_digit()).step_by(23) {
            let other = if digit == '9' { "0" } else { "9" };
            let damaged = [&view[..index], other, &view[index + 1..]].concat();
            if let Ok(sight) = open(game, &damaged) {
                let _ = (
                    sight.scene(),
                    sight.read("RESIGN\nBUILD 3 FI ON 1\nSEND ALL FI FROM 1 TO 2\ne4-e5"),
                    sight.choices("", &["e4".to_owned()]),
                );
            }
        }
    });
}

#[test]
fn the_games_for_views_are_those_of_the_house() {
    let seen: Vec<_> = SEEN.iter().map(|game| (game.id, game.rules, game.templates)).collect();
    assert_eq!(seen, GAMES.iter().map(|game| (game.id(), game.rules(), game.templates())).collect::<Vec<_>>());
}
