//! The views of a position, made once: the journal has their digests, and reports show them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::ser::{Serialize, Serializer};
use serde_json::Value;

use crate::campaign::Digest;
use crate::engine::{Seat, Table, Viewer};

/// The views of the public and of every seat.
#[derive(Debug, Clone)]
pub struct Views {
    public: Arc<Value>,
    seats: BTreeMap<Seat, Arc<Value>>,
    /// The fields that older journals could not know ([`crate::engine::Game::UNDIGESTED`]).
    undigested: &'static [&'static str],
}

impl Views {
    /// The views of a table.
    pub fn of(table: &dyn Table) -> Views {
        let seats = table.players().into_keys().map(|seat| (seat, Arc::new(table.view(Viewer::Seat(seat)))));
        Views { public: Arc::new(table.view(Viewer::Public)), seats: seats.collect(), undigested: table.game().undigested() }
    }

    /// The view of a seat's holder; people without a seat have the public view.
    pub fn shown_to(&self, seat: Option<Seat>) -> Arc<Value> {
        Arc::clone(seat.and_then(|seat| self.seats.get(&seat)).unwrap_or(&self.public))
    }

    /// The digest of the public view.
    pub fn public(&self) -> Digest {
        self.digest(&self.public)
    }

    /// The digest of each seat's view.
    pub fn seats(&self) -> BTreeMap<Seat, Digest> {
        self.seats.iter().map(|(seat, view)| (*seat, self.digest(view))).collect()
    }

    /// Whether a journal may hold this digest of what a seat sees of the table, or the public (`None`). Views had the history of the game until
    /// November 2026, and entries written before then have its digest with the history.
    pub fn agree(&self, table: &dyn Table, seat: Option<Seat>, told: Digest) -> bool {
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        self.digest(&self.shown_to(seat)) == told || self.digest(&table.view_with_history(viewer, 1)) == told
    }

    fn digest(&self, view: &Value) -> Digest {
        let digested = Digested { view, without: self.undigested };
        Digest::of(&serde_json::to_vec(&digested).expect("a view is plain data with text keys"))
    }
}

/// A view without some of its fields.
struct Digested<'a> {
    view: &'a Value,
    without: &'a [&'a str],
}

impl Serialize for Digested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.view.as_object() {
            Some(fields) => serializer.collect_map(fields.iter().filter(|(name, _)| !self.without.contains(&name.as_str()))),
            None => self.view.serialize(serializer),
        }
    }
}
