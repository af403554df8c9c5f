//! What a turn does (U4), the lines and stacks that it bags (U8), and how the game ends (U9, U10).

use std::cmp::Ordering;

use super::board::{Square, SquareSet};
use super::pieces::{Colour, Piece};
use super::position::{Position, Standing};
use super::steps::{Placement, Step};
use crate::abstract_games::{Finish, LegalSteps, Play, Side};

/// The fewest squares of a line, and the fewest pieces of a stack.
const FEWEST: usize = 3;

/// One direction of each of the four straight lines through a square.
const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What one move bags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bag {
    pub colour: Colour,
    pub squares: SquareSet,
    pub pieces: u32,
    pub points: u32,
}

impl Play for Position {
    fn to_move(&self) -> Option<Side> {
        self.steps().next().map(|_| self.turn_of)
    }

    fn play(&mut self, step: Step) {
        self.play_and_bag(step);
    }

    /// U9, U10.
    fn finish(&self) -> Option<Finish> {
        let [first, second] = self.scores();
        let by_points = match first.cmp(&second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Equal => None,
            Ordering::Less => Some(Side::Second),
        };
        match self.winner() {
            Some(winner) => Some(Finish { winner: Some(winner), rule: "U9" }),
            None => self.to_move().is_none().then_some(Finish { winner: by_points, rule: "U10" }),
        }
    }
}

impl Position {
    /// U4: plays a turn; returns what it bagged.
    pub(super) fn play_and_bag(&mut self, step: Step) -> Option<Bag> {
        if let Some(placement) = step.placement {
            self.place(placement);
        }
        let side = self.turn_of;
        self.turn_of = side.other();
        let mover = self.lift(step.from)?;
        let colour = mover.colour.next()?;
        self.put(step.to, Piece { side, colour, size: step.size });
        self.bag(side, step.to, colour)
    }

    /// U4 (1): puts a piece of the first colour on the board, and returns it.
    pub(super) fn place(&mut self, Placement { size, square }: Placement) -> Piece {
        let piece = Piece { side: self.turn_of, colour: Colour::FIRST, size };
        self.put(square, piece);
        piece
    }

    /// Bags all lines and stacks of this colour through the square as one group: removes the pieces and scores them. Pieces above them drop. `None`
    /// if there are none.
    fn bag(&mut self, side: Side, square: Square, colour: Colour) -> Option<Bag> {
        let is_of = |standing: &&Standing| standing.piece.side == side && standing.piece.colour == colour;
        let of_colour: Vec<Standing> = self.pieces().iter().filter(is_of).copied().collect();
        // A shortcut for most moves.
        if of_colour.len() < FEWEST {
            return None;
        }
        let squares = lines(&of_colour, square);
        let bagged: Vec<Standing> = of_colour.into_iter().filter(|standing| squares.contains(standing.square)).collect();
        if bagged.is_empty() {
            return None;
        }
        let bonus = self.ground().rulebook.bonus[colour.index()];
        let points = bagged.iter().fold(bonus, |points, standing| points.saturating_add(standing.piece.size.pips().into()));
        self.take(|standing| is_of(&standing) && squares.contains(standing.square));
        let score = &mut self.scores[side.index()];
        *score = score.saturating_add(points);
        Some(Bag { colour, squares, pieces: bagged.len() as u32, points })
    }

    /// U9: the side with more points than the rulebook's score to beat.
    pub(super) fn winner(&self) -> Option<Side> {
        let beaten = self.ground().rulebook.score_to_beat;
        Side::BOTH.into_iter().find(|side| self.scores()[side.index()] > beaten)
    }
}

/// The squares of all lines of these pieces through the square, and the square itself if enough of them are on it.
fn lines(pieces: &[Standing], square: Square) -> SquareSet {
    let holding: SquareSet = pieces.iter().map(|standing| standing.square).collect();
    let run = |direction| square.ray(direction).take_while(|next| holding.contains(*next));
    let line = |(files, ranks): (i8, i8)| run((files, ranks)).chain(run((-files, -ranks))).collect::<SquareSet>().with(square);
    let in_stack = pieces.iter().filter(|standing| standing.square == square).count();
    let stack = Some(SquareSet::default().with(square)).filter(|_| in_stack >= FEWEST);
    LINES.into_iter().map(line).filter(|line| line.len() >= FEWEST).chain(stack).fold(SquareSet::default(), SquareSet::union)
}
