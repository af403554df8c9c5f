//! What a game records of its turns, for charts, the final table and the hall of fame.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Ship;
use crate::engine::{Place, Seat};

/// What happened in one turn: counts for the whole galaxy, and a record for each seat.
#[allow(missing_docs, reason = "the counts are what they are called")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRecord<S> {
    pub turn: u32,
    pub battles: u32,
    pub landings: u32,
    pub revolts: u32,
    /// The records of all who play.
    pub seats: BTreeMap<Seat, S>,
}

/// A seat's record of the turn before turn `turn`; `None` if it has none.
pub fn record_before<S: Copy>(history: &[TurnRecord<S>], turn: u32, seat: Seat) -> Option<S> {
    let record = history.iter().rev().find(|record| record.turn.saturating_add(1) == turn)?;
    record.seats.get(&seat).copied()
}

/// Counts for one player over the whole game, for the hall of fame.
#[allow(missing_docs, reason = "the counts are what they are called")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    pub battles_won: u32,
    pub battles_lost: u32,
    pub planets_taken: u32,
    pub planets_lost: u32,
    pub fighters_built: u32,
    pub fighters_lost: u32,
    pub transporters_built: u32,
    pub transporters_lost: u32,
}

impl Statistics {
    /// Counts ships that were built, up to the largest number.
    pub fn build(&mut self, ship: Ship, count: u32) {
        let built = ship.pick(&mut self.fighters_built, &mut self.transporters_built);
        *built = built.saturating_add(count);
    }

    /// Counts ships that were lost, up to the largest number.
    pub fn lose(&mut self, ship: Ship, count: u32) {
        let lost = ship.pick(&mut self.fighters_lost, &mut self.transporters_lost);
        *lost = lost.saturating_add(count);
    }
}

/// A table of players, best first. The smallest merit is the best; equals share a place, and stand by their seats.
pub(crate) fn places_by<M: Ord>(merits: impl Iterator<Item = (M, Seat)>) -> Vec<Place> {
    let mut ranking: Vec<(M, Seat)> = merits.collect();
    ranking.sort();
    let place_of = |merit: &M| ranking.iter().filter(|(other, _)| other < merit).count() as u32 + 1;
    ranking.iter().map(|(merit, seat)| Place { seat: *seat, place: place_of(merit) }).collect()
}

/// Where a player stands in a table such as [`places_by`] makes.
pub(crate) struct PlaceHeld {
    /// The player's place, from 1.
    pub place: u32,
    /// Whether another player has the same place.
    pub is_shared: bool,
    /// How many players are in the table.
    pub players: u32,
}

impl PlaceHeld {
    /// The place of a player; `None` for one who is not in the table.
    pub(crate) fn of(seat: Seat, table: &[Place]) -> Option<PlaceHeld> {
        let place = table.iter().find(|place| place.seat == seat)?.place;
        let is_shared = table.iter().filter(|other| other.place == place).count() > 1;
        Some(PlaceHeld { place, is_shared, players: table.len() as u32 })
    }
}

/// Who is first in a table, and who else has the first place, seats ascending; `None` if nobody is in it.
pub(crate) fn leaders(table: &[Place]) -> Option<(Seat, Vec<Seat>)> {
    let mut leaders = table.iter().filter(|place| place.place == 1).map(|place| place.seat);
    Some((leaders.next()?, leaders.collect()))
}
