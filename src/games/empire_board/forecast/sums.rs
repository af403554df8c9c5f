//! The sums behind a sheet: what it spends, builds and sends, and where that leaves its sender.

use std::collections::BTreeMap;

use super::{FleetForecast, Forecast, MovementForecast, PlanetForecast};
use crate::engine::Seat;
use crate::galaxy::{FlightPlan, PlanetId, Ship};
use crate::games::empire_board::event::Event;
use crate::games::empire_board::order::{Cargo, Order};
use crate::games::empire_board::phases::Foreseen;
use crate::games::empire_board::state::{Fleet, Goods, MOST_POPULATION, Planet, Power, State, ships_for};
use crate::games::empire_board::view::unrest::{Shortage, sort_by_missing};

pub(super) fn of(orders: &[Order], foreseen: &Foreseen, me: Seat) -> Forecast {
    let warehouse = |state: &State| state.players.get(&me).map_or_else(Goods::default, |player| player.warehouse);
    let goods_available = warehouse(&foreseen.opened);
    let goods_used = goods_available.minus(warehouse(&foreseen.turn.state));
    let shipload = foreseen.opened.rulebook.shipload;
    let mut planets: BTreeMap<PlanetId, PlanetForecast> = BTreeMap::new();
    // Lines for one flight share ships (B4.4).
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

/// B4.4: what is aboard in the orbit is unloaded before revolts are thrown for.
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

/// A planet on which the sheet does nothing yet.
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
