//! Laws of reading that hold for both games: total, bounded, and every order reads back as itself.

use std::fmt::{Debug, Display};

use ashpost::engine::Sheet;
use ashpost::galaxy::MAXIMUM_ORDERS;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

/// A sheet of these orders is these orders, as long as it has not too many announcements.
pub(super) fn reads_back<O>(
    orders: &[O],
    is_announcement: impl Fn(&O) -> bool,
    read: impl Fn(&str) -> Sheet<O>,
) -> Result<(), TestCaseError>
where
    O: Clone + PartialEq + Debug + Display,
{
    prop_assume!(orders.iter().filter(|order| is_announcement(order)).count() <= 10);
    let text: String = orders.iter().map(|order| format!("{order}\n")).collect();
    let sheet = read(&text);
    prop_assert_eq!(&sheet.problems, &vec![]);
    prop_assert_eq!(sheet.orders().cloned().collect::<Vec<_>>(), orders);
    Ok(())
}

/// No text can do harm, and whatever is suggested for a line can be sent as it stands.
pub(super) fn does_no_harm<O>(text: &str, read: impl Fn(&str) -> Sheet<O>) -> Result<(), TestCaseError> {
    let sheet = read(text);
    let lines = text.split('\n').count();
    prop_assert!(sheet.entries.len() <= MAXIMUM_ORDERS.min(lines));
    prop_assert!(sheet.problems.len() <= 2 * lines, "a block and an order may share a line");
    for problem in &sheet.problems {
        prop_assert!(problem.line >= 1 && problem.line as usize <= lines && problem.column >= 1);
        prop_assert!(problem.text.chars().count() <= 81 && problem.found.chars().count() <= 81);
        prop_assert!(problem.nearest.len() <= 3, "{:?}", problem.nearest);
        for suggestion in &problem.nearest {
            let problems = read(suggestion).problems;
            prop_assert!(problems.is_empty(), "{suggestion:?}, for {:?}: {problems:?}", problem.text);
        }
    }
    Ok(())
}
