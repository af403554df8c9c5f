//! P4.10: unloading cargo (P12).

use std::collections::{BTreeMap, BTreeSet};

use super::play::Play;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::{CargoWaitsBecause, Event};
use crate::games::empire_postal::order::{Cargo, Order};
use crate::games::empire_postal::state::{Fleet, Planet, Power, Stock};
use crate::games::empire_postal::track::saturated;

const RULE: &str = "P4.10";

pub(super) fn unload(turn: &mut Play) {
    let refused = read_refusals(turn);
    for id in turn.planet_ids() {
        let Some(planet) = turn.state.planet_mut(id) else { continue };
        let cargo = std::mem::take(&mut planet.orbit_mut().cargo);
        if cargo.is_empty() {
            continue;
        }
        match find_obstacle(planet, refused.contains(&id)) {
            None => unload_all(turn, id, cargo),
            Some(because) => keep_waiting(turn, id, cargo, because),
        }
    }
}

fn read_refusals(turn: &mut Play) -> BTreeSet<PlanetId> {
    let mut refused = BTreeSet::new();
    for (line, order) in turn.book.open_lines() {
        let Order::RefuseCargo { on } = order else { continue };
        let own = turn.own_planet(line.seat, *on).map(|_| ());
        refused.extend(own.is_ok().then_some(*on));
        turn.settle(line, RULE, own);
    }
    refused
}

/// Why nothing is unloaded. On a neutral planet that is for lack of a fighter, and nobody is told.
fn find_obstacle(planet: &Planet, is_refused: bool) -> Option<CargoWaitsBecause> {
    let has_fighter = planet.owner != Power::Neutral && planet.orbit().fleets.of(planet.owner).fighters > 0;
    if is_refused { Some(CargoWaitsBecause::Refused) } else { (!has_fighter).then_some(CargoWaitsBecause::NoFighter) }
}

/// The ships become TR of the planet's owner, whoever sent them. Plants are unloaded before the goods that they can store (C2 to C4 before C5 to C7).
/// What finds no room is lost (P2.3).
fn unload_all(turn: &mut Play, id: PlanetId, loads: BTreeMap<Cargo, u32>) {
    let mut lost = Stock::default();
    let Some(owner) = turn.state.planet(id).map(|planet| planet.owner) else { return };
    for (cargo, shiploads) in loads {
        let units = saturated(u64::from(shiploads) * u64::from(cargo.shipload()));
        if let Some(planet) = turn.state.planet_mut(id) {
            lost = lost.plus(planet.put_ashore(cargo, units));
            planet.orbit_mut().fleets.add(owner, Fleet { fighters: 0, transporters: shiploads });
        }
        turn.tell([owner], Event::Unloaded { planet: id, cargo, shiploads, units });
    }
    if lost != Stock::default() {
        turn.tell([owner], Event::StorageFull { planet: id, lost });
    }
}

/// P4.10: cargo that is not unloaded waits at `D` and tries again next turn.
fn keep_waiting(turn: &mut Play, id: PlanetId, loads: BTreeMap<Cargo, u32>, because: CargoWaitsBecause) {
    for (cargo, shiploads) in loads {
        let Some(planet) = turn.state.planet_mut(id) else { return };
        if let Some(waiting) = planet.track.get_mut(1) {
            waiting.add_cargo(cargo, shiploads);
        }
        let owner = planet.owner;
        turn.tell([owner], Event::CargoWaits { planet: id, cargo, shiploads, because });
    }
}

impl Planet {
    /// Unloads the cargo; returns what found no room.
    fn put_ashore(&mut self, cargo: Cargo, units: u32) -> Stock {
        let nothing = Stock::default();
        match cargo {
            Cargo::Fuel => self.store(Stock { fuel: units, ..nothing }),
            Cargo::Ore => self.store(Stock { ore: units, ..nothing }),
            Cargo::Rare => self.store(Stock { rare: units, ..nothing }),
            _ => {
                let held = self.goods_mut(cargo);
                *held = held.saturating_add(units);
                nothing
            }
        }
    }
}

impl Stock {
    fn plus(self, more: Stock) -> Stock {
        Stock {
            fuel: self.fuel.saturating_add(more.fuel),
            ore: self.ore.saturating_add(more.ore),
            rare: self.rare.saturating_add(more.rare),
        }
    }
}
