//! The caretaker, which plays for a player who sends nothing. It keeps planets garrisoned, builds ships, and takes neutral planets nearby; it
//! declares nothing, announces nothing, and flies to nobody else's planet.

use super::order::{Count, Order, Product, Ship, Unit};
use super::state::Power;
use super::view::{Me, PlanetView, View};
use crate::galaxy::PlanetId;

/// How many fighters stay at a planet when others fly.
const GUARD: u32 = 2;
/// No fleet leaves with fewer fighters than this.
const FIGHTERS: u32 = 3;
/// How many more transporters land than a neutral planet has land troops; each side throws one die per unit (B7.2).
const MORE_THAN_TROOPS: u32 = 2;

/// The orders of one round: factories with the first orders, production, flights.
pub(super) fn orders(view: &View, salt: u64) -> Vec<Order> {
    let Some(me) = view.me.as_ref().filter(|me| !me.out && view.outcome.is_none()) else { return Vec::new() };
    let own: Vec<&PlanetView> = view.planets.iter().filter(|planet| planet.owner == Power::Seat(me.seat)).collect();
    let mut orders = Vec::new();
    if view.turn == 0 {
        orders.extend(factories(&own));
    }
    orders.extend(production(view, me, &own));
    orders.extend(flights(view, me, &own, salt));
    orders
}

/// B2.2: each kind of factory in turn. The rules make all other choices of the opening.
fn factories(own: &[&PlanetView]) -> impl Iterator<Item = Order> {
    let kinds = [Product::HighTech, Product::Steel, Product::Oil].into_iter().cycle();
    own.iter().zip(kinds).map(|(planet, product)| Order::Factory { product, on: planet.number })
}

/// B5, B8.1: land troops first, where people outnumber them; then transporters while a landing needs them; then fighters. Orders only what the
/// warehouse can pay for.
fn production(view: &View, me: &Me, own: &[&PlanetView]) -> Vec<Order> {
    let Some(mine) = view.players.iter().find(|player| player.seat == me.seat) else { return Vec::new() };
    let mut left = mine.warehouse;
    let mut orders = Vec::new();
    let mut produce = |unit: Unit, wanted: u32, on: PlanetId| {
        let price = view.rulebook.price(unit);
        let payable = Product::ALL.into_iter().filter_map(|product| left.of(product).checked_div(price.of(product))).min();
        let count = wanted.min(payable.unwrap_or(0));
        left = left.minus(price.times(count));
        orders.extend((count > 0).then_some(Order::Produce { count: Count::Exactly(count), unit, on }));
    };
    for planet in own {
        produce(Unit::Troop, planet.population.saturating_sub(planet.troops), planet.number);
    }
    let builds = |ship: Ship| own.iter().find(|planet| !view.rulebook.ships_need_hangars || planet.hangars.contains(&ship));
    if let Some(base) = builds(Ship::Transporter) {
        let aim = nearest_neutral(view, base.number, 0);
        let enough = aim.map_or(0, |aim| aim.troops.saturating_add(MORE_THAN_TROOPS));
        produce(Unit::Transporter, enough.saturating_sub(ships(base, Power::Seat(me.seat)).1).min(2), base.number);
    }
    if let Some(base) = builds(Ship::Fighter) {
        produce(Unit::Fighter, u32::MAX, base.number);
    }
    orders
}

/// Flights to the nearest neutral planet, if its ships and land troops are fewer than what can be sent.
fn flights(view: &View, me: &Me, own: &[&PlanetView], salt: u64) -> Vec<Order> {
    let mut orders = Vec::new();
    for planet in own {
        let (fighters, transporters) = ships(planet, Power::Seat(me.seat));
        let spared = fighters.saturating_sub(GUARD);
        let Some(aim) = nearest_neutral(view, planet.number, salt) else { continue };
        let is_strong_enough = spared >= FIGHTERS && spared > ships(aim, Power::Neutral).0 && transporters > aim.troops;
        if is_strong_enough {
            let send = |ship, count| Order::Send { count: Count::Exactly(count), ship, from: planet.number, to: aim.number };
            orders.extend([send(Ship::Fighter, spared), send(Ship::Transporter, transporters)]);
        }
    }
    orders
}

fn nearest_neutral(view: &View, from: PlanetId, salt: u64) -> Option<&PlanetView> {
    let neutral = view.planets.iter().filter(|planet| planet.owner == Power::Neutral);
    neutral.min_by_key(|planet| (view.distance.steps(from, planet.number), planet.number.rank(salt)))
}

/// Fighters in orbit, and empty transporters.
fn ships(planet: &PlanetView, of: Power) -> (u32, u32) {
    let orbit = planet.track.iter().filter(|space| space.space == 0).flat_map(|space| &space.fleets);
    let count = |(fighters, transporters): (u32, u32), fleet: &super::view::FleetView| {
        (fighters.saturating_add(fleet.fighters), transporters.saturating_add(fleet.transporters.saturating_sub(fleet.laden)))
    };
    orbit.filter(|fleet| fleet.power == of).fold((0, 0), count)
}
