//! B4.4: freight is loaded when its transporters leave, and unloaded after the landings.

use super::play::Play;
use super::standing::Standing;
use crate::engine::{Seat, SheetLine};
use crate::galaxy::{Filled, PlanetId};
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::{Cargo, Count, Ship};
use crate::games::empire_board::rulebook::UnloadsOn;
use crate::games::empire_board::state::{MOST_POPULATION, Planet, Power, Relation, State, ships_for};

const RULE: &str = "B4.4";

/// Carries out one SHIP line.
pub(super) fn ship(
    round: &mut Play,
    standing: &mut Standing,
    line: SheetLine,
    (count, cargo): (Count, Cargo),
    (from, to): (PlanetId, PlanetId),
) {
    let result = load(round, standing, line.seat, (count, cargo), (from, to));
    round.fill(line, RULE, count, result);
}

/// Returns how many units were asked for and sent, and what limited the number: with equal limits the ships, unless there is nothing to load.
fn load(
    round: &mut Play,
    standing: &mut Standing,
    seat: Seat,
    (count, cargo): (Count, Cargo),
    (from, to): (PlanetId, PlanetId),
) -> Filled<Reason> {
    if !round.state.rulebook.freight {
        return Err(Reason::NotInTheseRules { setting: "freight".to_owned() });
    }
    if matches!(cargo, Cargo::Hangar(_)) && !round.state.rulebook.carries_hangars {
        return Err(Reason::NotInTheseRules { setting: "carries_hangars".to_owned() });
    }
    let shipload = round.state.rulebook.shipload;
    let space = round.state.flight_space(from, to)?;
    let planet = round.own_planet(seat, from)?;
    if count == Count::Exactly(0) {
        return Err(Reason::Nothing);
    }
    let shipped = standing.shipped.get(&(seat, from, to)).copied().unwrap_or(0);
    let fleet = standing.fleet(from, seat);
    let (ships, goods) = (fleet.empty_transporters(shipload), planet.freight(cargo));
    let flying = ships_for(shipped, shipload);
    // The room left in the last ship of earlier lines, and then empty ships.
    let begun = flying.saturating_mul(shipload).saturating_sub(shipped);
    let room = ships.saturating_mul(shipload).saturating_add(begun);
    let limit = match goods == 0 || goods < room {
        true => Reason::TooLittleFreight { cargo, planet: from, available: goods },
        false => Reason::TooFewShips { ship: Ship::Transporter, planet: from, available: ships },
    };
    let asked = count.number().unwrap_or(room.min(goods));
    let loaded = asked.min(room).min(goods);
    (0..loaded).for_each(|_| planet.give(cargo));
    let mut laden = fleet.split(Ship::Transporter, ships_for(shipped + loaded, shipload) - flying, shipload);
    laden.freight.extend((0..loaded).map(|_| cargo));
    standing.shipped.insert((seat, from, to), shipped + loaded);
    round.state.enter(Power::Seat(seat), laden, to, space);
    Ok(((asked, loaded), limit))
}

/// Unloads freight in orbit of friendly planets as far as there is room; the rest stays aboard.
pub(super) fn unload(round: &mut Play, sequence: &[Seat]) {
    for seat in sequence {
        for id in round.planet_ids() {
            for (cargo, count) in unload_fleet(&mut round.state, *seat, id) {
                round.tell_everybody(Event::Unloaded { power: Power::Seat(*seat), planet: id, cargo, count });
            }
        }
    }
}

fn unload_fleet(state: &mut State, seat: Seat, id: PlanetId) -> Vec<(Cargo, u32)> {
    let power = Power::Seat(seat);
    let places = Places { factories: state.rulebook.factories_on_planet, hangars: state.rulebook.hangars_on_planet };
    let Some(owner) = state.planet(id).map(|planet| planet.owner) else { return Vec::new() };
    let is_friendly = match state.rulebook.unloads_on {
        UnloadsOn::OwnAndAllied => state.relation(power, owner) == Relation::Allied,
        UnloadsOn::Own => power == owner,
    };
    let Some(planet) = state.planet_mut(id).filter(|_| is_friendly) else { return Vec::new() };
    let mut fleet = planet.orbit_mut().take(power);
    let mut unloaded: Vec<(Cargo, u32)> = Vec::new();
    fleet.freight.retain(|cargo| {
        let has_room = planet.receive(*cargo, places);
        match unloaded.last_mut() {
            _ if !has_room => {}
            Some((last, count)) if last == cargo => *count += 1,
            _ => unloaded.push((*cargo, 1)),
        }
        !has_room
    });
    planet.orbit_mut().set(power, fleet);
    unloaded
}

/// B5.2: how many factories and hangars a planet can have.
#[derive(Debug, Clone, Copy)]
struct Places {
    factories: u32,
    hangars: u32,
}

impl Planet {
    /// How many units can be loaded.
    fn freight(&self, cargo: Cargo) -> u32 {
        match cargo {
            Cargo::Population => self.population.saturating_sub(self.printed_population),
            Cargo::Troop => self.troops,
            Cargo::Factory(product) => self.factories_for(product),
            Cargo::Hangar(ship) => self.hangars_for(ship),
        }
    }

    /// Gives up one unit, which must be there.
    fn give(&mut self, cargo: Cargo) {
        match cargo {
            Cargo::Population => self.population = self.population.saturating_sub(1),
            Cargo::Troop => self.troops = self.troops.saturating_sub(1),
            Cargo::Factory(product) => remove_one(&mut self.factories, product),
            Cargo::Hangar(ship) => remove_one(&mut self.hangars, ship),
        }
    }

    /// Takes in one unit if there is room; whether it did.
    fn receive(&mut self, cargo: Cargo, places: Places) -> bool {
        let has_room = match cargo {
            Cargo::Population => self.population < MOST_POPULATION,
            Cargo::Troop => true,
            Cargo::Factory(_) => (self.factories.len() as u32) < places.factories,
            Cargo::Hangar(_) => (self.hangars.len() as u32) < places.hangars,
        };
        match cargo {
            _ if !has_room => {}
            Cargo::Population => self.population += 1,
            Cargo::Troop => self.troops = self.troops.saturating_add(1),
            Cargo::Factory(product) => self.factories.push(product),
            Cargo::Hangar(ship) => self.hangars.push(ship),
        }
        has_room
    }
}

/// Removes the newest of its kind.
fn remove_one<T: PartialEq>(works: &mut Vec<T>, kind: T) {
    if let Some(index) = works.iter().rposition(|work| *work == kind) {
        works.remove(index);
    }
}
