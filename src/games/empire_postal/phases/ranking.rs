//! P4.11, P10.1, P10.2: who is out, and the GNP table of the others.

use std::collections::{BTreeMap, BTreeSet};

use super::play::Play;
use crate::engine::Seat;
use crate::games::empire_postal::event::Event;
use crate::games::empire_postal::state::{GnpRow, Power, SeatRecord, State};

/// Indices of P10.1 categories that rules of P10 name.
pub(super) const PLANETS: usize = 0;
pub(super) const INDUSTRIAL_PRODUCT: usize = 10;
const TRANSPORTERS: usize = 9;

pub(super) fn rank(turn: &mut Play) {
    let values = measure(&turn.state);
    let leaving: Vec<Seat> = values.iter().filter(|(_, row)| row[PLANETS] == 0 && row[TRANSPORTERS] == 0).map(|(seat, _)| *seat).collect();
    leaving.iter().for_each(|seat| leave(turn, *seat));
    let staying = values.into_iter().filter(|(seat, _)| !leaving.contains(seat)).collect();
    turn.state.gnp = rank_table(staying);
    turn.record.seats = turn.state.gnp.iter().map(|(seat, row)| (*seat, record_of(row))).collect();
    turn.state.history.push(turn.record.clone());
}

/// P10.1: the twelve values of everybody who plays.
fn measure(state: &State) -> BTreeMap<Seat, [i64; 12]> {
    let mut values: BTreeMap<Seat, [i64; 12]> = state
        .seats_in_play()
        .filter_map(|seat| Some((seat, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, i64::from(state.players.get(&seat)?.political_points)])))
        .collect();
    for planet in &state.planets {
        if let Some(row) = planet.owner.seat().and_then(|seat| values.get_mut(&seat)) {
            let product = planet.industrial_product();
            let (fuel, ore, rare) = (planet.fuel_plants, planet.ore_plants, planet.rare_plants);
            let (fighter_yards, transporter_yards) = (planet.fighter_yards, planet.transporter_yards);
            let more = [1, fuel, ore, rare, fighter_yards, transporter_yards, planet.pdu, planet.stockpile(), 0, 0, product, 0];
            row.iter_mut().zip(more).for_each(|(value, more)| *value += i64::from(more));
        }
        for (power, fleet) in planet.track.iter().flat_map(|position| position.fleets.iter()) {
            if let Some(row) = power.seat().and_then(|seat| values.get_mut(&seat)) {
                row[8] += i64::from(fleet.fighters);
                row[TRANSPORTERS] += i64::from(fleet.transporters);
            }
        }
    }
    values
}

/// P10.2: a player leaves the game together with their remaining fighters.
fn leave(turn: &mut Play, seat: Seat) {
    let this_turn = turn.state.turn;
    if let Some(player) = turn.state.players.get_mut(&seat) {
        player.out_since = Some(this_turn);
    }
    for position in turn.state.planets.iter_mut().flat_map(|planet| &mut planet.track) {
        position.fleets.take(Power::Seat(seat));
    }
    turn.tell_everybody(Event::PlayerOut { seat });
}

/// P10.1: equal values share a rank, and the next value takes the next rank.
fn rank_table(values: BTreeMap<Seat, [i64; 12]>) -> BTreeMap<Seat, GnpRow> {
    let mut table: BTreeMap<Seat, GnpRow> =
        values.into_iter().map(|(seat, values)| (seat, GnpRow { values, ranks: [0; 12], rank_sum: 0 })).collect();
    for category in 0..12 {
        let distinct: BTreeSet<i64> = table.values().map(|row| row.values[category]).collect();
        for row in table.values_mut() {
            let better = distinct.range(row.values[category]..).count();
            row.ranks[category] = better as u32;
            row.rank_sum += better as u32;
        }
    }
    table
}

fn record_of(row: &GnpRow) -> SeatRecord {
    SeatRecord { planets: u32::try_from(row.values[PLANETS]).unwrap_or(0), rank_sum: row.rank_sum }
}

impl GnpRow {
    /// GNP in hundredths: the mean of the ranks, rounded half up.
    pub fn gnp_hundredths(&self) -> u32 {
        (self.rank_sum * 100 + 6) / 12
    }
}
