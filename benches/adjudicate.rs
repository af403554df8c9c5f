//! How long a turn takes: eight busy players in the middle of the played-through game.

#[path = "../tests/support/played.rs"]
#[allow(dead_code, reason = "one game is enough here")]
mod played;

use ashpost::engine::{Game, Orders, Viewer};
use ashpost::games::empire_postal::EmpirePostal;
use ashpost::games::empire_postal::order::Order;
use ashpost::games::empire_postal::state::State;
use divan::Bencher;

const TURN: usize = 6;

fn main() {
    divan::main();
}

/// The position before turn 6, its sheets as read, and its dice.
fn busy_turn() -> (State, Orders<Order>, played::PlayedTurn) {
    let (table, turn) = played::golden(EmpirePostal::ID).unwrap().positions().swap_remove(TURN - 1);
    let state: State = serde_json::from_str(&table.state()).unwrap();
    let orders = turn.sheets.iter().map(|(seat, sheet)| {
        let view = EmpirePostal::view(&state, Viewer::Seat(*seat));
        (*seat, EmpirePostal::parse(sheet, &view).orders().cloned().collect())
    });
    (state.clone(), orders.collect(), turn)
}

#[divan::bench]
fn a_turn_from_orders(bencher: Bencher) {
    let (state, orders, turn) = busy_turn();
    bencher.bench(|| EmpirePostal::adjudicate(&state, &orders, &turn.dice));
}

#[divan::bench]
fn a_turn_from_mail_to_report_data(bencher: Bencher) {
    let (table, turn) = played::golden(EmpirePostal::ID).unwrap().positions().swap_remove(TURN - 1);
    bencher.bench_local(|| table.adjudicate(&turn.sheets, &turn.dice));
}

#[divan::bench]
fn a_view(bencher: Bencher) {
    let (state, _, _) = busy_turn();
    bencher.bench(|| EmpirePostal::view(&state, Viewer::GameMaster));
}
