//! Counts what players have, for limits (B1.3), the order of movement (B3.3) and points (B11.3).

use serde::{Deserialize, Serialize};

use super::order::{Cargo, Product, Ship, Unit};
use super::rulebook::Points;
use super::state::{Fleet, Goods, Power, Space, State};
use crate::engine::Seat;

/// Everything that a player has, including freight aboard transporters.
#[allow(missing_docs, reason = "the counts are what they are called")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holdings {
    pub planets: u32,
    pub population: u32,
    pub fighters: u32,
    pub transporters: u32,
    pub troops: u32,
    pub factories: u32,
    pub hangars: u32,
    /// Skipped, because views show the warehouse elsewhere.
    #[serde(skip)]
    pub warehouse: Goods,
}

impl Holdings {
    /// B11.3: the points that these holdings are worth.
    pub fn points(&self, points: &Points) -> u32 {
        let worth = |count: u32, each: u32| count.saturating_mul(each);
        let share = |count: u32, for_one: u32| count.checked_div(for_one).unwrap_or(0);
        let parts = [
            worth(self.planets, points.planet),
            worth(self.population, points.population),
            worth(self.factories.saturating_add(self.hangars), points.works),
            share(self.fighters, points.fighters_for_one),
            share(self.transporters, points.transporters_for_one),
            share(self.troops, points.troops_for_one),
            share(self.warehouse.total(), points.goods_for_one),
        ];
        parts.into_iter().fold(0, u32::saturating_add)
    }

    fn load(&mut self, fleet: &Fleet) {
        self.fighters = self.fighters.saturating_add(fleet.fighters);
        self.transporters = self.transporters.saturating_add(fleet.transporters);
        for cargo in &fleet.freight {
            let held = match cargo {
                Cargo::Population => &mut self.population,
                Cargo::Troop => &mut self.troops,
                Cargo::Factory(_) => &mut self.factories,
                Cargo::Hangar(_) => &mut self.hangars,
            };
            *held = held.saturating_add(1);
        }
    }
}

impl State {
    /// Everything that a seat has now, on its planets and on all tracks.
    pub fn holdings(&self, seat: Seat) -> Holdings {
        let warehouse = self.players.get(&seat).map_or_else(Goods::default, |player| player.warehouse);
        let mut holdings = Holdings { warehouse, ..Holdings::default() };
        for planet in self.planets_of(seat) {
            holdings.planets += 1;
            holdings.population = holdings.population.saturating_add(planet.population);
            holdings.troops = holdings.troops.saturating_add(planet.troops);
            holdings.factories += planet.factories.len() as u32;
            holdings.hangars += planet.hangars.len() as u32;
        }
        self.fleets().filter(|(power, _)| *power == Power::Seat(seat)).for_each(|(_, fleet)| holdings.load(fleet));
        holdings
    }

    /// B1.3: how many more of a unit the box holds for this player.
    pub fn left_in_the_box(&self, seat: Seat, unit: Unit) -> u32 {
        let limits = &self.rulebook.limits;
        match unit {
            Unit::Fighter => limits.fighters.saturating_sub(self.holdings(seat).fighters).saturating_add(self.lendable()),
            Unit::Transporter => limits.transporters.saturating_sub(self.sum_of_fleets(|fleet| fleet.transporters)),
            Unit::Troop => limits.troops.map_or(u32::MAX, |limit| limit.saturating_sub(self.troops())),
            Unit::Factory(product) => limits.factories.saturating_sub(self.factories(product)),
            Unit::Hangar(ship) => limits.hangars.saturating_sub(self.hangars(ship)),
        }
    }

    /// B10.2: how many pirate fighters the box still holds.
    pub fn pirates_left_in_the_box(&self) -> u32 {
        let pirates = self.fleets().filter(|(power, _)| *power == Power::Pirates).map(|(_, fleet)| fleet.fighters);
        let borrowed = if self.rulebook.limits.pirates_lend { self.borrowed() } else { 0 };
        self.rulebook.limits.pirates.saturating_sub(pirates.fold(borrowed, u32::saturating_add))
    }

    /// B1.3: pirate fighters that players may still use as their own.
    fn lendable(&self) -> u32 {
        if self.rulebook.limits.pirates_lend { self.pirates_left_in_the_box() } else { 0 }
    }

    /// B1.3: fighters that players have beyond what the box holds for each.
    pub fn borrowed(&self) -> u32 {
        let excess = |seat: &Seat| self.holdings(*seat).fighters.saturating_sub(self.rulebook.limits.fighters);
        self.players.keys().map(excess).fold(0, u32::saturating_add)
    }

    /// B5.7: a player's factories for a product, including those aboard transporters.
    pub fn factories_of(&self, seat: Seat, product: Product) -> u32 {
        let standing = self.planets_of(seat).map(|planet| planet.factories_for(product));
        let own = self.fleets().filter(|(power, _)| *power == Power::Seat(seat));
        let aboard = own.map(|(_, fleet)| fleet.aboard(Cargo::Factory(product)));
        standing.chain(aboard).fold(0, u32::saturating_add)
    }

    /// All factories for a product, including those aboard.
    fn factories(&self, product: Product) -> u32 {
        let standing = self.planets.iter().map(|planet| planet.factories_for(product));
        standing.fold(0, u32::saturating_add).saturating_add(self.aboard(Cargo::Factory(product)))
    }

    fn hangars(&self, ship: Ship) -> u32 {
        let standing = self.planets.iter().map(|planet| planet.hangars_for(ship));
        standing.fold(0, u32::saturating_add).saturating_add(self.aboard(Cargo::Hangar(ship)))
    }

    fn troops(&self) -> u32 {
        self.planets.iter().map(|planet| planet.troops).fold(0, u32::saturating_add).saturating_add(self.aboard(Cargo::Troop))
    }

    fn aboard(&self, cargo: Cargo) -> u32 {
        self.sum_of_fleets(|fleet| fleet.aboard(cargo))
    }

    fn sum_of_fleets(&self, count: impl Fn(&Fleet) -> u32) -> u32 {
        self.fleets().map(|(_, fleet)| count(fleet)).fold(0, u32::saturating_add)
    }

    /// Every fleet on every track.
    pub fn fleets(&self) -> impl Iterator<Item = (Power, &Fleet)> {
        let spaces = self.planets.iter().flat_map(|planet| &planet.track);
        spaces.flat_map(Space::iter)
    }
}
