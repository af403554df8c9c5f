//! The part of a turn's sheets that may be published once the game is over: what was played, and nothing else.

use super::state::{ScoreEntry, State};
use super::{Order, Plan, PlannedTurn};
use crate::abstract_games::AbstractGame;
use crate::engine::{Orders, Seat};

/// Orders with which the turn that led to this state plays out alike: the move, the conditional moves that were played (C3), and resignations. Leaves
/// out notes (C4) and conditional moves that were not played.
pub(super) fn orders<G: AbstractGame>(sent: &Orders<Order<G::Step>>, after: &State<G>) -> Orders<Order<G::Step>> {
    let played: Vec<&ScoreEntry> = after.score.iter().filter(|played| played.turn == after.turn).collect();
    let of_seat = |(seat, sheet): (&Seat, &Vec<Order<G::Step>>)| {
        let mut told: Vec<_> = sheet.iter().filter(|order| matches!(order, Order::Move(_) | Order::Resign)).cloned().collect();
        let has_moved = played.first().is_some_and(|first| first.seat == *seat && !first.planned);
        told.extend(plan(*seat, &played[usize::from(has_moved)..]).map(Order::Plan));
        (*seat, told)
    };
    let mut told: Orders<Order<G::Step>> = sent.iter().map(of_seat).collect();
    // A conditional move that was sent for an earlier turn is on no sheet of this one.
    for seat in after.players.keys().filter(|seat| !sent.contains_key(seat)) {
        told.extend(plan(*seat, &played).map(|plan| (*seat, vec![Order::Plan(plan)])));
    }
    told
}

/// The line of conditional moves that gives exactly what was played for a seat.
fn plan(seat: Seat, played: &[&ScoreEntry]) -> Option<Plan> {
    let last = played.iter().rposition(|played| played.seat == seat && played.planned)?;
    let link = |played: &&ScoreEntry| PlannedTurn { own: played.seat == seat, ply: played.text.clone() };
    Some(Plan { links: played[..=last].iter().map(link).collect() })
}
