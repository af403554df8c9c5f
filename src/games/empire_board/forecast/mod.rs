//! What a sheet would lead to, as far as its sender can know.
//!
//! The phases before the first dice are played with this sheet alone, on the position that the [`View`] shows, so that a doubt says what the round
//! will say. What dice or other players' orders decide is never doubted.

mod position;
mod sums;

use std::collections::{BTreeMap, BTreeSet};

pub use self::sums::{FleetForecast, Forecast, MovementForecast, PlanetForecast};
use super::event::Reason;
use super::order::{Count, Order, Ship};
use super::phases::foresee;
use super::state::{Power, State};
use super::view::View;
use crate::engine::{Doubt, Extent, Fate, Seat, Sheet};
use crate::galaxy::PlanetId;

/// Judges a sheet by what its sender can see. Doubts are in the order of the sheet, at most one for each order.
pub fn forecast(sheet: &Sheet<Order>, view: &View) -> (Vec<Doubt<Reason>>, Forecast) {
    let Some(me) = &view.me else {
        return (Vec::new(), Forecast::default());
    };
    let known = position::of(view);
    let orders: Vec<Order> = sheet.orders().cloned().collect();
    let foreseen = foresee(&known, &BTreeMap::from([(me.seat, orders.clone())]));
    let mut doubts: Vec<Doubt<Reason>> = orders
        .iter()
        .zip(0..)
        .filter_map(|(order, entry)| {
            let fate = foreseen.turn.fates.iter().find(|fate| fate.entry == entry);
            fate.and_then(|fate| doubt(order, fate))
        })
        .collect();
    if known.outcome.is_none() && !me.out {
        doubts.extend(doubt_landings(&orders, &foreseen.turn.state, known.turn + 1, me.seat));
        doubts.sort_by_key(|doubt| doubt.entry);
    }
    (doubts, sums::of(&orders, &foreseen, me.seat))
}

/// The doubt about an order that falls short whatever others do.
fn doubt(order: &Order, fate: &Fate<Reason>) -> Option<Doubt<Reason>> {
    let reason = fate.reason.clone().filter(|reason| fate.verdict != Extent::Done && is_certain(order, reason))?;
    let instead = fate.done.filter(|done| *done > 0).and_then(|done| counted(order, done));
    Some(Doubt {
        entry: fate.entry,
        done: fate.done,
        asked: fate.asked,
        reason,
        rule: fate.rule.clone(),
        instead: instead.map(|order| order.to_string()),
    })
}

/// Leaves out doubts that other players could change: they may want the same place (B3.3), or return units to the box by converting or choosing
/// (B1.3). For units to be built the box can only get emptier.
fn is_certain(order: &Order, reason: &Reason) -> bool {
    match reason {
        Reason::PlaceTaken { .. } => false,
        Reason::BoxIsEmpty { .. } => matches!(order, Order::Produce { .. }),
        _ => true,
    }
}

/// The same order for a count of `done`.
fn counted(order: &Order, done: u32) -> Option<Order> {
    let count = Count::Exactly(done);
    match order {
        Order::Produce { unit, on, .. } => Some(Order::Produce { count, unit: *unit, on: *on }),
        Order::Send { ship, from, to, .. } => Some(Order::Send { count, ship: *ship, from: *from, to: *to }),
        Order::Load { cargo, from, to, .. } => Some(Order::Load { count, cargo: *cargo, from: *from, to: *to }),
        _ => None,
    }
}

/// B7.1: only the last LAND line for a planet counts, nobody lands on their own planet, and no more transporters land than can be empty in orbit.
/// None arrives after the battles begin.
fn doubt_landings(orders: &[Order], before_battles: &State, round: u32, me: Seat) -> Vec<Doubt<Reason>> {
    let mut later = BTreeSet::new();
    let mut doubts = Vec::new();
    for (entry, order) in orders.iter().enumerate().rev() {
        let Order::Land { count, on } = order else { continue };
        let doubt = |numbers: Option<(u32, u32)>, reason, instead: Option<Order>| Doubt {
            entry,
            done: numbers.map(|(done, _)| done),
            asked: numbers.map(|(_, asked)| asked),
            reason,
            rule: "B7.1".to_owned(),
            instead: instead.map(|order| order.to_string()),
        };
        if !later.insert(*on) {
            doubts.push(doubt(None, Reason::Overruled, None));
        } else if let Some((most, reason)) = most_that_land(before_battles, round, me, *on)
            && (most == 0 || count.number() > Some(most))
            && *count != Count::Exactly(0)
        {
            let instead = (most > 0).then_some(Order::Land { count: Count::Exactly(most), on: *on });
            doubts.push(doubt(Some((most, count.number().unwrap_or(0))), reason, instead));
        }
    }
    doubts
}

/// The most transporters that can land, and what limits them.
fn most_that_land(before_battles: &State, round: u32, me: Seat, id: PlanetId) -> Option<(u32, Reason)> {
    let power = Power::Seat(me);
    let planet = before_battles.planet(id)?;
    if planet.owner == power {
        return Some((0, Reason::YourOwnPlanet { planet: id }));
    }
    let shipload = before_battles.rulebook.shipload;
    let available = planet.orbit().of(power).empty_transporters(shipload);
    // The first number space is one round away.
    let on_the_way = planet.track.iter().map(|space| space.of(power).empty_transporters(shipload)).zip(round..);
    let next = on_the_way.skip(1).find(|(transporters, _)| available == 0 && *transporters > 0);
    if let Some((transporters, round)) = next {
        return Some((0, Reason::StillOnTheWay { planet: id, transporters, round }));
    }
    Some((available, Reason::TooFewShips { ship: Ship::Transporter, planet: id, available }))
}
