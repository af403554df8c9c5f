//! The legal turns: those that U4 to U7 and U11 allow, except those that U10 bars.

use super::board::{Ground, ORTHOGONAL, Square, SquareSet};
use super::pieces::{Colour, Piece, Size};
use super::position::{Position, Standing, Stock};
use crate::abstract_games::{LegalSteps, Play};

/// U4: a whole turn. Bagging needs no choice, so it is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// U4 (1): the piece that enters before the move, if any.
    pub placement: Option<Placement>,
    /// The square of the moving piece, perhaps only since this placement.
    pub from: Square,
    /// Where it ends, perhaps where it began (U7.1).
    pub to: Square,
    /// The size that the piece takes in its next colour.
    pub size: Size,
}

/// The entry of a piece of the first colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    pub size: Size,
    pub square: Square,
}

impl LegalSteps for Position {
    type Step = Step;

    /// The turns that U10 leaves to the side to move, found lazily.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let possible = self.winner().is_none().then(|| self.possible_steps());
        possible.into_iter().flatten().filter(|step| !self.is_barred(*step))
    }
}

impl Position {
    /// U10: whether this turn does not win and would leave the opponent without one.
    fn is_barred(&self, step: Step) -> bool {
        let mut after = self.clone();
        after.play(step);
        after.winner().is_none() && !after.can_move()
    }

    /// Every turn that U4 to U7 and U11 allow, each once.
    fn possible_steps(&self) -> impl Iterator<Item = Step> {
        let stock = self.stock(self.turn_of);
        self.starts(stock).flat_map(move |(placement, start)| {
            let movers: Vec<Standing> = start.movers().collect();
            movers.into_iter().flat_map(move |mover| start.steps_of(mover, placement, stock))
        })
    }

    /// Whether there is any such turn. U10 asks this after every turn, so it tries only single steps: a piece that can make two steps can also make
    /// only the first.
    fn can_move(&self) -> bool {
        let stock = self.stock(self.turn_of);
        let can_step = |start: &Position, mover: Standing| {
            let outlook = Outlook::of(start, mover);
            outlook.steps_from(mover.square).any(|to| outlook.sizes_on(to, stock).next().is_some())
        };
        self.starts(stock).any(|(_, start)| start.movers().any(|mover| can_step(&start, mover)))
    }

    /// U4 (1): the position as it is, and then with each placement.
    fn starts(&self, stock: Stock) -> impl Iterator<Item = (Option<Placement>, Position)> {
        let entered = self.placements(stock).map(|placement| {
            let mut start = self.clone();
            start.place(placement);
            (Some(placement), start)
        });
        std::iter::once_with(|| (None, self.clone())).chain(entered)
    }

    /// U4 (2): the top pieces of the side to move.
    fn movers(&self) -> impl Iterator<Item = Standing> {
        self.tops().filter(|top| top.piece.side == self.turn_of)
    }

    /// U4 (1), U11: all placements. A placement is not a move, so nothing blocks it (U6).
    fn placements(&self, stock: Stock) -> impl Iterator<Item = Placement> {
        let occupied = self.occupied();
        let free = self.ground().entry_points(occupied).without(occupied);
        free.iter().flat_map(move |square| stock.sizes(Colour::FIRST).map(move |size| Placement { size, square }))
    }

    /// U4 (2), (3): all turns of one top piece.
    fn steps_of(&self, mover: Standing, placement: Option<Placement>, stock: Stock) -> Vec<Step> {
        let outlook = Outlook::of(self, mover);
        let step = |to, size| Step { placement, from: mover.square, to, size };
        outlook.reach().iter().flat_map(|to| outlook.sizes_on(to, stock).map(move |size| step(to, size))).collect()
    }
}

/// The board as a moving piece sees it after it has been lifted.
struct Outlook<'a> {
    ground: &'a Ground,
    /// The moving piece as it was when the turn began.
    mover: Standing,
    occupied: SquareSet,
    /// U7: the squares whose top pieces it may cap.
    cappable: SquareSet,
    opposing_pawns: SquareSet,
    opposing_drones: SquareSet,
}

impl<'a> Outlook<'a> {
    fn of(position: &'a Position, mover: Standing) -> Outlook<'a> {
        let (ground, none) = (position.ground(), SquareSet::default());
        let mut outlook = Outlook { ground, mover, occupied: none, cappable: none, opposing_pawns: none, opposing_drones: none };
        for top in position.tops_but(mover.square) {
            outlook.see(top);
        }
        outlook
    }

    fn see(&mut self, top: Standing) {
        let Piece { side, size, .. } = top.piece;
        self.occupied.insert(top.square);
        if self.ground.rulebook.capping.allows(self.mover.piece.size, size) {
            self.cappable.insert(top.square);
        }
        match size {
            Size::Pawn if side != self.mover.piece.side => self.opposing_pawns.insert(top.square),
            Size::Drone if side != self.mover.piece.side => self.opposing_drones.insert(top.square),
            _ => {}
        }
    }

    /// U4 (2): the squares in reach by one or two orthogonal steps, the second only from an empty square.
    fn reach(&self) -> SquareSet {
        let from = self.mover.square;
        let entry_points = self.ground.entry_points(self.occupied.with(from));
        let mut reach = SquareSet::default();
        for first in self.steps_from(from) {
            reach.insert(first);
            // U7: capping ends the movement.
            if !self.occupied.contains(first) {
                // U7.1: out and back, except from an entry point.
                self.steps_from(first)
                    .filter(|second| *second != from || !entry_points.contains(from))
                    .for_each(|second| reach.insert(second));
            }
        }
        reach
    }

    fn steps_from(&self, square: Square) -> impl Iterator<Item = Square> {
        ORTHOGONAL.into_iter().filter_map(move |direction| square.step(direction).filter(|next| self.may_enter(*next, direction)))
    }

    /// U6, U7, U11: whether the piece may step onto this square.
    fn may_enter(&self, square: Square, direction: (i8, i8)) -> bool {
        self.ground.board().contains(square)
            && (!self.occupied.contains(square) || self.cappable.contains(square))
            && !(self.ground.rulebook.blocking && self.is_blocked(square, direction))
            && self.ground.fits(self.occupied.with(square))
    }

    /// U6: a queen is blocked beside an opposing pawn; a drone or queen is blocked head on by an opposing drone.
    fn is_blocked(&self, square: Square, direction: (i8, i8)) -> bool {
        let size = self.mover.piece.size;
        let holds = |squares: SquareSet, direction| square.step(direction).is_some_and(|beside| squares.contains(beside));
        let by_pawn = size == Size::Queen && ORTHOGONAL.into_iter().any(|direction| holds(self.opposing_pawns, direction));
        let by_drone = size != Size::Pawn && holds(self.opposing_drones, direction);
        by_pawn || by_drone
    }

    /// U4 (3): the sizes that the piece can take there in its next colour; only a pawn on top of another piece. U5: none from the last colour.
    fn sizes_on(&self, square: Square, stock: Stock) -> impl Iterator<Item = Size> {
        let capped = self.occupied.contains(square);
        let colour = self.mover.piece.colour.next();
        colour.into_iter().flat_map(move |colour| stock.sizes(colour)).filter(move |size| !capped || *size == Size::Pawn)
    }
}
