//! What a sheet would lead to, as far as its sender can know.
//!
//! Judged by the [`View`] alone and in the order of the turn's phases, so that a doubt says what the
//! turn will say. What only dice or other players decide is never doubted.

mod points;
mod ships;
mod terms;
mod works;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::event::Reason;
use super::order::{Count, Order, Ship};
use super::state::{Fleet, Power, Stock};
use super::view::{FullPlanet, Me, View};
use crate::engine::{Doubt, Seat, Sheet};
use crate::galaxy::{FlightPlan, PlanetId, PlannedFlight};

/// The sums behind a sheet, for the planets that it uses.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Forecast {
    /// In board order; planets that the sheet does not build on or load from are left out.
    pub planets: Vec<PlanetForecast>,
    /// P4.3, P4.4: ships that leave, as far as they are there.
    pub flights: Vec<PlannedFlight>,
    /// Political points spent and there.
    pub points_spent: u32,
    /// The political points that are there before this turn's are earned (P4.2); they may be below 0.
    pub points_available: i32,
    /// P4.2: the players that the sheet declares war on and that are not at war with the sender yet.
    pub wars: BTreeSet<Seat>,
}

/// P4.3, P4.5: what the sheet uses of a planet. What is available is what loading leaves to build with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanetForecast {
    /// The own planet that builds or loads.
    pub planet: PlanetId,
    /// What it is called now.
    pub name: String,
    /// What building takes of `labour_available`.
    pub labour_used: u32,
    /// WF that loading leaves.
    pub labour_available: u32,
    /// What building takes of `stock_available`.
    pub stock_used: Stock,
    /// The goods that loading leaves.
    pub stock_available: Stock,
    /// Fighter yards that serve a fighter this turn.
    pub fighter_yards_used: u32,
    /// Fighter yards that loading leaves.
    pub fighter_yards_available: u32,
    /// Transporter yards that serve a transporter this turn.
    pub transporter_yards_used: u32,
    /// Transporter yards that loading leaves.
    pub transporter_yards_available: u32,
    /// Shiploads that would be loaded, as text in the order of the cargo codes: `2 C5`.
    pub loaded: Vec<String>,
    /// What would be built, as text in building order: `2 PDU`, `3 FI`.
    pub built: Vec<String>,
}

/// Judges a sheet by what its sender can see. Doubts come in the order of the sheet, at most one an order.
pub fn forecast(sheet: &Sheet<Order>, view: &View) -> (Vec<Doubt<Reason>>, Forecast) {
    let Some(me) = &view.me else {
        return (Vec::new(), Forecast::default());
    };
    let mut foresight = Foresight::of(sheet, view, me);
    let mut forecast = Forecast { points_available: me.political_points, ..Forecast::default() };
    if let Some(outcome) = &view.outcome {
        // P10.3, P10.4: no turn changes a game that has ended.
        (0..sheet.entries.len()).for_each(|entry| foresight.fail(entry, &outcome.rule, Reason::GameOver));
    } else if me.out {
        // P10.2: nothing that this player writes counts any more.
        (0..sheet.entries.len()).for_each(|entry| foresight.fail(entry, "P10.2", Reason::PlayerOut { seat: me.seat }));
    } else {
        terms::name_and_declare(&mut foresight); // P4.1
        forecast.wars = terms::new_wars(&foresight);
        forecast.points_spent = points::spend(&mut foresight); // P4.2
        let loaded = ships::load(&mut foresight); // P4.3
        ships::fly(&mut foresight); // P4.4
        forecast.flights = std::mem::take(&mut foresight.flights).flights(view.turn.saturating_add(1), &view.distance);
        forecast.planets = works::build(&mut foresight, loaded); // P4.5
        terms::refuse_cargo(&mut foresight); // P4.10
    }
    foresight.doubts.sort_by_key(|doubt| doubt.entry);
    (foresight.doubts, forecast)
}

/// What the sender has, phase after phase, and what became doubtful on the way.
struct Foresight<'f> {
    orders: Vec<(usize, &'f Order)>,
    view: &'f View,
    me: &'f Me,
    /// The sender's planets, as far as they are used up.
    planets: BTreeMap<PlanetId, FullPlanet>,
    /// The sender's ships in orbit of any planet that no order has claimed yet.
    orbits: BTreeMap<PlanetId, Fleet>,
    /// Ships that have left them.
    flights: FlightPlan,
    doubts: Vec<Doubt<Reason>>,
}

impl<'f> Foresight<'f> {
    fn of(sheet: &'f Sheet<Order>, view: &'f View, me: &'f Me) -> Foresight<'f> {
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

    fn fleet(&self, planet: PlanetId) -> Fleet {
        self.orbits.get(&planet).copied().unwrap_or_default()
    }

    fn is_own(&self, planet: PlanetId) -> bool {
        self.planets.contains_key(&planet)
    }

    /// Ships that leave an orbit; there are so many.
    fn take(&mut self, planet: PlanetId, ship: Ship, count: u32) {
        if let Some(fleet) = self.orbits.get_mut(&planet) {
            let ships = ship.pick(&mut fleet.fighters, &mut fleet.transporters);
            *ships = ships.saturating_sub(count);
        }
    }

    /// An order without a number that will fail.
    fn fail(&mut self, entry: usize, rule: &str, reason: Reason) {
        self.doubts.push(Doubt { entry, done: None, asked: None, reason, rule: rule.to_owned(), instead: None });
    }

    /// An order of which nothing can be done.
    fn refuse(&mut self, entry: usize, rule: &str, count: Count, reason: Reason) {
        self.filled(entry, rule, (count.number().unwrap_or(0), 0), reason, |_| None);
    }

    /// An order of which so much can be done; doubtful if that is not all, or nothing. `instead` makes
    /// the order for what can be done.
    fn filled(&mut self, entry: usize, rule: &str, (asked, done): (u32, u32), reason: Reason, instead: impl Fn(u32) -> Option<Order>) {
        if done == 0 || done < asked {
            let instead = Some(done).filter(|done| *done > 0).and_then(instead).map(|order| order.to_string());
            self.doubts.push(Doubt { entry, done: Some(done), asked: Some(asked), reason, rule: rule.to_owned(), instead });
        }
    }
}
