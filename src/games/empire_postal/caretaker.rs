//! The caretaker, which plays for a player who sends nothing. It keeps planets defended, builds, and takes neutral planets nearby; it declares
//! nothing, announces nothing, does not spy, and flies to nobody else's planet.

use super::order::{Count, Goal, Order, Ship, Unit};
use super::phases::workshop::{BuildRequest, Workshop};
use super::view::{FullPlanet, Me, PlanetView, View};
use crate::galaxy::{PlanetId, Power};

/// How many fighters stay at a planet when others fly.
const GUARD: u32 = 3;
/// No fleet leaves with fewer fighters than this, since neutral planets have fighters and defence too.
const FIGHTERS: u32 = 6;
/// How many transporters each shipbuilding planet keeps up, so that some can land wherever fighters go.
const TRANSPORTERS: u32 = 2;
/// How many political points are kept for a revolt or a war (P4.2, P4.6).
const POINTS_KEPT: i32 = 2;

/// A planet of the viewer's.
struct Holding<'v> {
    number: PlanetId,
    works: &'v FullPlanet,
    fighters: u32,
    transporters: u32,
}

/// The orders of one turn: the flights that the rules promise to succeed first, works on every planet, and one goal of research.
pub(super) fn orders(view: &View, salt: u64) -> Vec<Order> {
    let Some(me) = view.me.as_ref().filter(|me| !me.out && view.outcome.is_none()) else { return Vec::new() };
    let holdings = holdings(view, me);
    let mut orders: Vec<Order> = holdings.iter().flat_map(|holding| works(holding, view.turn)).collect();
    if view.raids.is_empty() {
        orders.extend(flights(view, me, &holdings, salt));
    } else {
        let flight = |raid: &super::view::Raid| flight((raid.fighters, raid.transporters), raid.from, raid.to);
        orders.extend(view.raids.iter().flat_map(flight));
    }
    orders.extend(research(me, &holdings));
    orders
}

fn holdings<'v>(view: &'v View, me: &Me) -> Vec<Holding<'v>> {
    let own = view.planets.iter().filter(|planet| planet.owner == Power::Seat(me.seat));
    let holding = |planet: &'v PlanetView| {
        let (fighters, transporters) = own_ships(planet, me, true);
        Some(Holding { number: planet.number, works: planet.full.as_ref()?, fighters, transporters })
    };
    own.filter_map(holding).collect()
}

/// The viewer's fighters and transporters around a planet, either in orbit or on their way to it.
fn own_ships(planet: &PlanetView, me: &Me, in_orbit: bool) -> (u32, u32) {
    let positions = planet.track.iter().filter(|position| (position.position == 0) == in_orbit);
    let own = positions.flat_map(|position| &position.fleets).filter(|fleet| fleet.power == Power::Seat(me.seat));
    own.fold((0, 0), |(fighters, transporters), fleet| {
        (fighters.saturating_add(fleet.fighters), transporters.saturating_add(fleet.transporters))
    })
}

/// P4.5, P4.6: defence first, which prevents revolts; then transporters and fighters, then plants with the labour that is left. Orders only what can
/// be paid for.
fn works(holding: &Holding<'_>, turn: u32) -> Vec<Order> {
    let mut workshop = Workshop::seen(holding.works);
    let defence = holding.works.home_defence.saturating_sub(holding.works.pdu);
    let yards = u32::from(turn % 3 == 2);
    let mut wishes = vec![(Unit::Pdu, Count::Exactly(defence))];
    if holding.transporters < 2 * TRANSPORTERS {
        wishes.push((Unit::Transporter, Count::Exactly(TRANSPORTERS)));
    }
    wishes.extend([(Unit::FighterYard, Count::Exactly(yards)), (Unit::Fighter, Count::All)]);
    wishes.extend([(Unit::RarePlant, Count::Exactly(1)), (Unit::FuelPlant, Count::Exactly(2))]);
    let built = wishes.into_iter().filter_map(|(unit, count)| {
        // One line at a time, because transporters would come last if all were built together (P4.5).
        let built = workshop.build(&[BuildRequest { entry: 0, unit, count }]).first()?.built;
        (built > 0).then_some(Order::Build { count: Count::Exactly(built), unit, on: holding.number })
    });
    built.collect()
}

/// Flights to neutral planets without own ships on their way, each from the planet with most to spare; and transporters to where own fighters hold an
/// orbit without any.
fn flights(view: &View, me: &Me, holdings: &[Holding<'_>], salt: u64) -> Vec<Order> {
    let neutral = || view.planets.iter().filter(|planet| planet.owner == Power::Neutral);
    let mut spared: Vec<&Holding<'_>> = holdings.iter().filter(|holding| holding.fighters >= GUARD + FIGHTERS).collect();
    spared.sort_by_key(|holding| std::cmp::Reverse(holding.fighters));
    let mut orders = Vec::new();
    let mut aims: Vec<PlanetId> = Vec::new();
    for base in spared {
        let is_free = |planet: &&PlanetView| {
            !aims.contains(&planet.number) && own_ships(planet, me, true) == (0, 0) && own_ships(planet, me, false) == (0, 0)
        };
        let distance = |planet: &&PlanetView| (view.distance.steps(base.number, planet.number), planet.number.rank(salt));
        let nearest = neutral().filter(is_free).min_by_key(distance);
        let Some(target) = nearest else { break };
        aims.push(target.number);
        orders.extend(flight((base.fighters - GUARD, base.transporters), base.number, target.number));
    }
    let held = neutral().find(|planet| matches!(own_ships(planet, me, true), (1.., 0)) && own_ships(planet, me, false).1 == 0);
    let base =
        holdings.iter().filter(|base| base.fighters < GUARD + FIGHTERS && base.transporters > 0).max_by_key(|base| base.transporters);
    orders.extend(held.zip(base).into_iter().flat_map(|(held, base)| flight((0, base.transporters), base.number, held.number)));
    orders
}

fn flight((fighters, transporters): (u32, u32), from: PlanetId, to: PlanetId) -> Vec<Order> {
    let ships = [(Ship::Fighter, fighters), (Ship::Transporter, transporters)];
    let send = |(ship, count)| Order::Send { count: Count::Exactly(count), ship, from, to };
    ships.into_iter().filter(|(_, count)| *count > 0).map(send).collect()
}

/// P9.1: research at home, with the points that nothing else needs.
fn research(me: &Me, holdings: &[Holding<'_>]) -> Option<Order> {
    let planet = me.home.or_else(|| holdings.first().map(|holding| holding.number))?;
    let points = u32::try_from(me.political_points.saturating_sub(POINTS_KEPT)).ok().filter(|points| *points > 0)?;
    Some(Order::Research { points, goal: Goal::ProductionRate { planet } })
}
