//! B2.2, B2.4: what players choose about their opening with their first orders.

use std::collections::BTreeSet;

use super::play::Play;
use crate::engine::{Seat, SheetLine};
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::{Event, Reason};
use crate::games::empire_board::order::{Order, Product, Ship, Unit};
use crate::games::empire_board::scenario::station;
use crate::games::empire_board::state::{Fleet, Planet, Power, Stationed};

/// Settles the choices. FACTORY lines for other planets than one's own are wishes (B5.7), and stay open.
pub(super) fn choose(round: &mut Play) {
    choose_hangars(round);
    choose_factories(round);
    station_forces(round);
}

fn is_over(round: &Play) -> Result<(), Reason> {
    if round.before.turn == 0 { Ok(()) } else { Err(Reason::OpeningOver) }
}

fn choose_hangars(round: &mut Play) {
    const RULE: &str = "B2.2";
    let lines = round.last_words(RULE, |order| match order {
        Order::Hangar { on, .. } => Some(*on),
        _ => None,
    });
    for (line, order) in lines {
        let Order::Hangar { ship, on } = order else { continue };
        let result = is_over(round).and_then(|()| choose_hangar(round, line.seat, *ship, *on));
        round.settle(line, RULE, result);
    }
}

fn choose_hangar(round: &mut Play, seat: Seat, ship: Ship, planet: PlanetId) -> Result<(), Reason> {
    let available = round.state.left_in_the_box(seat, Unit::Hangar(ship));
    let hangar = round.own_planet(seat, planet)?.hangars.first_mut().ok_or(Reason::NoOpeningHangar { planet })?;
    if *hangar != ship {
        (available > 0).then_some(()).ok_or(Reason::BoxIsEmpty { available })?;
        *hangar = ship;
    }
    round.tell_everybody(Event::HangarChosen { seat, planet, ship });
    Ok(())
}

fn choose_factories(round: &mut Play) {
    const RULE: &str = "B2.2";
    let before = round.before;
    let own = |seat: Seat, id: PlanetId| before.planet(id).is_some_and(|planet| planet.owner == Power::Seat(seat));
    for (line, order) in round.last_words("B5.7", |order| match order {
        Order::Factory { on, .. } => Some(*on),
        _ => None,
    }) {
        let Order::Factory { product, on } = order else { continue };
        if own(line.seat, *on) {
            let result = is_over(round).and_then(|()| choose_factory(round, line.seat, *product, *on));
            round.settle(line, RULE, result);
        }
    }
}

fn choose_factory(round: &mut Play, seat: Seat, product: Product, planet: PlanetId) -> Result<(), Reason> {
    let available = round.state.left_in_the_box(seat, Unit::Factory(product));
    let factory = round.own_planet(seat, planet)?.factories.first_mut().ok_or(Reason::Nothing)?;
    if *factory != product {
        (available > 0).then_some(()).ok_or(Reason::BoxIsEmpty { available })?;
        *factory = product;
    }
    round.tell_everybody(Event::FactoryChosen { seat, planet, product });
    Ok(())
}

/// B2.4: the first STATION line places the first of the free forces, and so on.
fn station_forces(round: &mut Play) {
    const RULE: &str = "B2.4";
    let seats: Vec<Seat> = round.state.players.keys().copied().collect();
    for seat in seats {
        let mut chosen = Vec::new();
        for (line, order) in round.book.open_lines().into_iter().filter(|(line, _)| line.seat == seat) {
            let Order::Station { on } = order else { continue };
            let result = is_over(round).and_then(|()| check_station(round, line, *on, &chosen));
            chosen.extend(result.is_ok().then_some(*on));
            round.settle(line, RULE, result);
        }
        regroup(round, seat, &chosen);
    }
}

fn check_station(round: &mut Play, line: SheetLine, planet: PlanetId, chosen: &[PlanetId]) -> Result<(), Reason> {
    round.own_planet(line.seat, planet)?;
    let player = round.state.players.get(&line.seat);
    let forces = player.and_then(|player| Some((player.stationed.get(chosen.len())?, player.home)));
    let is_barred = |(forces, home): (&Stationed, PlanetId)| chosen.contains(&planet) || (forces.colony && planet == home);
    let may_stand = forces.is_some_and(|forces| !is_barred(forces));
    may_stand.then_some(()).ok_or(Reason::NoFreeForces { planet })
}

/// Moves the free forces from their default planets to the chosen ones. From now on they are ordinary ships.
fn regroup(round: &mut Play, seat: Seat, chosen: &[PlanetId]) {
    let own: BTreeSet<PlanetId> = round.state.planets_of(seat).map(|planet| planet.number).collect();
    let Some(player) = round.state.players.get_mut(&seat) else { return };
    let before = std::mem::take(&mut player.stationed);
    let after = station(&before, player.home, &own, chosen);
    let power = Power::Seat(seat);
    for Stationed { on, fighters, transporters, .. } in before {
        if let Some(orbit) = round.state.planet_mut(on).map(Planet::orbit_mut) {
            let mut fleet = orbit.take(power);
            fleet.fighters = fleet.fighters.saturating_sub(fighters);
            fleet.transporters = fleet.transporters.saturating_sub(transporters);
            orbit.set(power, fleet);
        }
    }
    for Stationed { on, fighters, transporters, .. } in after {
        if let Some(orbit) = round.state.planet_mut(on).map(Planet::orbit_mut) {
            orbit.add(power, Fleet { fighters, transporters, freight: Vec::new() });
        }
        round.tell_everybody(Event::ForcesStationed { seat, planet: on, fighters, transporters });
    }
}
