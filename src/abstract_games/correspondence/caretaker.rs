//! The caretaker, which moves for a player who sends nothing. It looks at each step and, for the most promising steps, at the answers.

use std::cmp::Reverse;

use super::position::goes_on;
use super::{Order, Ply, SeatedPosition, View};
use crate::abstract_games::{AbstractGame, Side};

/// A decided game outweighs anything on the board.
const DECIDED: i64 = 1 << 40;
/// How many of the best steps are looked at together with their answers …
const CANDIDATES: usize = 8;
/// … unless there are more answers than this in all, which bounds the time for a move.
const MOST_ANSWERS: usize = 1_500;
/// No turn is longer; a caretaker that does not finish sends nothing.
const MOST_STEPS: usize = 200;

/// One whole move, or none if it is not the viewer's turn.
pub(super) fn orders<G: AbstractGame>(view: &View<G>, salt: u64) -> Vec<Order<G::Step>> {
    let own = view.seat_and_match().filter(|(seat, game)| game.to_move() == Some(*seat));
    own.and_then(|(_, game)| best_move(game, salt)).map(Order::Move).into_iter().collect()
}

/// One whole move of the side to move; none once the game is over.
pub(super) fn best_move<G: AbstractGame>(game: SeatedPosition<G>, salt: u64) -> Option<Ply<G::Step>> {
    let side = game.position.to_move()?;
    // C6: take over the first move if it has brought its side ahead.
    if game.may_swap() && game.position.worth(game.began) > 0 {
        return Some(Ply::Swap);
    }
    let salt = mixed(salt, u64::from(game.plies));
    let (mut position, mut steps) = (game.position, Vec::new());
    while steps.len() < MOST_STEPS {
        let step = choose(&position, side, salt)?;
        position.play(step);
        steps.push(step);
        if !goes_on(&position) {
            return Some(Ply::Steps(steps));
        }
    }
    None
}

/// The step that leaves the side best off after the opponent's best answer.
fn choose<G: AbstractGame>(position: &G, side: Side, salt: u64) -> Option<G::Step> {
    let mut steps: Vec<G::Step> = position.steps().collect();
    steps.sort_unstable();
    let looked_at = steps.into_iter().enumerate().map(|(index, step)| {
        let after = after(position, step);
        (Reverse(value(&after, side)), mixed(salt, index as u64), step, after)
    });
    let mut ranked: Vec<_> = looked_at.collect();
    ranked.sort_unstable_by_key(|(value, salted, ..)| (*value, *salted));
    let (Reverse(best), _, first, _) = ranked.first()?;
    if *best == DECIDED {
        return Some(*first);
    }
    let mut answers = 0;
    let counted = ranked.iter().take(CANDIDATES).take_while(|(.., after)| {
        answers += after.count_steps() as usize;
        answers <= MOST_ANSWERS
    });
    let answered = counted.map(|(_, _, step, after)| (answered(after, side), *step));
    // Of equals the first wins, so that the earlier ranking by the position itself still counts.
    let chosen = answered.reduce(|one, other| if other.0 > one.0 { other } else { one });
    Some(chosen.map_or(*first, |(_, step)| step))
}

/// A position's value after the opponent's best step, if it is the opponent's turn.
fn answered<G: AbstractGame>(position: &G, side: Side) -> i64 {
    let answers = position.steps().filter(|_| position.to_move() == Some(side.other()));
    answers.map(|step| value(&after(position, step), side)).min().unwrap_or_else(|| value(position, side))
}

fn value<G: AbstractGame>(position: &G, side: Side) -> i64 {
    match position.finish().map(|finish| finish.winner) {
        Some(Some(winner)) if winner == side => DECIDED,
        Some(Some(_)) => -DECIDED,
        Some(None) => 0,
        None => position.worth(side).into(),
    }
}

fn after<G: AbstractGame>(position: &G, step: G::Step) -> G {
    let mut after = position.clone();
    after.play(step);
    after
}

/// Spreads numbers evenly, so that without the salt no player can foresee which of several equal steps is chosen.
fn mixed(salt: u64, number: u64) -> u64 {
    let mut bits = salt ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
