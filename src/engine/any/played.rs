//! A turn as it was played, and the part of it that one viewer may know.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::engine::{Extent, Fate, Game, Remembered, Seat, Viewer, Witnessed};

/// A turn as it was played, as text and JSON. It holds every seat's orders, so no player may see it.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// What happened, in order, each with who may know of it.
    pub events: &'a [Witnessed<Value>],
    /// What became of each order.
    pub fates: &'a [Fate<Value>],
    /// Each seat's orders in canonical spelling; the fates refer to them by index.
    pub orders: &'a BTreeMap<Seat, Vec<String>>,
}

impl Played<'_> {
    /// What the viewer may know of the turn: no orders of others, and no event that only others saw.
    pub(super) fn as_known_to<G: Game>(&self, viewer: Viewer, view: &G::View) -> Remembered<G::Event, G::Order> {
        let done = viewer.seat().map_or_else(String::new, |seat| self.done_by(seat));
        // These orders have been read before, so reading them again does not count as effort.
        Remembered {
            events: seen_by::<G>(viewer, self.events),
            done: if done.is_empty() { Vec::new() } else { G::parse(&done, view).entries.into_iter().map(|line| line.order).collect() },
        }
    }

    /// The seat's orders that did not fail, as a sheet.
    fn done_by(&self, seat: Seat) -> String {
        let orders = self.orders.get(&seat).map(Vec::as_slice).unwrap_or_default();
        let fates = self.fates.iter().filter(|fate| fate.seat == seat && fate.verdict != Extent::Failed);
        fates.filter_map(|fate| orders.get(fate.entry)).fold(String::new(), |sheet, order| sheet + order + "\n")
    }
}

/// The events that the viewer saw. Leaves out those that this version of the game cannot read; the news tells them all the same.
pub(super) fn seen_by<G: Game>(viewer: Viewer, events: &[Witnessed<Value>]) -> Vec<G::Event> {
    let seen = events.iter().filter(|event| event.seen_by.includes(viewer));
    seen.filter_map(|event| G::Event::deserialize(&event.event).ok()).collect()
}
