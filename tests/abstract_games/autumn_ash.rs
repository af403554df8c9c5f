//! Autumn Ash under test.

use ashpost::games::autumn_ash::{Position, Step};

use super::table::UnderTest;

impl UnderTest for Position {
    const RULE_IDS: &'static str = "U1 U2 U3 U4 U5 U6 U7 U7.1 U8 U9 U10 U11";

    /// Why every game ends: points only rise, and until they do the pieces grow towards their last colours, of which the
    /// supply is finite.
    fn law(before: &Position, step: Step, after: &Position) {
        let points = |position: &Position| position.scores().iter().sum::<u32>();
        let growth = |position: &Position| position.pieces().iter().map(|standing| 1 + standing.piece.colour.index()).sum::<usize>();
        assert!((points(after), growth(after)) > (points(before), growth(before)), "{step} brings the end no nearer");
    }
}
