//! What a sheet would lead to, as far as its sender can know.
//!
//! The phases before the first dice are played with this sheet alone on the position that the [`View`] shows, so
//! that a doubt says what the round will say. What dice decide, or an order of somebody else, is never doubted.

mod position;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::event::{Event, Reason};
use super::order::{Count, Order, Ship};
use super::phases::{Foreseen, foresee};
use super::state::{Goods, Power, State};
use super::view::View;
use crate::engine::{Doubt, Fate, Seat, Sheet, Verdict};
use crate::galaxy::PlanetId;

/// The sums behind a sheet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// B3.2: what the plan takes from the warehouse, as far as it can be paid, and what is there.
    pub goods_used: Goods,
    pub goods_available: Goods,
    /// In board order; planets that the sheet neither builds on nor sends from are left out.
    pub planets: Vec<PlanetForecast>,
}

/// B4, B5: what the sheet does on a planet and in its orbit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanetForecast {
    pub planet: PlanetId,
    pub name: String,
    /// Ships that would leave the orbit, and those that may: the ones that stand there when the round begins.
    pub fighters_used: u32,
    pub fighters_available: u32,
    pub transporters_used: u32,
    pub transporters_available: u32,
    /// Freight that would be loaded, as text in the order of the sheet: `2 TROOP`.
    pub loaded: Vec<String>,
    /// What would be built, as text in the order of the sheet: `3 FIGHTER`.
    pub built: Vec<String>,
}

/// Judges a sheet by what its sender can see. Doubts come in the order of the sheet, at most one an order.
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
        doubts.extend(doubt_landings(&orders, &known, me.seat));
        doubts.sort_by_key(|doubt| doubt.entry);
    }
    let sums = sums(&orders, &foreseen, me.seat);
    (doubts, sums)
}

/// An order that falls short whatever others do.
fn doubt(order: &Order, fate: &Fate<Reason>) -> Option<Doubt<Reason>> {
    let reason = fate.reason.clone().filter(|reason| fate.verdict != Verdict::Done && is_certain(order, reason))?;
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

/// Others may want the same place (B3.3), and may put back into the box what is converted or chosen (B1.3). What is
/// built can find the box only emptier than it is now.
fn is_certain(order: &Order, reason: &Reason) -> bool {
    match reason {
        Reason::PlaceTaken { .. } => false,
        Reason::BoxIsEmpty { .. } => matches!(order, Order::Produce { .. }),
        _ => true,
    }
}

/// The same order for so many.
fn counted(order: &Order, done: u32) -> Option<Order> {
    let count = Count::Exactly(done);
    match order {
        Order::Produce { unit, on, .. } => Some(Order::Produce { count, unit: *unit, on: *on }),
        Order::Send { ship, from, to, .. } => Some(Order::Send { count, ship: *ship, from: *from, to: *to }),
        Order::Load { cargo, from, to, .. } => Some(Order::Load { count, cargo: *cargo, from: *from, to: *to }),
        _ => None,
    }
}

/// B7.1: of the LAND lines for one planet the last counts, and nobody lands on his own.
fn doubt_landings(orders: &[Order], known: &State, me: Seat) -> Vec<Doubt<Reason>> {
    let mut later = BTreeSet::new();
    let mut doubts = Vec::new();
    for (entry, order) in orders.iter().enumerate().rev() {
        let Order::Land { count, on } = order else { continue };
        let is_own = known.planet(*on).is_some_and(|planet| planet.owner == Power::Seat(me));
        let doubt =
            |asked: Option<u32>, reason| Doubt { entry, done: asked.map(|_| 0), asked, reason, rule: "B7.1".to_owned(), instead: None };
        if !later.insert(*on) {
            doubts.push(doubt(None, Reason::Overruled));
        } else if is_own && *count != Count::Exactly(0) {
            doubts.push(doubt(Some(count.number().unwrap_or(0)), Reason::YourOwnPlanet { planet: *on }));
        }
    }
    doubts
}

fn sums(orders: &[Order], foreseen: &Foreseen, me: Seat) -> Forecast {
    let warehouse = |state: &State| state.players.get(&me).map_or_else(Goods::default, |player| player.warehouse);
    let goods_available = warehouse(&foreseen.opened);
    let goods_used = goods_available.minus(warehouse(&foreseen.turn.state));
    let mut planets: BTreeMap<PlanetId, PlanetForecast> = BTreeMap::new();
    for fate in &foreseen.turn.fates {
        let done = fate.done.unwrap_or(0);
        match orders.get(fate.entry) {
            Some(Order::Send { ship, from, .. }) => {
                let here = planets.entry(*from).or_insert_with(|| untouched(&foreseen.opened, *from, me));
                match ship {
                    Ship::Fighter => here.fighters_used = here.fighters_used.saturating_add(done),
                    Ship::Transporter => here.transporters_used = here.transporters_used.saturating_add(done),
                }
            }
            Some(Order::Load { cargo, from, .. }) => {
                let here = planets.entry(*from).or_insert_with(|| untouched(&foreseen.opened, *from, me));
                let ships = done.div_ceil(foreseen.opened.rulebook.shipload.max(1));
                here.transporters_used = here.transporters_used.saturating_add(ships);
                here.loaded.extend((done > 0).then(|| format!("{done} {cargo}")));
            }
            _ => {}
        }
    }
    for witnessed in &foreseen.turn.events {
        if let Event::Built { planet, unit, count, .. } = &witnessed.event {
            let here = planets.entry(*planet).or_insert_with(|| untouched(&foreseen.opened, *planet, me));
            here.built.push(format!("{count} {unit}"));
        }
    }
    let planets = planets.into_values().filter(PlanetForecast::is_used).collect();
    Forecast { goods_used, goods_available, planets }
}

impl PlanetForecast {
    fn is_used(&self) -> bool {
        self.fighters_used > 0 || self.transporters_used > 0 || !self.built.is_empty()
    }
}

/// A planet on which the sheet does nothing yet.
fn untouched(opened: &State, id: PlanetId, me: Seat) -> PlanetForecast {
    let planet = opened.planet(id);
    let fleet = planet.map(|planet| planet.orbit().fleet(Power::Seat(me))).unwrap_or_default();
    PlanetForecast {
        planet: id,
        name: planet.map_or_else(String::new, |planet| planet.name.clone()),
        fighters_used: 0,
        fighters_available: fleet.fighters,
        transporters_used: 0,
        transporters_available: fleet.transporters,
        loaded: Vec::new(),
        built: Vec::new(),
    }
}
