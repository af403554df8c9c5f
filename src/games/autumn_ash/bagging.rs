//! U8: lines and stacks of one colour, and what they score.

use super::pieces::Colour;
use super::position::{Position, Standing};
use super::square::{Square, SquareSet};
use crate::abstract_games::Side;

/// Fewer squares make no line, fewer pieces no stack.
const FEWEST: usize = 3;

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
    let is_of = |standing: &&Standing| standing.piece.side == side && standing.piece.colour == colour;
    let of_colour: Vec<Standing> = position.pieces().iter().filter(is_of).copied().collect();
    // Most moves end here.
    if of_colour.len() < FEWEST {
        return None;
    }
    let squares = lines(&of_colour, square);
    let bagged: Vec<Standing> = of_colour.into_iter().filter(|standing| squares.contains(standing.square)).collect();
    if bagged.is_empty() {
        return None;
    }
    let bonus = position.ground().rulebook.bonus[colour.index()];
    let points = bagged.iter().fold(bonus, |points, standing| points.saturating_add(standing.piece.size.pips().into()));
    position.take(|standing| is_of(&standing) && squares.contains(standing.square));
    let score = &mut position.scores[side.index()];
    *score = score.saturating_add(points);
    Some(Bag { colour, squares, pieces: bagged.len() as u32, points })
}

/// The squares of all lines of these pieces through the square, and the square itself if enough of them stand on it.
fn lines(pieces: &[Standing], square: Square) -> SquareSet {
    let holding: SquareSet = pieces.iter().map(|standing| standing.square).collect();
    let run = |direction| square.ray(direction).take_while(|next| holding.contains(*next));
    let line = |(files, ranks): (i8, i8)| run((files, ranks)).chain(run((-files, -ranks))).collect::<SquareSet>().with(square);
    let in_stack = pieces.iter().filter(|standing| standing.square == square).count();
    let stack = Some(SquareSet::default().with(square)).filter(|_| in_stack >= FEWEST);
    LINES.into_iter().map(line).filter(|line| line.len() >= FEWEST).chain(stack).fold(SquareSet::default(), SquareSet::union)
}
