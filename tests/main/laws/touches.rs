//! A board that is touched instead of written about: every legal step can be touched, and nothing else.

use std::collections::BTreeSet;

use ashpost::abstract_games::{AbstractGame, Correspondence, steps_in};
use ashpost::engine::{Game, Seat, Viewer};
use ashpost::games::{anaash, ashes, autumn_ash, ex_nihilo};
use serde_json::Value;

use crate::common::played::goldens;

/// The steps that touching cells can add after a line, found by following everything that lights up.
fn touched<G: Game>(view: &G::View, line: &str, cells: &mut Vec<String>, found: &mut BTreeSet<String>) {
    let choices = G::choices(view, line, cells).unwrap();
    assert!(!choices.lights.is_empty() || !choices.steps.is_empty() || cells.is_empty(), "{cells:?} behind {line} leads nowhere");
    found.extend(choices.steps);
    for light in choices.lights {
        cells.push(light);
        touched::<G>(view, line, cells, found);
        cells.pop();
    }
}

fn assert_every_step_can_be_touched<P: AbstractGame>() {
    let golden = goldens().into_iter().find(|golden| golden.game.id() == P::ID).unwrap();
    let (last, _) = golden.positions().pop().unwrap();
    let score = last.view(Viewer::Public)["score"].clone();
    let of_row = |row: &Value| format!("{} {} ", row["first"].as_str().unwrap(), row["second"].as_str().unwrap());
    let written: String = score.as_array().unwrap().iter().map(of_row).collect();
    let steps = steps_in(&written.replace("(SWAP)", "SWAP"));
    let state: <Correspondence<P> as Game>::State = serde_json::from_str(&golden.opening().state()).unwrap();
    let view = Correspondence::<P>::view(&state, Viewer::Seat(Seat(1)));
    let mut looked_at = 0;
    // The openings differ most from all that follows.
    for length in [0, 1, 2, steps.len() / 3, steps.len() / 2] {
        let line = steps[..length].join(" ");
        let here = Correspondence::<P>::choices(&view, &line, &[]).unwrap();
        assert_eq!(here.line.refused, None, "{}: {line}", P::ID);
        let position = P::read(&rulebook::<P>(&state), &here.line.position).unwrap();
        let mut found = BTreeSet::new();
        touched::<Correspondence<P>>(&view, &line, &mut Vec::new(), &mut found);
        if here.begun.is_empty() {
            assert_eq!(found, position.steps().map(|step| step.to_string()).collect(), "{} behind {line}", P::ID);
            looked_at += 1;
        }
        let whole = Correspondence::<P>::answer(&view, &line, 0);
        assert_eq!(whole.is_some(), here.begun.is_empty(), "{}: only behind whole moves there is an answer: {line}", P::ID);
    }
    assert!(looked_at >= 2, "{}: {looked_at} positions", P::ID);
}

fn rulebook<P: AbstractGame>(state: &<Correspondence<P> as Game>::State) -> P::Rulebook {
    let state: Value = serde_json::to_value(state).unwrap();
    serde_json::from_value(state["rulebook"].clone()).unwrap()
}

#[test]
fn every_legal_step_can_be_touched_and_no_other() {
    assert_every_step_can_be_touched::<anaash::Position>();
    assert_every_step_can_be_touched::<ashes::Position>();
    assert_every_step_can_be_touched::<autumn_ash::Position>();
    assert_every_step_can_be_touched::<ex_nihilo::Position>();
}

/// Orders in pieces are spelled like the orders that they were made from, even if they come back as data.
#[test]
fn orders_in_pieces_are_spelled_alike() {
    fn assert_alike<G: Game>() {
        let golden = goldens().into_iter().find(|golden| golden.game.id() == G::ID).unwrap();
        let mut orders = 0;
        for (table, turn) in golden.positions() {
            let state: G::State = serde_json::from_str(&table.state()).unwrap();
            for (seat, sheet) in &turn.sheets {
                for order in G::parse(sheet, &G::view(&state, Viewer::Seat(*seat))).orders() {
                    let data = serde_json::to_string(&G::parts(order)).unwrap();
                    let back: G::Parts = serde_json::from_str(&data).unwrap();
                    assert_eq!(back.to_string(), order.to_string(), "{data}");
                    orders += 1;
                }
            }
        }
        assert!(orders > 10, "{}: {orders} orders", G::ID);
    }
    assert_alike::<Correspondence<anaash::Position>>();
    assert_alike::<Correspondence<ashes::Position>>();
    assert_alike::<Correspondence<autumn_ash::Position>>();
    assert_alike::<Correspondence<ex_nihilo::Position>>();
    assert_alike::<ashpost::games::empire_postal::EmpirePostal>();
    assert_alike::<ashpost::games::empire_board::Empire>();
}
