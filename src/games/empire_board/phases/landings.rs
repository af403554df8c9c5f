//! B7: landings, the only way to take a planet.

use std::collections::{BTreeMap, BTreeSet};

use super::morale;
use super::neutrals;
use super::play::Play;
use super::sides::{Minds, Side, Sides};
use crate::engine::{Seat, SheetLine};
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Arm, Event, Fight, Force, Reason};
use crate::games::empire_board::order::{Count, Order, Product, Ship, Unit};
use crate::games::empire_board::rulebook::{ConqueredTroops, ConqueredWorks, Conqueror, ConquerorTie, DefaultLanding};
use crate::games::empire_board::state::{Power, Relation};

const RULE: &str = "B7.1";

/// How many transporters each player lands.
type Landers = BTreeMap<Seat, u32>;

/// Lands on all planets. Returns the planets that were taken.
pub(super) fn land(round: &mut Play, sequence: &[Seat], held: &BTreeSet<PlanetId>) -> BTreeSet<PlanetId> {
    let orders = read_orders(round, held);
    let mut taken = BTreeSet::new();
    let mut fights = Vec::new();
    for id in round.planet_ids() {
        let landers = landers(round, held, id, &orders);
        let Some(landing) = join_landing(round, id, &landers) else { continue };
        if settle_landing(round, sequence, &landing) {
            taken.insert(id);
        }
        fights.push(landing);
    }
    fights.iter().for_each(|landing| morale::turn_markers(round, landing, Arm::Transporters, Arm::Troops));
    taken
}

/// The LAND lines that can be carried out; the others fail here.
fn read_orders(round: &mut Play, held: &BTreeSet<PlanetId>) -> BTreeMap<(PlanetId, Seat), u32> {
    let lines = round.last_words(RULE, |order| match order {
        Order::Land { on, .. } => Some(*on),
        _ => None,
    });
    let mut orders = BTreeMap::new();
    for (line, order) in lines {
        let Order::Land { count, on } = order else { continue };
        match may_land(round, held, line.seat, *on) {
            _ if *count == Count::Exactly(0) => {
                orders.insert((*on, line.seat), 0);
                round.book.done(line, RULE);
            }
            Err(reason) => round.refused(line, RULE, *count, reason),
            Ok(available) => {
                orders.insert((*on, line.seat), fill(round, line, *count, *on, available));
            }
        }
    }
    orders
}

fn fill(round: &mut Play, line: SheetLine, count: Count, on: PlanetId, available: u32) -> u32 {
    let asked = count.number().unwrap_or(available);
    let landing = asked.min(available);
    let reason = Reason::TooFewShips { ship: Ship::Transporter, planet: on, available };
    round.book.filled(line, RULE, (asked, landing), Some(reason));
    landing
}

/// How many transporters this seat could land: empty ones at an enemy's planet whose orbit the owner's side does not hold.
fn may_land(round: &Play, held: &BTreeSet<PlanetId>, seat: Seat, id: PlanetId) -> Result<u32, Reason> {
    let power = Power::Seat(seat);
    let planet = round.state.planet(id).ok_or(Reason::Nothing)?;
    let relation = round.state.relation(power, planet.owner);
    match relation {
        _ if planet.owner == power => Err(Reason::YourOwnPlanet { planet: id }),
        Relation::Neutral | Relation::Allied => Err(Reason::NotHostile { planet: id, relation }),
        Relation::Hostile if held.contains(&id) => Err(Reason::OrbitHeld { planet: id }),
        Relation::Hostile => Ok(planet.orbit().of(power).empty_transporters(round.state.rulebook.shipload)),
    }
}

/// B7.1: a player who gave no order lands with all transporters, or as the rulebook says.
fn landers(round: &Play, held: &BTreeSet<PlanetId>, id: PlanetId, orders: &BTreeMap<(PlanetId, Seat), u32>) -> Landers {
    let lands_by_default = round.state.rulebook.default_landing == DefaultLanding::All;
    let count = |seat: Seat| match orders.get(&(id, seat)) {
        Some(ordered) => *ordered,
        None if lands_by_default => may_land(round, held, seat, id).unwrap_or(0),
        None => 0,
    };
    let seats = round.state.planet(id).into_iter().flat_map(|planet| planet.orbit().powers()).filter_map(Power::seat);
    seats.map(|seat| (seat, count(seat))).filter(|(_, count)| *count > 0).collect()
}

/// B7.2: everybody who lands attacks together.
fn join_landing(round: &Play, id: PlanetId, landers: &Landers) -> Option<Fight> {
    let state = &round.state;
    let planet = state.planet(id).filter(|_| !landers.is_empty())?;
    let force = |(seat, units): (&Seat, &u32)| Force { power: Power::Seat(*seat), units: *units, transporters: 0, lost: 0 };
    let sides = Sides {
        planet: id,
        owner: planet.owner,
        attackers: landers.iter().map(force).collect(),
        defenders: vec![Force { power: planet.owner, units: planet.troops, transporters: 0, lost: 0 }],
    };
    let is_up = |power: Power, side: Side| match side {
        Side::Attackers => state.morale(power).transporters,
        Side::Defenders => state.morale(power).troops,
    };
    let minds = Minds { is_up: Box::new(is_up), target: Box::new(|power| state.target(power, id)) };
    Some(sides.fight_on_the_ground(&state.rulebook, &minds, &mut round.dice(&format!("landing/{id}"))))
}

/// Takes the losses and settles who owns the planet; whether it was taken.
fn settle_landing(round: &mut Play, sequence: &[Seat], landing: &Fight) -> bool {
    let troops_lost: u32 = landing.defenders.iter().map(|force| force.lost).sum();
    let shipload = round.state.rulebook.shipload;
    if let Some(planet) = round.state.planet_mut(landing.planet) {
        planet.troops = planet.troops.saturating_sub(troops_lost);
        for force in &landing.attackers {
            let mut fleet = planet.orbit_mut().take(force.power);
            // Only empty transporters landed, and a fleet loses these first.
            fleet.split(Ship::Transporter, force.lost, shipload);
            planet.orbit_mut().set(force.power, fleet);
        }
    }
    for force in &landing.attackers {
        round.count(force.power, |statistics| statistics.lose(Ship::Transporter, force.lost));
    }
    round.record.landings += 1;
    round.tell_everybody(Event::Landing(landing.clone()));
    match landing.attackers_win {
        true => take(round, sequence, landing),
        // B7.4: a neutral planet that holds refits at once.
        false if landing.owner == Power::Neutral => neutrals::refit_planet(round, landing.planet),
        false => {}
    }
    landing.attackers_win
}

/// B7.3: one attacker takes the planet, with what is left on it.
fn take(round: &mut Play, sequence: &[Seat], landing: &Fight) {
    let Some(conqueror) = conqueror(round, sequence, landing) else { return };
    let keeps_troops = round.state.rulebook.conquered_troops == ConqueredTroops::Taken;
    let keeps_works = round.state.rulebook.conquered_works == ConqueredWorks::Taken;
    if let Some(planet) = round.state.planet_mut(landing.planet) {
        planet.owner = conqueror;
        if !keeps_troops {
            planet.troops = 0;
        }
        if !keeps_works {
            planet.factories.clear();
            planet.hangars.clear();
        }
    }
    round.count(conqueror, |statistics| statistics.planets_taken += 1);
    round.count(landing.owner, |statistics| statistics.planets_lost += 1);
    round.tell_everybody(Event::PlanetTaken { planet: landing.planet, from: landing.owner, to: conqueror });
    found_factory(round, conqueror, landing.planet);
}

/// B7.3: the attacker with most transporters left, or a die among equals; or as the rulebook says.
fn conqueror(round: &mut Play, sequence: &[Seat], landing: &Fight) -> Option<Power> {
    let left = |force: &Force| force.units - force.lost;
    let claim = |force: &Force| match round.state.rulebook.conqueror {
        Conqueror::MostTransporters => left(force),
        Conqueror::MostLanded => force.units,
        Conqueror::Anybody => 1,
    };
    let standing: Vec<&Force> = landing.attackers.iter().filter(|force| left(force) > 0).collect();
    let most = standing.iter().map(|force| claim(force)).max()?;
    let equals: Vec<Power> = standing.iter().filter(|force| claim(force) == most).map(|force| force.power).collect();
    if let [alone] = equals.as_slice() {
        return Some(*alone);
    }
    if round.state.rulebook.conqueror_tie == ConquerorTie::FirstToMove {
        return sequence.iter().map(|seat| Power::Seat(*seat)).find(|power| equals.contains(power));
    }
    let conqueror = round.dice(&format!("conqueror/{}", landing.planet)).choose(&equals).copied()?;
    round.tell_everybody(Event::ConquerorThrown { planet: landing.planet, among: equals, conqueror });
    Some(conqueror)
}

/// B5.7: founds a factory at the first conquest of a planet; all wishes for that planet end.
fn found_factory(round: &mut Play, conqueror: Power, id: PlanetId) {
    let awaits = round.state.planet_mut(id).is_some_and(|planet| std::mem::take(&mut planet.awaits_factory));
    let Some(seat) = conqueror.seat().filter(|_| awaits) else { return };
    let wish = round.state.players.get(&seat).and_then(|player| player.factory_wishes.get(&id).copied());
    round.state.players.values_mut().for_each(|player| {
        player.factory_wishes.remove(&id);
    });
    let is_in_the_box = |product: &Product| round.state.left_in_the_box(seat, Unit::Factory(*product)) > 0;
    let Some(product) = wish.filter(is_in_the_box).or_else(|| round.state.default_product(seat)) else { return };
    if let Some(planet) = round.state.planet_mut(id) {
        planet.factories.push(product);
    }
    round.tell_everybody(Event::FactoryFounded { seat, planet: id, product });
}
