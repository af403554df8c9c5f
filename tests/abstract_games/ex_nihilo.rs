//! Ex nihilo under test.

use ashpost::abstract_games::Telling;
use ashpost::engine::Piece;
use ashpost::games::ex_nihilo::{Position, Step};

use super::table::UnderTest;

impl UnderTest for Position {
    const RULE_IDS: &'static str = "X1 X2 X2.1 X2.2 X2.3 X2.4 X3 X4 X5 X6 X7";
    const SMALL_BOARDS: &'static [&'static str] = &["size = 2"];

    /// X7: why every game ends: the occupied cells never become fewer, and where they stay as many, pieces come onto the board.
    fn law(before: &Position, step: Step, after: &Position) {
        let ((cells, pieces), (more_cells, more_pieces)) = (filled(before), filled(after));
        let grew = (more_cells == cells && more_pieces > pieces) || (more_cells == cells + 1 && more_pieces >= pieces);
        assert!(grew, "{step} brings the end no nearer: {before}");
    }
}

/// How many cells are occupied, and by how many pieces.
fn filled(position: &Position) -> (usize, u32) {
    let cells = position.draw(&[]).cells;
    let count = |piece: &Piece| match piece {
        Piece::Checkers { count, .. } => *count,
        Piece::Pyramid { .. } => 1,
    };
    (cells.iter().filter(|cell| !cell.pieces.is_empty()).count(), cells.iter().flat_map(|cell| &cell.pieces).map(count).sum())
}
