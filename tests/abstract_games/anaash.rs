//! аҺааш under test.

use ashpost::abstract_games::Squares;
use ashpost::games::anaash::{Position, Step};

use super::table::UnderTest;

impl UnderTest for Position {
    const RULE_IDS: &'static str = "A1 A2.1 A2.2 A2.3 A3 A4";
    const SMALL_BOARDS: &'static [&'static str] = &["size = 4"];

    /// A3: why every game ends.
    fn law(before: &Position, step: Step, after: &Position) {
        assert!(remaining(after) < remaining(before), "{step} brings the end no nearer: {before}");
    }
}

/// The number of stacks, then the distances to their nearest neighbours in ascending order.
fn remaining(position: &Position) -> (usize, Vec<u8>) {
    let stacks: Vec<u8> = position.stacks().map(|(square, _)| square).collect();
    let nearest = |one: &u8| stacks.iter().filter(|other| *other != one).map(|other| distance(position.board(), *one, *other)).min();
    let mut distances: Vec<u8> = stacks.iter().filter_map(nearest).collect();
    distances.sort_unstable();
    (stacks.len(), distances)
}

fn distance(board: Squares, one: u8, other: u8) -> u8 {
    let ((file, rank), (other_file, other_rank)) = (board.place(one), board.place(other));
    file.abs_diff(other_file) + rank.abs_diff(other_rank)
}
