//! How long a turn takes: busy players in the middle of a played-through game.

#[path = "../tests/common/played.rs"]
#[allow(dead_code, reason = "one turn of each game is enough here")]
mod played;

use ashpost::engine::{Dice, Game, Orders, Viewer};
use ashpost::games::empire_board::Empire;
use ashpost::games::empire_postal::EmpirePostal;
use divan::Bencher;

const TURN: usize = 6;

fn main() {
    divan::main();
}

/// The position before turn 6, its sheets as read, and its dice.
fn busy_turn<G: Game>() -> (G::State, Orders<G::Order>, Dice) {
    played::as_played::<G>(G::ID).swap_remove(TURN - 1)
}

#[divan::bench(types = [EmpirePostal, Empire])]
fn a_turn_from_orders<G: Game>(bencher: Bencher) {
    let (state, orders, dice) = busy_turn::<G>();
    bencher.bench_local(|| G::adjudicate(&state, &orders, &dice));
}

#[divan::bench(types = [EmpirePostal, Empire])]
fn a_turn_from_mail_to_report_data<G: Game>(bencher: Bencher) {
    let (table, turn) = played::golden(G::ID).unwrap().positions().swap_remove(TURN - 1);
    bencher.bench_local(|| table.adjudicate(&turn.sheets, &turn.dice));
}

#[divan::bench(types = [EmpirePostal, Empire])]
fn a_view<G: Game>(bencher: Bencher) {
    let (state, _, _) = busy_turn::<G>();
    bencher.bench_local(|| G::view(&state, Viewer::GameMaster));
}
