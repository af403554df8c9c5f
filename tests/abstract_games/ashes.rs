//! Ashes under test.

use ashpost::abstract_games::{Play, Side};
use ashpost::games::ashes::{Portion, Position, Step};

use super::table::UnderTest;

impl UnderTest for Position {
    const RULE_IDS: &'static str = "S1 S2 S3 S4 S5 S6 S7 S8 S9";
    const SMALL_BOARDS: &'static [&'static str] = &["size = 2"];

    /// S6: a side's count never falls, the opponent's stays, and it tells the stacks that are missing on the board.
    fn law(before: &Position, step: Step, after: &Position) {
        let mover = before.to_move().unwrap();
        let text = || format!("{before} {step} {after}");
        assert_eq!(after.removed(mover.other()), before.removed(mover.other()), "{}", text());
        let removed = after.removed(mover).checked_sub(before.removed(mover)).unwrap_or_else(|| panic!("{}", text()));
        let new = usize::from(!matches!(step.portion(), Portion::Whole(_)));
        assert_eq!(before.stacks().count() + new, after.stacks().count() + usize::from(removed), "{}", text());
        assert!(after.stacks().all(|(_, stack)| stack.size > 0), "{}", text());
        // S5, S6: nothing but the stack that arrived takes anything from the opponent.
        let others = |position: &Position| position.stacks().filter(|(_, stack)| stack.side != mover).count();
        assert!(others(before) - others(after) <= 1, "{}", text());
        // S8
        let stackless = Side::BOTH.map(|side| after.stacks().all(|(_, stack)| stack.side != side));
        assert!(after.finish().is_none_or(|finish| finish.winner.is_some_and(|winner| stackless[winner.other().index()])));
    }
}
