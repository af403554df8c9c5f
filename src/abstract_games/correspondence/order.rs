//! What players can order, with its canonical spelling.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::engine::OrderLine;

/// One order of a sheet. `S` is the game's step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", content = "is", rename_all = "kebab-case")]
pub enum Order<S> {
    /// C1, C6: a whole turn.
    Move(Ply<S>),
    /// C3: a line of conditional moves, `IF e5-e6 THEN f5-g5 IF …`.
    Plan(Plan),
    /// C3: `FORGET`, which drops all conditional moves.
    Forget,
    /// C4: `NOTE "text"`.
    Note(String),
    /// C5: `RESIGN`.
    Resign,
}

/// A whole turn of one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ply<S> {
    /// At least one step; several only if the side has to go on.
    Steps(Vec<S>),
    /// C6: the second player takes over the first move.
    Swap,
}

/// One line of conditional moves in canonical notation. It is checked when it is sent, and read again when it is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Its turns from the next move on. The first is the opponent's, the last the sender's.
    pub links: Vec<PlannedTurn>,
}

/// One turn of such a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedTurn {
    /// Whether it is the sender's own (`THEN`) rather than the opponent's (`IF`).
    pub own: bool,
    /// The whole turn in canonical notation.
    pub ply: String,
}

impl Plan {
    /// Reads what [`Plan`] displays, without looking at the moves.
    pub fn of_text(text: &str) -> Plan {
        Plan { links: parts(text).into_iter().map(|(own, words)| PlannedTurn { own, ply: words }).collect() }
    }
}

/// The words after each IF (`false`) and THEN (`true`). Words before the first keyword are left out.
pub(super) fn parts(text: &str) -> Vec<(bool, String)> {
    let mut parts: Vec<(bool, String)> = Vec::new();
    for word in text.split_whitespace() {
        match (word.to_ascii_uppercase().as_str(), parts.last_mut()) {
            ("IF", _) => parts.push((false, String::new())),
            ("THEN", _) => parts.push((true, String::new())),
            (_, Some((_, words))) => {
                words.push_str(if words.is_empty() { "" } else { " " });
                words.push_str(word.trim_end_matches(','));
            }
            (_, None) => {}
        }
    }
    parts
}

/// The kinds of orders of which a later sheet replaces an earlier sheet's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum OrderKind {
    Move,
    Plans,
    Resign,
    Note,
}

impl<S> Order<S> {
    fn kind(&self) -> OrderKind {
        match self {
            Order::Move(_) => OrderKind::Move,
            Order::Plan(_) | Order::Forget => OrderKind::Plans,
            Order::Resign => OrderKind::Resign,
            Order::Note(_) => OrderKind::Note,
        }
    }
}

/// Two sheets for one turn: notes add up (C4), and any other order replaces the earlier ones of its kind (C3).
///
/// Moves come first and notes last, so that no number of notes can push a move beyond what is read.
pub(super) fn merge<S: PartialEq>(earlier: Vec<OrderLine<Order<S>>>, later: Vec<OrderLine<Order<S>>>) -> Vec<OrderLine<Order<S>>> {
    let replaced = |kind| kind != OrderKind::Note && later.iter().any(|entry| entry.order.kind() == kind);
    let is_known = |order: &Order<S>| later.iter().any(|entry| entry.order == *order);
    let stays = |entry: &OrderLine<Order<S>>| !replaced(entry.order.kind()) && !is_known(&entry.order);
    let mut merged: Vec<_> = earlier.into_iter().filter(stays).collect();
    merged.extend(later);
    merged.sort_by_key(|entry| entry.order.kind());
    merged
}

impl<S: fmt::Display> Order<S> {
    /// The order with its steps as text, which can be read without a position.
    pub(super) fn in_text(&self) -> Order<String> {
        match self {
            Order::Move(Ply::Swap) => Order::Move(Ply::Swap),
            Order::Move(Ply::Steps(steps)) => Order::Move(Ply::Steps(steps.iter().map(ToString::to_string).collect())),
            Order::Plan(plan) => Order::Plan(plan.clone()),
            Order::Forget => Order::Forget,
            Order::Note(text) => Order::Note(text.clone()),
            Order::Resign => Order::Resign,
        }
    }
}

impl<S: fmt::Display> fmt::Display for Order<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Move(ply) => ply.fmt(out),
            Order::Plan(plan) => plan.fmt(out),
            Order::Forget => out.write_str("FORGET"),
            Order::Note(text) => write!(out, "NOTE \"{text}\""),
            Order::Resign => out.write_str("RESIGN"),
        }
    }
}

impl<S: fmt::Display> fmt::Display for Ply<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Swap => out.write_str("SWAP"),
            Ply::Steps(steps) => {
                for (index, step) in steps.iter().enumerate() {
                    write!(out, "{}{step}", if index == 0 { "" } else { ";" })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, link) in self.links.iter().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(out, "{blank}{} {}", if link.own { "THEN" } else { "IF" }, link.ply)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(earlier: &[Order<&'static str>], later: &[Order<&'static str>]) -> String {
        let sheet = |orders: &[Order<&'static str>]| orders.iter().map(|order| OrderLine { line: 1, order: order.clone() }).collect();
        merge(sheet(earlier), sheet(later)).iter().map(|entry| entry.order.to_string()).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_later_sheet_replaces_only_what_is_of_its_kind() {
        let note = |text: &str| Order::Note(text.to_owned());
        let go = |step| Order::Move(Ply::Steps(vec![step]));
        let plan = |step: &str| Order::Plan(Plan { links: vec![PlannedTurn { own: false, ply: step.to_owned() }] });
        assert_eq!(merged(&[note("one")], &[note("two"), go("a")]), "a, NOTE \"one\", NOTE \"two\"");
        assert_eq!(merged(&[plan("a"), plan("b")], &[note("one")]), "IF a, IF b, NOTE \"one\"");
        assert_eq!(merged(&[plan("a"), plan("b")], &[plan("c")]), "IF c");
        assert_eq!(merged(&[plan("a")], &[Order::Forget]), "FORGET");
        assert_eq!(merged(&[Order::Forget], &[plan("a")]), "IF a");
        assert_eq!(merged(&[go("a"), note("one")], &[go("b"), note("one")]), "b, NOTE \"one\"");
    }
}
