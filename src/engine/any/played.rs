//! A turn as it was played, and what of it one viewer may know.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use crate::engine::{Extent, Fate, Game, Remembered, Seat, Viewer, Witnessed};

/// A turn as it was played, in text and JSON: of all seats, so that it is for the house alone.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// What happened, in order, each with who may know of it.
    pub events: &'a [Witnessed<Value>],
    /// What became of each order.
    pub fates: &'a [Fate<Value>],
    /// Each seat's orders in canonical spelling, which the fates count along.
    pub orders: &'a BTreeMap<Seat, Vec<String>>,
}

impl Played<'_> {
    /// What the viewer may know of it: nothing that others ordered, and no event that only others saw.
    pub(super) fn as_known_to<G: Game>(&self, viewer: Viewer, view: &G::View) -> Remembered<G::Event, G::Order> {
        let done = viewer.seat().map_or_else(String::new, |seat| self.done_by(seat));
        // What was played is no sheet that is read again: it counts as no effort.
        Remembered {
            events: seen_by::<G>(viewer, self.events),
            done: if done.is_empty() { Vec::new() } else { G::parse(&done, view).entries.into_iter().map(|line| line.order).collect() },
        }
    }

    /// A sheet of the seat's orders that were not in vain.
    fn done_by(&self, seat: Seat) -> String {
        let orders = self.orders.get(&seat).map(Vec::as_slice).unwrap_or_default();
        let fates = self.fates.iter().filter(|fate| fate.seat == seat && fate.verdict != Extent::Failed);
        fates.filter_map(|fate| orders.get(fate.entry)).fold(String::new(), |sheet, order| sheet + order + "\n")
    }
}

/// The events that the viewer saw. What the present version of a game cannot read of a turn that an older one played is left out: it is
/// told in the news all the same.
pub(super) fn seen_by<G: Game>(viewer: Viewer, events: &[Witnessed<Value>]) -> Vec<G::Event> {
    let seen = events.iter().filter(|event| event.seen_by.includes(viewer));
    seen.filter_map(|event| G::Event::deserialize(&event.event).ok()).collect()
}
