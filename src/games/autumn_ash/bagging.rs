//! U8: lines and stacks of one colour, and what they score.

use super::pieces::Colour;
use super::position::{Position, Standing};
use super::square::{Square, SquareSet};
use crate::board::Side;

/// Fewer squares make no line, fewer pieces no stack.
const LINE: usize = 3;

/// One direction of each of the four straight lines through a square.
const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What one move bags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bag {
    pub colour: Colour,
    pub squares: SquareSet,
    pub pieces: u32,
    pub points: u32,
}

/// Bags all lines and stacks of this colour through the square, as one group: takes the pieces away and scores them.
/// What stood above them drops. `None` if there are none.
pub fn bag(position: &mut Position, side: Side, square: Square, colour: Colour) -> Option<Bag> {
    let squares = lines(position, side, square, colour);
    let goes = |standing: &Standing| is_of(standing, side, colour) && squares.contains(standing.square);
    let (mut pieces, mut points) = (0, position.ground().rulebook.bonus[colour.index()]);
    for standing in position.pieces().iter().filter(|standing| goes(standing)) {
        pieces += 1;
        points = points.saturating_add(standing.piece.size.pips().into());
    }
    if pieces == 0 {
        return None;
    }
    position.take(goes);
    let score = &mut position.scores[side.index()];
    *score = score.saturating_add(points);
    Some(Bag { colour, squares, pieces, points })
}

fn is_of(standing: &Standing, side: Side, colour: Colour) -> bool {
    standing.piece.side == side && standing.piece.colour == colour
}

/// The squares of all lines, and of the stack if it is high enough.
fn lines(position: &Position, side: Side, square: Square, colour: Colour) -> SquareSet {
    let holding: SquareSet =
        position.pieces().iter().filter(|standing| is_of(standing, side, colour)).map(|standing| standing.square).collect();
    let run = |direction| square.ray(direction).take_while(|next| holding.contains(*next));
    let line = |(files, ranks): (i8, i8)| run((files, ranks)).chain(run((-files, -ranks))).collect::<SquareSet>().with(square);
    let in_stack = position.stack(square).filter(|piece| piece.side == side && piece.colour == colour).count();
    let stack = Some(SquareSet::default().with(square)).filter(|_| in_stack >= LINE);
    LINES.into_iter().map(line).filter(|line| line.len() >= LINE).chain(stack).fold(SquareSet::default(), SquareSet::union)
}
