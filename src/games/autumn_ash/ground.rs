//! U1, U11: the board of a rulebook, where pieces may stand together and where they enter.

use super::rulebook::Rulebook;
use super::square::{LARGEST, Square, SquareSet};

/// A rulebook and the board that follows from it.
#[derive(Debug, PartialEq)]
pub struct Ground {
    pub rulebook: Rulebook,
    board: SquareSet,
    frames: Vec<Frame>,
}

/// One place on the board for the rectangle that all pieces must fit.
#[derive(Debug, PartialEq)]
struct Frame {
    inside: SquareSet,
    corners: SquareSet,
}

impl Ground {
    /// # Errors
    /// When the settings cannot be, in words.
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

    /// U11: whether pieces may stand on all these squares at once.
    pub fn fits(&self, occupied: SquareSet) -> bool {
        self.frames.iter().any(|frame| occupied.is_within(frame.inside))
    }

    /// U1, U11: the corners of every frame that holds all pieces, be they empty or not.
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
