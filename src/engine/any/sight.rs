//! A view by itself: what its holder can do with it when there is no state.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::{Reading, ReadingEntry, effort};
use crate::engine::{Choices, Doubt, Game, LineAhead, Remembered, Scene, Sheet, ViewError};

/// What one viewer knows, opened from the JSON that [`super::Table::view`] wrote. It reads, foresees and draws as the table does for this viewer.
pub trait Sight {
    /// The same view, as JSON.
    fn view(&self) -> Value;
    /// Reads the viewer's text and foresees what it leads to. The orders also come as data ([`Game::parts`]).
    fn read(&self, text: &str) -> (Reading, Vec<Value>);
    /// Writes orders given as data ([`Game::parts`]) as a sheet in canonical spelling.
    ///
    /// # Errors
    /// When one of them is no order of this game.
    fn written(&self, orders: Vec<Value>) -> Result<String, NoOrder>;
    /// The drawing of the position, with what is remembered of earlier turns; a view opened from JSON remembers nothing.
    fn scene(&self) -> Scene;
    /// Follows a line of moves; nothing is played. `None` where moves do not alternate.
    fn look_ahead(&self, line: &str) -> Option<LineAhead>;
    /// As [`Sight::look_ahead`], with what can be touched next ([`Game::choices`]).
    fn choices(&self, line: &str, touched: &[String]) -> Option<Choices>;
    /// What a caretaker orders for the viewer, as a sheet in canonical spelling; empty if the viewer cannot give orders.
    fn caretaker(&self, salt: u64) -> String;
    /// The move that a caretaker would make after a line of moves ([`Game::answer`]).
    fn answer(&self, line: &str, salt: u64) -> Option<String>;
}

/// Data that is no order of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} is no order of this game")]
pub struct NoOrder {
    /// Its index among the orders, from 0.
    pub entry: usize,
}

/// A view from JSON in the game's own type.
pub(super) fn opened<G: Game>(view: &Value) -> Result<G::View, ViewError> {
    G::View::deserialize(view).map_err(|source| ViewError { game: G::ID, source })
}

/// A view, with what its holder remembers of the last turns, the last one first.
pub(super) struct TypedSight<G: Game> {
    pub(super) view: G::View,
    pub(super) memory: Vec<Remembered<G::Event, G::Order>>,
}

impl<G: Game> Sight for TypedSight<G> {
    fn view(&self) -> Value {
        json(&self.view)
    }

    fn read(&self, text: &str) -> (Reading, Vec<Value>) {
        let sheet = effort::read::<G>(text, &self.view);
        (reading::<G>(&sheet, &self.view, true), sheet.orders().map(|order| json(&G::parts(order))).collect())
    }

    fn written(&self, orders: Vec<Value>) -> Result<String, NoOrder> {
        let order = |(entry, parts)| G::Parts::deserialize(parts).map(|order| format!("{order}\n")).map_err(|_| NoOrder { entry });
        orders.into_iter().enumerate().map(order).collect()
    }

    fn scene(&self) -> Scene {
        G::scene(&self.view, &self.memory)
    }

    fn look_ahead(&self, line: &str) -> Option<LineAhead> {
        G::look_ahead(&self.view, line)
    }

    fn choices(&self, line: &str, touched: &[String]) -> Option<Choices> {
        G::choices(&self.view, line, touched)
    }

    fn caretaker(&self, salt: u64) -> String {
        sheet::<G>(&G::caretaker(&self.view, salt))
    }

    fn answer(&self, line: &str, salt: u64) -> Option<String> {
        G::answer(&self.view, line, salt)
    }
}

/// Orders as a sheet in canonical spelling.
pub(super) fn sheet<G: Game>(orders: &[G::Order]) -> String {
    orders.iter().map(|order| format!("{order}\n")).collect()
}

/// The orders of a sheet in canonical spelling, with their consequences as far as their sender can know.
pub(super) fn reading<G: Game>(sheet: &Sheet<G::Order>, view: &G::View, sees_pictures: bool) -> Reading {
    let (doubts, forecast) = effort::foresee::<G>(sheet, view);
    let mut prospect = G::prospect(&forecast);
    if sees_pictures {
        prospect.ahead = prospect.ahead.or_else(|| G::picture_ahead(view, &forecast));
    }
    let orders = G::seat(view).map(|seat| BTreeMap::from([(seat, sheet.orders().cloned().collect())]));
    let entries =
        sheet.entries.iter().map(|line| ReadingEntry { line: line.line, order: line.order.to_string(), waits: G::waits(&line.order) });
    Reading {
        entries: entries.collect(),
        problems: sheet.problems.clone(),
        unmet: sheet.unmet.clone(),
        doubts: doubts.into_iter().map(doubt_as_json).collect(),
        forecast: json(&forecast),
        prospect,
        has_move: has_move::<G>(sheet),
        plays_at_once: orders.is_some_and(|orders| G::plays_at_once(view, &orders)),
    }
}

/// Whether any of the orders is meant only for the position that its sender saw.
pub(super) fn has_move<G: Game>(sheet: &Sheet<G::Order>) -> bool {
    sheet.orders().any(G::is_move)
}

/// Cannot fail: a game's types are plain data with text keys, which always have a JSON form.
pub(super) fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("a game's types are plain data")
}

fn doubt_as_json<R: serde::Serialize>(doubt: Doubt<R>) -> Doubt<Value> {
    Doubt {
        entry: doubt.entry,
        done: doubt.done,
        asked: doubt.asked,
        reason: json(&doubt.reason),
        rule: doubt.rule,
        instead: doubt.instead,
    }
}

/// Finds all whole numbers in a value.
pub(super) fn add_numbers(found: &mut BTreeSet<u64>, value: &Value) {
    match value {
        Value::Number(number) => found.extend(number.as_u64()),
        Value::Array(items) => items.iter().for_each(|item| add_numbers(found, item)),
        Value::Object(fields) => fields.values().for_each(|field| add_numbers(found, field)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
