//! The orders of a report's reader, with what became of each.

use serde::Serialize;
use serde_json::Value;

use crate::engine::{Extent, Fate, Played, Viewer};

/// One order, with what became of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReportedOrder {
    /// The order in canonical spelling.
    pub order: String,
    /// How much of it was carried out.
    pub verdict: Extent,
    /// How many units were asked for; null if the order has no number.
    pub asked: Option<u32>,
    /// How many units were done; null if the order has no number.
    pub done: Option<u32>,
    /// The game's reason, for its template `reason`.
    pub reason: Option<Value>,
    /// The id of the rule that decided.
    pub rule: String,
}

/// A seat's orders; empty for the public.
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
