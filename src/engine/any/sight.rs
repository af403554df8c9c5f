//! A view by itself: what its holder can do with it where there is no state.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Reading, ReadingEntry};
use crate::engine::{Doubt, Game, LineAhead, Scene, Sheet, Thought};

/// What one viewer knows, opened from the JSON that [`super::Table::view`] wrote: it reads, foresees and draws as the table does for this viewer.
pub trait Sight {
    /// The same view, as JSON.
    fn view(&self) -> Value;
    /// Reads the viewer's text and foresees what it leads to.
    fn read(&self, text: &str) -> Reading;
    /// A sheet of orders that were made as data ([`Game::parts`]), in canonical spelling.
    ///
    /// # Errors
    /// When one of them is no order of this game.
    fn written(&self, orders: Vec<Value>) -> Result<String, NoOrder>;
    /// The drawing of the position by itself, without what happened before.
    fn scene(&self) -> Scene;
    /// Follows a line of moves; nothing is played. `None` where moves do not alternate.
    fn look_ahead(&self, line: &str) -> Option<LineAhead>;
    /// The same with a next move that is being made ([`Game::think`]).
    fn think(&self, line: &str, touched: &[String]) -> Option<Thought>;
    /// What a caretaker orders for the viewer, as a sheet in canonical spelling; empty for who cannot order anything.
    fn caretaker(&self, salt: u64) -> String;
    /// What a caretaker plays behind a line of moves, whoever is to move there. `None` where moves do not alternate.
    fn caretaker_behind(&self, line: &str, salt: u64) -> Option<String>;
}

/// A text that is not a view of the game.
#[derive(Debug, thiserror::Error)]
#[error("this is not a view of {game}: {source}")]
pub struct ViewError {
    game: &'static str,
    source: serde_json::Error,
}

/// Data that are no order of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} is no order of this game")]
pub struct NoOrder {
    /// Which of the orders, from 0.
    pub entry: usize,
}

/// Opens a view that [`super::Table::view`] wrote, with nothing of the game but what a view needs.
///
/// # Errors
/// When the text is not such a view.
pub fn seen<G: Game>(view: &str) -> Result<Box<dyn Sight>, ViewError> {
    let view = serde_json::from_str(view).map_err(|source| ViewError { game: G::ID, source })?;
    Ok(Box::new(TypedSight::<G>(view)))
}

struct TypedSight<G: Game>(G::View);

impl<G: Game> Sight for TypedSight<G> {
    fn view(&self) -> Value {
        json(&self.0)
    }

    fn read(&self, text: &str) -> Reading {
        reading::<G>(&G::parse(text, &self.0), &self.0)
    }

    fn written(&self, orders: Vec<Value>) -> Result<String, NoOrder> {
        let order = |(entry, parts)| G::assembled(parts).ok_or(NoOrder { entry });
        Ok(sheet::<G>(&orders.into_iter().enumerate().map(order).collect::<Result<Vec<_>, _>>()?))
    }

    fn scene(&self) -> Scene {
        G::scene(&self.0, &[])
    }

    fn look_ahead(&self, line: &str) -> Option<LineAhead> {
        G::look_ahead(&self.0, line)
    }

    fn think(&self, line: &str, touched: &[String]) -> Option<Thought> {
        G::think(&self.0, line, touched)
    }

    fn caretaker(&self, salt: u64) -> String {
        sheet::<G>(&G::caretaker(&self.0, salt))
    }

    fn caretaker_behind(&self, line: &str, salt: u64) -> Option<String> {
        G::caretaker_behind(&self.0, line, salt).map(|orders| sheet::<G>(&orders))
    }
}

/// Orders as a sheet in canonical spelling.
pub(super) fn sheet<G: Game>(orders: &[G::Order]) -> String {
    orders.iter().map(|order| format!("{order}\n")).collect()
}

/// The orders of a sheet in canonical spelling, with what they lead to as far as their sender can know.
pub(super) fn reading<G: Game>(sheet: &Sheet<G::Order>, view: &G::View) -> Reading {
    let (doubts, forecast) = G::forecast(sheet, view);
    let orders = G::seat(view).map(|seat| BTreeMap::from([(seat, sheet.orders().cloned().collect())]));
    let entries = sheet.entries.iter().map(|line| ReadingEntry {
        line: line.line,
        order: line.order.to_string(),
        waits: G::waits(&line.order),
        parts: G::parts(&line.order),
    });
    Reading {
        entries: entries.collect(),
        problems: sheet.problems.clone(),
        unmet: sheet.unmet.clone(),
        doubts: doubts.into_iter().map(doubt_as_json).collect(),
        forecast: json(&forecast),
        prospect: G::prospect(&forecast),
        plays_at_once: orders.is_some_and(|orders| G::plays_at_once(view, &orders)),
    }
}

/// The types of a game are plain data with text keys, and such data always has a JSON form.
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
