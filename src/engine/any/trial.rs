//! A game played for trial: its states stay here, and only what a seat sees comes out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::sight::TypedSight;
use super::typed::fate_as_json;
use super::{RestoreError, Sight, effort};
use crate::engine::{Dice, Extent, Fate, Game, Moment, Orders, Remembered, Seat, Seed, Turn, Viewer};

/// A game that is played turn by turn from sheets and by caretakers, and can be taken back. Turns are counted from its first state.
pub trait Trial {
    /// What a seat sees after `turn` turns; `None` if the game has not come so far, or has no such seat.
    fn sight(&self, turn: u32, seat: Seat) -> Option<Box<dyn Sight>>;
    /// What a seat learns from turn `turn`; nothing from turn 0.
    fn told(&self, turn: u32, seat: Seat) -> Told;
    /// Plays on after `turn` turns and forgets what was played after them before. The caretaker plays for every seat that is to move and has no
    /// sheet. Dice and caretakers are those of `ashpost sandbox` with this seed. False, and nothing changes, if there is nothing to play.
    fn play(&mut self, turn: u32, sheets: &BTreeMap<Seat, String>, seed: Seed) -> bool;
}

/// What a seat learns from a turn.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Told {
    /// What it would tell first, the most urgent first.
    pub moments: Vec<Moment>,
    /// How many orders it gave.
    pub orders: usize,
    /// Those of them that were not carried out in full.
    pub unfinished: Vec<Unfinished>,
}

/// An order that was not carried out in full.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Unfinished {
    /// In canonical spelling.
    pub order: String,
    /// What became of it.
    pub fate: Fate<Value>,
}

/// What a program must know of a game to play it for trial. It names states and adjudication, which a program with only views does without.
#[derive(Clone, Copy)]
pub struct Playing {
    begin: fn(&Value) -> Result<Box<dyn Trial>, RestoreError>,
}

impl Playing {
    /// The entry of a game.
    pub const fn of<G: Game>() -> Playing {
        Playing { begin: begun::<G> }
    }

    /// Begins with a state that [`super::Table::state`] wrote.
    ///
    /// # Errors
    /// When it is not such a state.
    pub fn begin(&self, state: &Value) -> Result<Box<dyn Trial>, RestoreError> {
        (self.begin)(state)
    }
}

fn begun<G: Game>(state: &Value) -> Result<Box<dyn Trial>, RestoreError> {
    let state = G::State::deserialize(state).map_err(|source| RestoreError { game: G::ID, source })?;
    let opening = After { turn: Turn { state, events: Vec::new(), fates: Vec::new() }, orders: Orders::new() };
    Ok(Box::new(TypedTrial::<G>(vec![opening])))
}

/// The positions so far, the opening first.
struct TypedTrial<G: Game>(Vec<After<G>>);

/// A position, and the turn that led to it.
struct After<G: Game> {
    turn: Turn<G::State, G::Event, G::Reason>,
    orders: Orders<G::Order>,
}

impl<G: Game> Trial for TypedTrial<G> {
    fn sight(&self, turn: u32, seat: Seat) -> Option<Box<dyn Sight>> {
        let played = self.0.get(..=turn as usize)?;
        let now = played.last().filter(|now| G::players(&now.turn.state).contains_key(&seat))?;
        let memory = played.iter().skip(1).rev().take(G::MEMORY).map(|after| after.remembered_by(seat)).collect();
        Some(Box::new(TypedSight::<G> { view: now.view(seat), memory }))
    }

    fn told(&self, turn: u32, seat: Seat) -> Told {
        let Some(now) = self.0.get(turn as usize).filter(|_| turn > 0) else { return Told::default() };
        let unfinished = now.deeds(seat).filter(|(_, fate)| fate.verdict != Extent::Done);
        Told {
            moments: G::moments(&now.view(seat), &now.seen_by(seat), Viewer::Seat(seat)),
            orders: now.deeds(seat).count(),
            unfinished: unfinished.map(|(order, fate)| Unfinished { order: order.to_string(), fate: fate_as_json(fate.clone()) }).collect(),
        }
    }

    fn play(&mut self, turn: u32, sheets: &BTreeMap<Seat, String>, seed: Seed) -> bool {
        let Some(now) = self.0.get(turn as usize) else { return false };
        let movers = G::to_move(&now.turn.state);
        if movers.is_empty() {
            return false;
        }
        let seed = seed.of_turn(turn + 1);
        let orders: Orders<G::Order> = movers.into_iter().map(|seat| (seat, now.ordered(seat, sheets.get(&seat), seed))).collect();
        let turn_played = G::adjudicate(&now.turn.state, &orders, &Dice::new(seed));
        self.0.truncate(turn as usize + 1);
        self.0.push(After { turn: turn_played, orders });
        true
    }
}

impl<G: Game> After<G> {
    fn view(&self, seat: Seat) -> G::View {
        G::view(&self.turn.state, Viewer::Seat(seat))
    }

    /// A seat's orders for the next turn: those of its sheet, or the caretaker's.
    fn ordered(&self, seat: Seat, sheet: Option<&String>, seed: Seed) -> Vec<G::Order> {
        let view = self.view(seat);
        match sheet {
            Some(text) => effort::read::<G>(text, &view).entries.into_iter().map(|line| line.order).collect(),
            None => G::caretaker(&view, seed.caretaker(seat)),
        }
    }

    fn seen_by(&self, seat: Seat) -> Vec<G::Event> {
        let seen = self.turn.events.iter().filter(|event| event.seen_by.includes(Viewer::Seat(seat)));
        seen.map(|event| event.event.clone()).collect()
    }

    /// The seat's orders with their fates.
    fn deeds(&self, seat: Seat) -> impl Iterator<Item = (&G::Order, &Fate<G::Reason>)> {
        let orders = self.orders.get(&seat).map(Vec::as_slice).unwrap_or_default();
        self.turn.fates.iter().filter(move |fate| fate.seat == seat).filter_map(|fate| Some((orders.get(fate.entry)?, fate)))
    }

    /// What the seat remembers of the turn, as its picture needs it ([`Game::scene`]).
    fn remembered_by(&self, seat: Seat) -> Remembered<G::Event, G::Order> {
        let done = self.deeds(seat).filter(|(_, fate)| fate.verdict != Extent::Failed);
        Remembered { events: self.seen_by(seat), done: done.map(|(order, _)| order.clone()).collect() }
    }
}
