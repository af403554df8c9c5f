//! The sums behind a sheet: what it spends, builds and sends, and where its sender's ships are then.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::Seat;
use crate::galaxy::{FlightPlan, PlanetId, PlannedFlight, Ship};
use crate::games::empire_board::event::Event;
use crate::games::empire_board::order::{Cargo, Order};
use crate::games::empire_board::phases::Foreseen;
use crate::games::empire_board::state::{Fleet, Goods, MOST_POPULATION, Planet, Power, State, ships_for};
use crate::games::empire_board::view::unrest::{Shortage, sort_by_missing};

/// The sums behind a sheet.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Forecast {
    /// B3.2: what the plan takes from the warehouse, as far as it can be paid.
    pub goods_used: Goods,
    /// What is in the warehouse when the round begins.
    pub goods_available: Goods,
    /// In board order, without planets that the sheet neither builds on nor sends from.
    pub planets: Vec<PlanetForecast>,
    /// B4.1, B4.4: the ships that leave, if they are there.
    pub flights: Vec<PlannedFlight>,
    /// Where the sender's ships are when the battles begin, in board order.
    pub fleets: Vec<FleetForecast>,
    /// B8.1: where own planets lack land troops when revolts are thrown for. Freight in their orbits counts as unloaded.
    pub shortages: Vec<Shortage>,
    /// B3.3: the order of movement; `None` for a player who is out.
    pub movement: Option<MovementForecast>,
}

/// B4, B5: what the sheet does on a planet and in its orbit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanetForecast {
    /// The planet where something is built, or that ships leave.
    pub planet: PlanetId,
    /// Its name on the map.
    pub name: String,
    /// Fighters that would leave the orbit.
    pub fighters_used: u32,
    /// Fighters that may leave: those in orbit when the round begins.
    pub fighters_available: u32,
    /// Transporters that would leave the orbit, empty and laden together.
    pub transporters_used: u32,
    /// Transporters that may leave: those in orbit when the round begins.
    pub transporters_available: u32,
    /// Freight to be loaded, as text in the order of the sheet: `2 TROOP`.
    pub loaded: Vec<String>,
    /// What would be built, as text in the order of the sheet: `3 FIGHTER`.
    pub built: Vec<String>,
}

/// B4.1, B5.3: a player's ships on one space, after flights and building.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FleetForecast {
    /// The planet whose track it is.
    pub planet: PlanetId,
    /// 0 is the orbit.
    pub space: usize,
    /// How many fighters.
    pub fighters: u32,
    /// How many transporters, empty and laden together.
    pub transporters: u32,
    /// B4.4: how many of them have freight aboard.
    pub laden: u32,
}

/// B3.3: the order of movement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MovementForecast {
    /// How many players choose.
    pub choosers: usize,
    /// The sender's turn to choose, from 1. Only what others keep in stock can still change it.
    pub chooses: usize,
    /// The place that the sheet asks for.
    pub wish: Option<u32>,
}

pub(super) fn of(orders: &[Order], foreseen: &Foreseen, me: Seat) -> Forecast {
    let warehouse = |state: &State| state.players.get(&me).map_or_else(Goods::default, |player| player.warehouse);
    let goods_available = warehouse(&foreseen.opened);
    let goods_used = goods_available.minus(warehouse(&foreseen.turn.state));
    let shipload = foreseen.opened.rulebook.shipload;
    let mut planets: BTreeMap<PlanetId, PlanetForecast> = BTreeMap::new();
    // Lines for the same flight share ships (B4.4).
    let mut shipped: BTreeMap<(PlanetId, PlanetId), u32> = BTreeMap::new();
    let mut plan = FlightPlan::default();
    for fate in &foreseen.turn.fates {
        let done = fate.done.unwrap_or(0);
        match orders.get(fate.entry) {
            Some(Order::Send { ship, from, to, .. }) => {
                let here = planets.entry(*from).or_insert_with(|| untouched(&foreseen.opened, *from, me));
                let used = ship.pick(&mut here.fighters_used, &mut here.transporters_used);
                *used = used.saturating_add(done);
                plan.send((*from, *to), *ship, done);
            }
            Some(Order::Load { cargo, from, to, .. }) => {
                let here = planets.entry(*from).or_insert_with(|| untouched(&foreseen.opened, *from, me));
                let shipped = shipped.entry((*from, *to)).or_default();
                let ships = ships_for(*shipped + done, shipload) - ships_for(*shipped, shipload);
                *shipped += done;
                here.transporters_used = here.transporters_used.saturating_add(ships);
                plan.send((*from, *to), Ship::Transporter, ships);
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
    let before_battles = &foreseen.turn.state;
    let flights = plan.flights(before_battles.turn, &before_battles.distance);
    let (fleets, shortages) = (fleets(before_battles, me), shortages(before_battles, me));
    Forecast { goods_used, goods_available, planets, flights, fleets, shortages, movement: movement(orders, foreseen, me) }
}

fn fleets(before_battles: &State, me: Seat) -> Vec<FleetForecast> {
    let shipload = before_battles.rulebook.shipload;
    let on_track = |planet: &Planet| {
        let number = planet.number;
        let fleets = planet.track.iter().enumerate().map(move |(space, stands)| (number, space, stands.of(Power::Seat(me))));
        fleets.filter(|(_, _, fleet)| *fleet != Fleet::default()).collect::<Vec<_>>()
    };
    let fleets = before_battles.planets.iter().flat_map(on_track);
    let forecast = |(planet, space, fleet): (PlanetId, usize, Fleet)| FleetForecast {
        planet,
        space,
        fighters: fleet.fighters,
        transporters: fleet.transporters,
        laden: fleet.laden(shipload),
    };
    fleets.map(forecast).collect()
}

/// B4.4: freight in orbit is unloaded before revolts are thrown for.
fn shortages(before_battles: &State, me: Seat) -> Vec<Shortage> {
    sort_by_missing(before_battles.planets_of(me).map(|planet| {
        let fleet = planet.orbit().of(Power::Seat(me));
        let population = planet.population.saturating_add(fleet.aboard(Cargo::Population)).min(MOST_POPULATION.max(planet.population));
        (planet.number, population, planet.troops.saturating_add(fleet.aboard(Cargo::Troop)))
    }))
}

fn movement(orders: &[Order], foreseen: &Foreseen, me: Seat) -> Option<MovementForecast> {
    let wish = orders.iter().rev().find_map(|order| match order {
        Order::Position { place } => Some(*place),
        _ => None,
    });
    foreseen.turn.events.iter().find_map(|witnessed| match &witnessed.event {
        Event::OrderOfMovement { choosing, .. } => {
            let before_me = choosing.iter().position(|seat| *seat == me)?;
            Some(MovementForecast { choosers: choosing.len(), chooses: before_me + 1, wish })
        }
        _ => None,
    })
}

impl PlanetForecast {
    fn is_used(&self) -> bool {
        self.fighters_used > 0 || self.transporters_used > 0 || !self.built.is_empty()
    }
}

/// A planet for which the sheet does nothing yet.
fn untouched(opened: &State, id: PlanetId, me: Seat) -> PlanetForecast {
    let planet = opened.planet(id);
    let fleet = planet.map(|planet| planet.orbit().of(Power::Seat(me))).unwrap_or_default();
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
