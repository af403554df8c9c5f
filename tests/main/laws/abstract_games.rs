//! Laws of the games by correspondence, and what their views hide: the conditional moves of others (C3).

use ashpost::abstract_games::{PASSED_OVER, steps_in};
use ashpost::campaign::record::{BesideMoves, Record};
use ashpost::engine::{Pace, Seat, Table, Viewer};
use serde_json::Value;

use crate::common::played::{Golden, goldens};

/// The state without the conditional moves that this viewer may not know.
pub(super) fn disguise(state: &Value, viewer: Viewer) -> Value {
    let mut other = state.clone();
    let own = match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Public | Viewer::GameMaster => String::new(),
    };
    other["plans"].as_object_mut().unwrap().retain(|seat, _| *seat == own);
    other
}

fn of_two() -> Vec<Golden> {
    let all: Vec<Golden> = goldens().into_iter().filter(|golden| golden.game.pace() == Pace::Alternating).collect();
    assert!(all.len() >= 4, "games are missing");
    all
}

/// The last position of a game that was played through.
fn last(golden: &Golden) -> Box<dyn Table> {
    let (table, turn) = golden.positions().pop().unwrap();
    table.adjudicate(&turn.sheets, &turn.dice).table
}

/// The score as a report prints it.
fn score(table: &dyn Table) -> String {
    let view = table.view(Viewer::Public);
    let row = |row: &Value| format!("{}. {} {}\n", row["number"], row["first"].as_str().unwrap(), row["second"].as_str().unwrap());
    view["score"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn the_move_that_a_report_gives_as_an_example_can_be_sent_as_it_stands() {
    for golden in of_two() {
        for (table, _) in golden.positions() {
            for seat in [Seat(1), Seat(2)] {
                let example = table.whole_move(seat);
                assert_eq!(example.is_some(), table.to_move().contains(&seat), "{}", golden.folder.display());
                if let Some(example) = example {
                    let reading = table.read(seat, &example);
                    assert!(reading.has_move && reading.problems.is_empty(), "{}: {example}", golden.folder.display());
                }
            }
        }
    }
}

#[test]
fn a_line_of_the_moves_that_were_played_leads_to_where_they_led() {
    for golden in of_two() {
        let end = last(&golden);
        let ahead = golden.opening().look_ahead(Seat(1), &score(&*end)).unwrap();
        assert_eq!(ahead.refused, None, "{}", golden.folder.display());
        assert_eq!(ahead.position, end.view(Viewer::Public)["position"]);
    }
}

#[test]
fn a_line_is_thought_through_without_what_its_reader_may_not_know() {
    for golden in of_two() {
        for (table, turn) in golden.positions() {
            let line = score(&*table.adjudicate(&turn.sheets, &turn.dice).table);
            let state: Value = serde_json::from_str(&table.state()).unwrap();
            for seat in [Seat(1), Seat(2)] {
                let disguised = golden.game.restore(&disguise(&state, Viewer::Seat(seat)).to_string()).unwrap();
                assert_eq!(disguised.look_ahead(seat, &line), table.look_ahead(seat, &line));
            }
        }
    }
}

#[test]
fn the_record_of_a_game_reads_as_itself_and_plays_again_to_the_same_end() {
    for golden in of_two() {
        let scenario = std::fs::read_to_string(golden.folder.join("scenario.toml")).unwrap();
        let stepwise = golden.game.stepwise().unwrap();
        let terms = stepwise.terms(&scenario).unwrap();
        let positions = golden.positions();
        let tables = positions.iter().map(|(table, _)| &**table).collect::<Vec<_>>();
        let end = last(&golden);
        for table in tables.into_iter().chain([&*end]) {
            let record = Record::of(
                &BesideMoves {
                    game: golden.game.id(),
                    rules: golden.game.rules(),
                    title: "A game",
                    campaign: "glade",
                    site: "pbem.example",
                    scenario: "scenario.toml",
                    terms: &terms,
                    players: ["Ann", "Bob"],
                    began: "2027-01-01",
                    ended: None,
                    outcome: table.outcome().as_ref(),
                    decision: table.decision(),
                    by_decision: None,
                },
                &table.moves().unwrap(),
            );
            assert_eq!(Record::read(&record.to_string()).as_ref(), Ok(&record), "{}", golden.folder.display());
            let mut steps = stepwise.begin(record.terms()).unwrap();
            let began = steps.to_move();
            for step in steps_in(&record.score()).iter().filter(|step| *step != PASSED_OVER) {
                steps.play(step).unwrap_or_else(|error| panic!("{}: {error}", golden.folder.display()));
            }
            assert_eq!(steps.position(), table.view(Viewer::Public)["position"], "{}", golden.folder.display());
            assert_eq!(record.check_end(steps.finish().as_ref(), began), Ok(()), "{}", golden.folder.display());
        }
    }
}
