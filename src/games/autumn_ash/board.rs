//! U1, U11: squares, sets of squares, and the board of a rulebook: where pieces may be together, and where they enter.

use std::fmt;

use super::Rulebook;
use crate::abstract_games::Squares;

/// The largest board. All boards number their squares by it, so that a square's name does not depend on the board.
pub(super) const LARGEST: Squares = Squares { files: 8, ranks: 8 };

/// The steps to the four neighbours.
pub(super) const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// A square of the largest board, numbered by ranks from the bottom, each from the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u8);

/// A set of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet(u64);

impl Square {
    /// The square on a file and rank, both counted from 0.
    pub fn at(file: u8, rank: u8) -> Option<Square> {
        LARGEST.at(file, rank).map(Square)
    }

    /// The square with this name, in upper or lower case.
    pub fn of_name(name: &str) -> Option<Square> {
        LARGEST.square(&name.to_lowercase()).map(Square)
    }

    /// The square one step away.
    pub fn step(self, direction: (i8, i8)) -> Option<Square> {
        LARGEST.step(self.0, direction).map(Square)
    }

    /// The squares along a straight line, nearest first.
    pub fn ray(self, direction: (i8, i8)) -> impl Iterator<Item = Square> {
        std::iter::successors(self.step(direction), move |square| square.step(direction))
    }
}

/// `B3`
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&LARGEST.name(self.0).to_uppercase())
    }
}

impl SquareSet {
    pub fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    pub fn with(mut self, square: Square) -> SquareSet {
        self.insert(square);
        self
    }

    pub fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    pub fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    pub fn is_within(self, other: SquareSet) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// All squares, by ranks from the bottom, each from the left.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let first_and_rest = |rest: u64| (rest != 0).then(|| (Square(rest.trailing_zeros() as u8), rest & (rest - 1)));
        std::iter::successors(first_and_rest(self.0), move |(_, rest)| first_and_rest(*rest)).map(|(square, _)| square)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::default(), SquareSet::with)
    }
}

/// A rulebook with the board that follows from it.
#[derive(Debug, PartialEq)]
pub struct Ground {
    pub rulebook: Rulebook,
    board: SquareSet,
    frames: Vec<Frame>,
}

/// One place on the board for the rectangle that must hold all pieces.
#[derive(Debug, PartialEq)]
struct Frame {
    inside: SquareSet,
    corners: SquareSet,
}

impl Ground {
    /// The board of a rulebook.
    ///
    /// # Errors
    /// When the settings are impossible; the text says why.
    pub fn of(rulebook: &Rulebook) -> Result<Ground, String> {
        let Rulebook { files, ranks, frame: [short, long], first_trios, other_trios, .. } = *rulebook;
        for (name, number, most) in [("files", files, LARGEST.files), ("ranks", ranks, LARGEST.ranks)] {
            if !(3..=most).contains(&number) {
                return Err(format!("`{name}` is {number}: expected 3 to {most}"));
            }
        }
        if first_trios > 9 || !(1..=9).contains(&other_trios) {
            return Err(format!("trios are {first_trios} and {other_trios}: expected `first_trios` 0 to 9 and `other_trios` 1 to 9"));
        }
        let upright = places(files, ranks, short, long);
        let turned = places(files, ranks, long, short).filter(|_| short != long);
        let frames: Vec<Frame> = upright.chain(turned).collect();
        if short.min(long) == 0 || frames.is_empty() {
            return Err(format!("`frame` is {short} by {long}: expected a rectangle on a board of {files} by {ranks}"));
        }
        let board = rectangle(0, 0, files, ranks);
        Ok(Ground { rulebook: rulebook.clone(), board, frames })
    }

    pub fn board(&self) -> SquareSet {
        self.board
    }

    /// U11: whether pieces may be on all these squares at once.
    pub fn fits(&self, occupied: SquareSet) -> bool {
        self.frames.iter().any(|frame| occupied.is_within(frame.inside))
    }

    /// U1, U11: the corners of every frame that holds all pieces, occupied or not.
    pub fn entry_points(&self, occupied: SquareSet) -> SquareSet {
        let holding = self.frames.iter().filter(|frame| occupied.is_within(frame.inside));
        holding.fold(SquareSet::default(), |points, frame| points.union(frame.corners))
    }
}

/// All places of a rectangle on a board.
fn places(files: u8, ranks: u8, width: u8, height: u8) -> impl Iterator<Item = Frame> {
    let room = move |whole: u8, part: u8| 0..(whole + 1).saturating_sub(part);
    room(ranks, height).flat_map(move |rank| room(files, width).map(move |file| frame(file, rank, width, height)))
}

fn frame(file: u8, rank: u8, width: u8, height: u8) -> Frame {
    let (right, top) = ((file + width).saturating_sub(1), (rank + height).saturating_sub(1));
    let corners = [(file, rank), (right, rank), (file, top), (right, top)];
    Frame {
        inside: rectangle(file, rank, width, height),
        corners: corners.iter().filter_map(|(file, rank)| Square::at(*file, *rank)).collect(),
    }
}

fn rectangle(left: u8, bottom: u8, width: u8, height: u8) -> SquareSet {
    (bottom..bottom + height).flat_map(|rank| (left..left + width).filter_map(move |file| Square::at(file, rank))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(squares: SquareSet) -> String {
        squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn set(names: &str) -> SquareSet {
        names.split(' ').filter_map(Square::of_name).collect()
    }

    #[test]
    fn a_frame_as_large_as_the_board_has_its_corners_for_entry_points() {
        let ground = Ground::of(&Rulebook::standard()).unwrap();
        assert_eq!(names(ground.entry_points(set("C3"))), "A1 E1 A6 E6");
        assert!(ground.fits(ground.board()));
    }

    #[test]
    fn an_unsettled_board_is_settled_by_its_pieces() {
        let ground = Ground::of(&Rulebook::unsettled()).unwrap();
        assert_eq!(names(ground.board().without(ground.entry_points(set("")))), "D4 E4 D5 E5");
        assert_eq!(names(ground.entry_points(set("A1 E6"))), "A1 E1 A6 E6");
        assert_eq!(names(ground.entry_points(set("A1 E5"))), "A1 E1 F1 A5 F5 A6 E6");
        assert!(ground.fits(set("A1 F5")) && ground.fits(set("A1 E6")) && !ground.fits(set("A1 F6")) && !ground.fits(set("A1 A7")));
    }

    #[test]
    fn impossible_boards_are_refused() {
        let refusal = |rulebook: Rulebook| Ground::of(&rulebook).unwrap_err();
        assert_eq!(refusal(Rulebook { files: 2, ..Rulebook::standard() }), "`files` is 2: expected 3 to 8");
        assert_eq!(refusal(Rulebook { ranks: 9, ..Rulebook::standard() }), "`ranks` is 9: expected 3 to 8");
        let expected = "`frame` is 255 by 6: expected a rectangle on a board of 5 by 6";
        assert_eq!(refusal(Rulebook { frame: [255, 6], ..Rulebook::standard() }), expected);
        assert!(refusal(Rulebook { frame: [0, 6], ..Rulebook::standard() }).starts_with("`frame` is 0 by 6"));
        assert!(refusal(Rulebook { other_trios: 0, ..Rulebook::standard() }).starts_with("trios are 1 and 0"));
    }
}
