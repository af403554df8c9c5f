//! The orders of a report's reader, each with what became of it.

use serde::Serialize;
use serde_json::Value;

use crate::engine::{Extent, Fate, Played, Viewer};

/// One order and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportedOrder {
    /// In canonical spelling.
    pub order: String,
    /// How much of it was carried out.
    pub verdict: Extent,
    /// Units asked for; null where the order has no number.
    pub asked: Option<u32>,
    /// Units done; null where the order has no number.
    pub done: Option<u32>,
    /// The game's reason, as its template `reason` takes it.
    pub reason: Option<Value>,
    /// The id of the rule that decided.
    pub rule: String,
}

/// The orders of a seat; none for the public.
pub(super) fn orders_of(turn: Played<'_>, viewer: Viewer) -> Vec<ReportedOrder> {
    let Viewer::Seat(seat) = viewer else { return Vec::new() };
    let orders = turn.orders.get(&seat).map(Vec::as_slice).unwrap_or_default();
    let fates = turn.fates.iter().filter(|fate| fate.seat == seat);
    fates.filter_map(|fate| orders.get(fate.entry).map(|order| reported(order, fate))).collect()
}

fn reported(order: &str, fate: &Fate<Value>) -> ReportedOrder {
    ReportedOrder {
        order: order.to_owned(),
        verdict: fate.verdict,
        asked: fate.asked,
        done: fate.done,
        reason: fate.reason.clone(),
        rule: fate.rule.clone(),
    }
}
