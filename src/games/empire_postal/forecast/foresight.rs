//! What the sender of a sheet has left after each phase, and which orders have become doubtful.

use std::collections::BTreeMap;

use crate::engine::{Doubt, Sheet};
use crate::galaxy::{FlightPlan, PlanetId};
use crate::games::empire_postal::event::Reason;
use crate::games::empire_postal::order::{Count, Order, Ship};
use crate::games::empire_postal::state::{Fleet, Power};
use crate::games::empire_postal::view::{FullPlanet, Me, View};

/// What the sender has left after each phase, and which orders have become doubtful.
pub(super) struct Foresight<'f> {
    pub orders: Vec<(usize, &'f Order)>,
    pub view: &'f View,
    pub me: &'f Me,
    /// The sender's planets, less what the sheet has used.
    pub planets: BTreeMap<PlanetId, FullPlanet>,
    /// The sender's ships in orbit of any planet, less those that an order has claimed.
    pub orbits: BTreeMap<PlanetId, Fleet>,
    /// The flights that begin.
    pub flights: FlightPlan,
    pub doubts: Vec<Doubt<Reason>>,
}

impl<'f> Foresight<'f> {
    pub(super) fn of(sheet: &'f Sheet<Order>, view: &'f View, me: &'f Me) -> Foresight<'f> {
        let power = Power::Seat(me.seat);
        let own = view.planets.iter().filter(|planet| planet.owner == power);
        let planets = own.filter_map(|planet| Some((planet.number, planet.full.clone()?))).collect();
        let mut orbits: BTreeMap<PlanetId, Fleet> = BTreeMap::new();
        for planet in &view.planets {
            let orbit = planet.track.iter().filter(|position| position.position == 0);
            for fleet in orbit.flat_map(|orbit| &orbit.fleets).filter(|fleet| fleet.power == power) {
                orbits.insert(planet.number, Fleet { fighters: fleet.fighters, transporters: fleet.transporters });
            }
        }
        Foresight {
            orders: sheet.orders().enumerate().collect(),
            view,
            me,
            planets,
            orbits,
            flights: FlightPlan::default(),
            doubts: Vec::new(),
        }
    }

    pub(super) fn fleet(&self, planet: PlanetId) -> Fleet {
        self.orbits.get(&planet).copied().unwrap_or_default()
    }

    pub(super) fn is_own(&self, planet: PlanetId) -> bool {
        self.planets.contains_key(&planet)
    }

    /// Takes `count` ships out of an orbit; the caller has checked that they are there.
    pub(super) fn take(&mut self, planet: PlanetId, ship: Ship, count: u32) {
        if let Some(fleet) = self.orbits.get_mut(&planet) {
            let ships = ship.pick(&mut fleet.fighters, &mut fleet.transporters);
            *ships = ships.saturating_sub(count);
        }
    }

    /// Doubts an order without a number: it will fail.
    pub(super) fn fail(&mut self, entry: usize, rule: &str, reason: Reason) {
        self.doubts.push(Doubt { entry, done: None, asked: None, reason, rule: rule.to_owned(), instead: None });
    }

    /// Doubts an order with a number: nothing of it can be done.
    pub(super) fn refuse(&mut self, entry: usize, rule: &str, count: Count, reason: Reason) {
        self.filled(entry, rule, (count.number().unwrap_or(0), 0), reason, |_| None);
    }

    /// Doubts an order with a number if less than all of it, or nothing, can be done. `instead` makes the order for what can be done.
    pub(super) fn filled(
        &mut self,
        entry: usize,
        rule: &str,
        (asked, done): (u32, u32),
        reason: Reason,
        instead: impl Fn(u32) -> Option<Order>,
    ) {
        if done == 0 || done < asked {
            let instead = Some(done).filter(|done| *done > 0).and_then(instead).map(|order| order.to_string());
            self.doubts.push(Doubt { entry, done: Some(done), asked: Some(asked), reason, rule: rule.to_owned(), instead });
        }
    }
}
