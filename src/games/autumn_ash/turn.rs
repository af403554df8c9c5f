//! U4, U8 to U10: playing a turn, which turns are legal, and how the game ends.

use super::bagging::{Bag, bag};
use super::movement::{can_move, place, possible_steps};
use super::pieces::Piece;
use super::position::Position;
use super::step::Step;
use crate::abstract_games::{Finish, Side};

/// U4: plays a turn and gives what it bagged.
pub fn play(position: &mut Position, step: Step) -> Option<Bag> {
    if let Some(placement) = step.placement {
        place(position, placement);
    }
    let side = position.turn_of;
    position.turn_of = side.other();
    let mover = position.lift(step.from)?;
    let colour = mover.colour.next()?;
    position.put(step.to, Piece { side, colour, size: step.size });
    bag(position, side, step.to, colour)
}

/// The turns that U10 leaves to the side to move, each once; none once the game is won.
pub fn legal_steps(position: &Position) -> impl Iterator<Item = Step> {
    let possible = winner(position).is_none().then(|| possible_steps(position));
    possible.into_iter().flatten().filter(|step| !is_barred(position, *step))
}

/// U10: a turn that does not win may not leave the opponent without one.
fn is_barred(position: &Position, step: Step) -> bool {
    let mut after = position.clone();
    play(&mut after, step);
    winner(&after).is_none() && !can_move(&after)
}

/// U9, U10.
pub fn finish(position: &Position) -> Option<Finish> {
    let [first, second] = position.scores();
    let by_points = match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(Side::Second),
    };
    match winner(position) {
        Some(winner) => Some(Finish { winner: Some(winner), rule: "U9" }),
        None => legal_steps(position).next().is_none().then_some(Finish { winner: by_points, rule: "U10" }),
    }
}

/// U9: who has more points than are to be beaten.
pub fn winner(position: &Position) -> Option<Side> {
    let beaten = position.ground().rulebook.score_to_beat;
    Side::BOTH.into_iter().find(|side| position.scores()[side.index()] > beaten)
}
