//! P4.3: loading cargo (P12).

use super::play::Play;
use crate::engine::SheetLine;
use crate::galaxy::{Filled, PlanetId};
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Cargo, Count, Order, Ship};
use crate::games::empire_postal::state::{Planet, Power};

const RULE: &str = "P4.3";

/// Fills orders in the order given, as far as they go.
pub(super) fn load_cargo(turn: &mut Play) {
    for (line, order) in turn.book.open_lines() {
        if let Order::Load { count, cargo, from, to } = order {
            let result = load(turn, line, (*count, *cargo), *from, *to);
            turn.fill(line, RULE, *count, result);
        }
    }
}

/// Returns how many shiploads were asked for and loaded, and what limited the number.
fn load(turn: &mut Play, line: SheetLine, (count, cargo): (Count, Cargo), from: PlanetId, to: PlanetId) -> Filled<Reason> {
    let position = turn.state.flight_position(from, to);
    let power = Power::Seat(line.seat);
    let planet = turn.own_planet(line.seat, from)?;
    let position = position?;
    let fleet = planet.orbit().fleets.of(power);
    if count == Count::Exactly(0) {
        return Err(Reason::Nothing);
    }
    if fleet.fighters == 0 {
        return Err(Reason::NoFighterInOrbit { planet: from });
    }
    let goods = *planet.goods_mut(cargo) / cargo.shipload();
    let possible = fleet.transporters.min(goods);
    let limit = if fleet.transporters <= goods {
        Reason::TooFewShips { ship: Ship::Transporter, planet: from, available: fleet.transporters }
    } else {
        Reason::TooFewGoods { cargo, planet: from, available: goods }
    };
    let asked = count.number().unwrap_or(possible);
    let loaded = asked.min(possible);
    planet.take_aboard(power, cargo, loaded);
    if let Some(track) = turn.state.planet_mut(to).and_then(|planet| planet.track.get_mut(position)) {
        // P4.4: cargo moves down with everything on the track, so distance D arrives this turn.
        track.add_cargo(cargo, loaded);
    }
    Ok(((asked, loaded), limit))
}

impl Planet {
    /// Removes the shiploads and their ships from the planet at once (P4.3).
    fn take_aboard(&mut self, power: Power, cargo: Cargo, shiploads: u32) {
        *self.goods_mut(cargo) -= shiploads * cargo.shipload();
        let mut fleet = self.orbit().fleets.of(power);
        fleet.transporters -= shiploads;
        self.orbit_mut().fleets.set(power, fleet);
    }

    /// P12: the goods on a planet that this kind of cargo is made of.
    pub fn goods_mut(&mut self, cargo: Cargo) -> &mut u32 {
        match cargo {
            Cargo::Workforce => &mut self.workforce,
            Cargo::Pdu => &mut self.pdu,
            Cargo::FuelPlants => &mut self.fuel_plants,
            Cargo::OrePlants => &mut self.ore_plants,
            Cargo::RarePlants => &mut self.rare_plants,
            Cargo::Fuel => &mut self.stock.fuel,
            Cargo::Ore => &mut self.stock.ore,
            Cargo::Rare => &mut self.stock.rare,
            Cargo::FighterYard => &mut self.fighter_yards,
            Cargo::TransporterYard => &mut self.transporter_yards,
        }
    }
}
