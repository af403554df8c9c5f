//! Counts how often sheets are read and foreseen, so that tests can prove that neither happens twice.

use std::collections::BTreeSet;

use crate::engine::{Doubt, Game, Sheet};

/// How many sheets a thread has read and foreseen so far.
#[cfg(debug_assertions)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effort {
    /// Texts read as orders.
    pub texts: u32,
    /// Sheets whose consequences were foreseen.
    pub forecasts: u32,
}

#[cfg(debug_assertions)]
thread_local! {
    static EFFORT: std::cell::Cell<Effort> = const { std::cell::Cell::new(Effort { texts: 0, forecasts: 0 }) };
}

/// What this thread has done so far. Exists in debug builds only.
#[cfg(debug_assertions)]
pub fn effort() -> Effort {
    EFFORT.get()
}

/// Reads a text as orders, and counts the reading.
pub(super) fn read<G: Game>(text: &str, view: &G::View) -> Sheet<G::Order> {
    count_text();
    G::parse(text, view)
}

/// Finds the lines of a text that hold orders, and counts this as a reading.
pub(super) fn order_lines<G: Game>(text: &str, view: &G::View) -> BTreeSet<u32> {
    count_text();
    G::order_lines(text, view)
}

fn count_text() {
    #[cfg(debug_assertions)]
    EFFORT.set(Effort { texts: effort().texts + 1, ..effort() });
}

/// Foresees what a sheet leads to, and counts the forecast.
pub(super) fn foresee<G: Game>(sheet: &Sheet<G::Order>, view: &G::View) -> (Vec<Doubt<G::Reason>>, G::Forecast) {
    #[cfg(debug_assertions)]
    EFFORT.set(Effort { forecasts: effort().forecasts + 1, ..effort() });
    G::forecast(sheet, view)
}
