//! What a turn did, as typed facts.

use super::pieces::{Colour, Piece};
use super::position::Position;
use super::step::Step;
use super::turn::play;
use crate::abstract_games::Deed;

/// In the order of U4.
pub fn deeds(before: &Position, step: Step) -> Vec<Deed> {
    let mut position = before.clone();
    let bag = play(&mut position, step);
    let side = before.turn_of;
    let entered = step.placement.map(|placement| (placement.square, Piece { side, colour: Colour::FIRST, size: placement.size }));
    // What moved and what it came to stand on: as the board was, but for the piece that entered.
    let mut start = before.clone();
    if let Some((square, piece)) = entered {
        start.put(square, piece);
    }
    let Some(was) = start.lift(step.from) else { return Vec::new() };
    let capped = start.stack(step.to).next_back();
    let (from, to) = (step.from.to_string(), step.to.to_string());
    let became = was.colour.next().map(|colour| Piece { side, colour, size: step.size });
    let placed = entered.map(|(square, piece)| Deed::Placed { piece: piece.name(), cell: square.to_string() });
    let moved = Deed::Moved { from, to: to.clone(), pieces: 1 };
    let became = became.map(|piece| Deed::Became { cell: to.clone(), piece: piece.name(), was: was.name() });
    let capped = capped.map(|piece| Deed::Capped { cell: to, piece: piece.name() });
    let bagged = bag.map(|bag| Deed::Bagged {
        colour: bag.colour.look(side).name.to_owned(),
        pieces: bag.pieces,
        cells: bag.squares.iter().map(|square| square.to_string()).collect(),
        points: bag.points,
    });
    placed.into_iter().chain([moved]).chain(capped).chain(became).chain(bagged).collect()
}
