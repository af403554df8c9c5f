//! Compares a sheet with the previous one, so that no order is lost without its player seeing it.

use serde::Serialize;

/// What a later sheet does to an earlier one, each order in canonical spelling.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Orders only on the earlier sheet, in its order.
    pub dropped: Vec<String>,
    /// Orders only on the later sheet, in its order.
    pub added: Vec<String>,
    /// Orders that differ from an earlier one in a single word.
    pub changed: Vec<ChangedOrder>,
    /// How many orders are on both.
    pub same: usize,
    /// Whether both sheets have the same orders, in a different order.
    pub is_reordered: bool,
}

/// An order that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChangedOrder {
    /// As the earlier sheet has it, in canonical spelling …
    pub from: String,
    /// … and as the later one does.
    pub to: String,
}

impl Difference {
    /// Compares two sheets; an order that is given twice counts as two orders.
    pub fn between(earlier: &[String], later: &[String]) -> Difference {
        let mut dropped: Vec<String> = earlier.to_vec();
        let mut added = Vec::new();
        for order in later {
            match dropped.iter().position(|known| known == order) {
                Some(at) => drop(dropped.remove(at)),
                None => added.push(order.clone()),
            }
        }
        let same = later.len() - added.len();
        let mut changed = Vec::new();
        dropped.retain(|from| match nearest(from, &added) {
            Some(at) => {
                changed.push(ChangedOrder { from: from.clone(), to: added.remove(at) });
                false
            }
            None => true,
        });
        let is_reordered = dropped.is_empty() && added.is_empty() && changed.is_empty() && earlier != later;
        Difference { dropped, added, changed, same, is_reordered }
    }
}

/// The order that may have become of another one: equal but for one word, which is not the verb.
fn nearest(from: &str, candidates: &[String]) -> Option<usize> {
    let words: Vec<&str> = from.split_whitespace().collect();
    let alike = |to: &str| {
        let others: Vec<&str> = to.split_whitespace().collect();
        let is_same_verb = words.first() == others.first();
        let different = words.iter().zip(&others).filter(|(one, other)| one != other).count();
        is_same_verb && words.len() == others.len() && different == 1
    };
    candidates.iter().position(|to| alike(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(orders: &[&str]) -> Vec<String> {
        orders.iter().map(|order| (*order).to_owned()).collect()
    }

    #[test]
    fn each_order_is_dropped_added_changed_or_the_same() {
        let earlier = sheet(&["BUILD 1 FI ON 1", "BUILD 1 FI ON 1", "SEND 2 FI FROM 1 TO 9", "SPY ON 4", "VOTE 20"]);
        let later = sheet(&["VOTE 20", "BUILD 1 FI ON 1", "SEND 5 FI FROM 1 TO 9", "DECLARE PEACE ON 2"]);
        let difference = Difference::between(&earlier, &later);
        assert_eq!(difference.dropped, ["BUILD 1 FI ON 1", "SPY ON 4"]);
        assert_eq!(difference.added, ["DECLARE PEACE ON 2"]);
        let change = ChangedOrder { from: "SEND 2 FI FROM 1 TO 9".to_owned(), to: "SEND 5 FI FROM 1 TO 9".to_owned() };
        assert_eq!(difference.changed, [change]);
        assert_eq!((difference.same, difference.is_reordered), (2, false));
    }

    #[test]
    fn the_same_orders_are_no_difference_but_for_where_they_stand() {
        let (one, other) = (sheet(&["VOTE 20", "SPY ON 4"]), sheet(&["SPY ON 4", "VOTE 20"]));
        assert_eq!(Difference::between(&one, &one), Difference { same: 2, ..Difference::default() });
        assert_eq!(Difference::between(&one, &other), Difference { same: 2, is_reordered: true, ..Difference::default() });
    }
}
