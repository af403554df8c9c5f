//! U4 to U7 and U11: what the side to move could do, if U10 barred nothing.

use super::pieces::{Colour, Piece, Size};
use super::position::{Position, Standing, Stock};
use super::square::{ORTHOGONAL, Square, SquareSet};
use super::step::{Placement, Step};

/// Every turn that U4 to U7 and U11 allow, each once. It is found as far as it is asked for, so that the first one is cheap.
pub fn possible_steps(position: &Position) -> impl Iterator<Item = Step> {
    let stock = position.stock(position.turn_of);
    let placements = placements(position, stock).map(Some);
    std::iter::once(None).chain(placements).flat_map(move |placement| {
        let mut start = position.clone();
        if let Some(placement) = placement {
            place(&mut start, placement);
        }
        let movers: Vec<Standing> = start.tops().filter(|top| top.piece.side == position.turn_of).collect();
        movers.into_iter().flat_map(move |mover| steps_of(&start, mover, placement, stock))
    })
}

/// U4 (1): puts a piece of the first colour on the board.
pub fn place(position: &mut Position, placement: Placement) {
    let piece = Piece { side: position.turn_of, colour: Colour::FIRST, size: placement.size };
    position.put(placement.square, piece);
}

/// U4 (1), U11. Placing is no moving, so nothing blocks it (U6).
fn placements(position: &Position, stock: Stock) -> impl Iterator<Item = Placement> {
    let occupied = position.occupied();
    let free = position.ground().entry_points(occupied).without(occupied);
    free.iter().flat_map(move |square| stock.sizes(Colour::FIRST).map(move |size| Placement { size, square }))
}

/// U4 (2), (3): what one top piece can do.
fn steps_of(position: &Position, mover: Standing, placement: Option<Placement>, stock: Stock) -> Vec<Step> {
    // U5: there is no colour behind the last.
    let Some(colour) = mover.piece.colour.next() else { return Vec::new() };
    let reach = Outlook::of(position, mover).reach();
    let step = |to, size| Step { placement, from: mover.square, to, size };
    let beside = reach.empty.iter().flat_map(|to| stock.sizes(colour).map(move |size| step(to, size)));
    // U4 (3): on top of another piece always a pawn.
    let above = reach.capped.iter().flat_map(|to| stock.sizes(colour).filter(|size| *size == Size::Pawn).map(move |size| step(to, size)));
    beside.chain(above).collect()
}

/// The board as a piece sees it that has been lifted from it to move.
struct Outlook<'a> {
    position: &'a Position,
    from: Square,
    /// U6: as it was at the start of the turn.
    size: Size,
    occupied: SquareSet,
    /// U7: whose top piece it may come to stand on.
    cappable: SquareSet,
    opposing_pawns: SquareSet,
    opposing_drones: SquareSet,
}

/// Where a piece can come.
#[derive(Default)]
struct Reach {
    empty: SquareSet,
    capped: SquareSet,
}

impl<'a> Outlook<'a> {
    fn of(position: &'a Position, mover: Standing) -> Outlook<'a> {
        let Piece { side, size, .. } = mover.piece;
        let mut lifted = position.clone();
        lifted.lift(mover.square);
        let squares = |is: &dyn Fn(Piece) -> bool| lifted.tops().filter(|top| is(top.piece)).map(|top| top.square).collect();
        Outlook {
            position,
            from: mover.square,
            size,
            occupied: lifted.occupied(),
            cappable: squares(&|top| position.ground().rulebook.capping.allows(size, top.size)),
            opposing_pawns: squares(&|top| top.side != side && top.size == Size::Pawn),
            opposing_drones: squares(&|top| top.side != side && top.size == Size::Drone),
        }
    }

    /// U4 (2): one or two orthogonal steps, the second only from an empty square.
    fn reach(&self) -> Reach {
        let mut reach = Reach::default();
        let entry_points = self.position.ground().entry_points(self.occupied.with(self.from));
        for first in self.steps_from(self.from) {
            reach.add(first, self.occupied);
            if self.occupied.contains(first) {
                continue; // U7: capping ends the movement.
            }
            // U7.1: out and back, except on an entry point.
            let seconds = self.steps_from(first).filter(|second| *second != self.from || !entry_points.contains(self.from));
            seconds.for_each(|second| reach.add(second, self.occupied));
        }
        reach
    }

    fn steps_from(&self, square: Square) -> impl Iterator<Item = Square> {
        ORTHOGONAL.into_iter().filter_map(move |direction| square.step(direction).filter(|next| self.may_enter(*next, direction)))
    }

    /// U6, U7, U11.
    fn may_enter(&self, square: Square, direction: (i8, i8)) -> bool {
        let ground = self.position.ground();
        ground.board().contains(square)
            && (!self.occupied.contains(square) || self.cappable.contains(square))
            && !(ground.rulebook.blocking && self.is_blocked(square, direction))
            && ground.fits(self.occupied.with(square))
    }

    /// U6: a queen beside an opposing pawn, a drone or queen head on with an opposing drone.
    fn is_blocked(&self, square: Square, direction: (i8, i8)) -> bool {
        let holds = |squares: SquareSet, direction| square.step(direction).is_some_and(|beside| squares.contains(beside));
        let by_pawn = self.size == Size::Queen && ORTHOGONAL.into_iter().any(|direction| holds(self.opposing_pawns, direction));
        let by_drone = self.size != Size::Pawn && holds(self.opposing_drones, direction);
        by_pawn || by_drone
    }
}

impl Reach {
    fn add(&mut self, square: Square, occupied: SquareSet) {
        if occupied.contains(square) {
            self.capped.insert(square);
        } else {
            self.empty.insert(square);
        }
    }
}
