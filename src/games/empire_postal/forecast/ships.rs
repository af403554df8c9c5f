//! P4.3 and P4.4: loads cargo, then flies ships.

use std::collections::BTreeMap;

use super::foresight::Foresight;
use crate::galaxy::PlanetId;
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Cargo, Count, Order, Ship};
use crate::games::empire_postal::view::FullPlanet;

/// Shiploads by planet and cargo.
pub(super) type Loaded = BTreeMap<PlanetId, BTreeMap<Cargo, u32>>;

/// P4.3: fills orders in the order given, as far as they go.
pub(super) fn load(foresight: &mut Foresight<'_>) -> Loaded {
    let mut loaded = Loaded::new();
    for (entry, order) in foresight.orders.clone() {
        let Order::Load { count, cargo, from, to } = order else { continue };
        match objection(foresight, *from, *to) {
            Some(reason) => foresight.refuse(entry, "P4.3", *count, reason),
            None => {
                let shiploads = load_line(foresight, entry, *count, *cargo, (*from, *to));
                let here = loaded.entry(*from).or_default().entry(*cargo).or_default();
                *here = here.saturating_add(shiploads);
            }
        }
    }
    loaded
}

/// P4.4: flies ships that were in orbit when the turn began, from any planet.
pub(super) fn fly(foresight: &mut Foresight<'_>) {
    for (entry, order) in foresight.orders.clone() {
        let Order::Send { count, ship, from, to } = order else { continue };
        if from == to {
            foresight.refuse(entry, "P4.4", *count, Reason::SamePlanet { planet: *to });
            continue;
        }
        let available = foresight.fleet(*from).count(*ship);
        // P3.1: `ALL` asks for what is there.
        let asked = count.number().unwrap_or(available);
        let sent = asked.min(available);
        foresight.take(*from, *ship, sent);
        foresight.flights.send((*from, *to), *ship, sent);
        let reason = Reason::TooFewShips { ship: *ship, planet: *from, available };
        let instead = |sent| Some(Order::Send { count: Count::Exactly(sent), ship: *ship, from: *from, to: *to });
        foresight.filled(entry, "P4.4", (asked, sent), reason, instead);
    }
}

fn objection(foresight: &Foresight<'_>, from: PlanetId, to: PlanetId) -> Option<Reason> {
    if !foresight.is_own(from) {
        Some(Reason::NotYourPlanet { planet: from })
    } else if from == to {
        Some(Reason::SamePlanet { planet: to })
    } else {
        (foresight.fleet(from).fighters == 0).then_some(Reason::NoFighterInOrbit { planet: from })
    }
}

/// Returns how many shiploads leave.
fn load_line(foresight: &mut Foresight<'_>, entry: usize, count: Count, cargo: Cargo, (from, to): (PlanetId, PlanetId)) -> u32 {
    let transporters = foresight.fleet(from).transporters;
    let Some(goods) = foresight.planets.get_mut(&from).map(|planet| goods(planet, cargo)) else { return 0 };
    let shiploads = *goods / cargo.shipload();
    let possible = transporters.min(shiploads);
    let asked = count.number().unwrap_or(possible);
    let loaded = asked.min(possible);
    *goods -= loaded * cargo.shipload();
    foresight.take(from, Ship::Transporter, loaded);
    foresight.flights.send((from, to), Ship::Transporter, loaded);
    let reason = if transporters <= shiploads {
        Reason::TooFewShips { ship: Ship::Transporter, planet: from, available: transporters }
    } else {
        Reason::TooFewGoods { cargo, planet: from, available: shiploads }
    };
    let instead = |loaded| Some(Order::Load { count: Count::Exactly(loaded), cargo, from, to });
    foresight.filled(entry, "P4.3", (asked, loaded), reason, instead);
    loaded
}

/// P12: the goods on a planet that this kind of cargo is made of.
fn goods(planet: &mut FullPlanet, cargo: Cargo) -> &mut u32 {
    match cargo {
        Cargo::Workforce => &mut planet.workforce,
        Cargo::Pdu => &mut planet.pdu,
        Cargo::FuelPlants => &mut planet.fuel_plants,
        Cargo::OrePlants => &mut planet.ore_plants,
        Cargo::RarePlants => &mut planet.rare_plants,
        Cargo::Fuel => &mut planet.stock.fuel,
        Cargo::Ore => &mut planet.stock.ore,
        Cargo::Rare => &mut planet.stock.rare,
        Cargo::FighterYard => &mut planet.fighter_yards,
        Cargo::TransporterYard => &mut planet.transporter_yards,
    }
}
