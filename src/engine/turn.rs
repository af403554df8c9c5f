//! The result of a turn: the next state, what happened and who saw it, and what became of each order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Seat, SeatSet, Viewer};

/// The sheets that count, by seat. A seat that sent none is absent (NMR: no move received).
pub type Orders<O> = BTreeMap<Seat, Vec<O>>;

/// The result of adjudication. It cannot fail, because what goes wrong in a game is an event.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn<S, E, R> {
    /// The position after it.
    pub state: S,
    /// What happened, in order.
    pub events: Vec<Witnessed<E>>,
    /// One for each order, by seat in ascending order, then as the orders stood on the sheet.
    pub fates: Vec<Fate<R>>,
}

/// An event and who learned of it. The audience is fixed when it happens, so no later step can leak it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Witnessed<E> {
    /// What happened.
    pub event: E,
    /// Who may know of it.
    pub seen_by: Audience,
}

/// Who saw an event. The game master sees all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Every viewer, the public too.
    Everybody,
    /// The holders of these seats, and the game master.
    Seats(SeatSet),
}

/// What became of one order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate<R> {
    /// Whose order it was.
    pub seat: Seat,
    /// Index among the seat's orders, from 0.
    pub entry: usize,
    /// How far it was carried out.
    pub verdict: Extent,
    /// How many units were asked for, if the order has a number. `ALL` and `MAX` count as what was there.
    pub asked: Option<u32>,
    /// How many units were done, if the order has a number.
    pub done: Option<u32>,
    /// Why it was not done in full.
    pub reason: Option<R>,
    /// The rule that decided, such as `P4.3`.
    pub rule: String,
}

/// How far an order went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// All of it.
    Done,
    /// Done in part.
    Cut,
    /// Nothing of it.
    Failed,
}

/// How a finished game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The rule under which it ended, such as `P10.3`.
    pub rule: String,
    /// Best first; seats that share a place have the same number.
    pub places: Vec<Place>,
}

/// How a finished game was decided, as far as tables and ratings need to know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// By play, or by a resignation.
    #[default]
    Played,
    /// By the clock: one side had no time left.
    OnTime,
    /// Not at all: it ended before each side had made a move, so it brings no points and is not rated.
    Void,
}

/// A seat's place in the final table, 1 for the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Whose place it is.
    pub seat: Seat,
    /// From 1; seats that are level share a place.
    pub place: u32,
}

impl Audience {
    /// Those seats and nobody else.
    pub fn seats(seats: impl IntoIterator<Item = Seat>) -> Audience {
        Audience::Seats(seats.into_iter().collect())
    }

    /// Whether this viewer saw it.
    pub fn includes(&self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Audience::Everybody, _) | (_, Viewer::GameMaster) => true,
            (Audience::Seats(seats), Viewer::Seat(seat)) => seats.contains(&seat),
            (Audience::Seats(_), Viewer::Public) => false,
        }
    }
}
