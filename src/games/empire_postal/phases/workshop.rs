//! P4.5: what a planet can build. It is pure, so that the forecast counts exactly as the turn does.

use crate::games::empire_postal::event::Resource;
use crate::games::empire_postal::order::{Count, Ship, Unit};
use crate::games::empire_postal::state::{Fleet, Planet, Stock};
use crate::games::empire_postal::view::FullPlanet;

/// What a planet has for building in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Workshop {
    /// P4.5: the labour of this turn, which is WF after loading.
    pub labour: u32,
    /// The goods after loading.
    pub stock: Stock,
    /// P4.5: one yard serves one fighter a turn. Yards built this turn serve from the next.
    pub fighter_yards: u32,
    /// As `fighter_yards`, for transporters.
    pub transporter_yards: u32,
}

/// One BUILD line; `entry` is whatever the caller identifies it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildRequest {
    /// Returned with the result.
    pub entry: usize,
    /// Which kind of unit.
    pub unit: Unit,
    /// How many; `MAX` is as many as can be paid for.
    pub count: Count,
}

/// What became of one BUILD line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Built {
    /// As in the request.
    pub entry: usize,
    /// As in the request.
    pub unit: Unit,
    /// How many were asked for. P3.1: `MAX` asks for what can be built.
    pub asked: u32,
    /// How many were built, at most `asked`.
    pub built: u32,
    /// What prevented more, if less was built than asked for, or if `MAX` built nothing.
    pub shortage: Option<Shortage>,
}

/// What ran out first, and how much of it was left for this line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shortage {
    /// What limits the number.
    pub resource: Resource,
    /// How much of it there was before this line.
    pub available: u32,
}

impl Workshop {
    /// A planet's workshop at the beginning of the phase.
    pub fn of(planet: &Planet) -> Workshop {
        Workshop {
            labour: planet.workforce,
            stock: planet.stock,
            fighter_yards: planet.fighter_yards,
            transporter_yards: planet.transporter_yards,
        }
    }

    /// The same workshop, from its owner's view.
    pub fn seen(planet: &FullPlanet) -> Workshop {
        Workshop {
            labour: planet.workforce,
            stock: planet.stock,
            fighter_yards: planet.fighter_yards,
            transporter_yards: planet.transporter_yards,
        }
    }

    /// Builds in the order of P4.5, whatever the order of `requests`; lines for the same unit in the order given. Returns one result for each
    /// request, in building order.
    pub fn build(&mut self, requests: &[BuildRequest]) -> Vec<Built> {
        let mut in_order: Vec<BuildRequest> = requests.to_vec();
        in_order.sort_by_key(|request| request.unit);
        in_order.into_iter().map(|request| self.build_line(request)).collect()
    }

    /// How many of `unit` can be paid for, and what limits that number; of equal limits the first in the order of [`Resource`].
    pub fn affordable(&self, unit: Unit) -> (u32, Shortage) {
        let price = unit.price();
        let needs = [
            (Resource::Labour, price.labour, self.labour),
            (Resource::Fuel, price.fuel, self.stock.fuel),
            (Resource::Ore, price.ore, self.stock.ore),
            (Resource::Rare, price.rare, self.stock.rare),
            (Resource::FighterYards, u32::from(unit == Unit::Fighter), self.fighter_yards),
            (Resource::TransporterYards, u32::from(unit == Unit::Transporter), self.transporter_yards),
        ];
        let limits = needs
            .into_iter()
            .filter_map(|(resource, each, available)| Some((available.checked_div(each)?, Shortage { resource, available })));
        // P4.5: every unit takes labour, so there always is a limit.
        limits.min_by_key(|(count, _)| *count).unwrap_or((0, Shortage { resource: Resource::Labour, available: self.labour }))
    }

    /// Takes the price of `count` units. The caller must have asked [`Workshop::affordable`].
    pub fn spend(&mut self, unit: Unit, count: u32) {
        let price = unit.price();
        let pay = |purse: &mut u32, each: u32| *purse = purse.saturating_sub(each.saturating_mul(count));
        pay(&mut self.labour, price.labour);
        pay(&mut self.stock.fuel, price.fuel);
        pay(&mut self.stock.ore, price.ore);
        pay(&mut self.stock.rare, price.rare);
        pay(&mut self.fighter_yards, u32::from(unit == Unit::Fighter));
        pay(&mut self.transporter_yards, u32::from(unit == Unit::Transporter));
    }

    fn build_line(&mut self, request: BuildRequest) -> Built {
        let (affordable, limit) = self.affordable(request.unit);
        let asked = match request.count {
            Count::Exactly(asked) => asked,
            Count::All => affordable,
        };
        let built = asked.min(affordable);
        self.spend(request.unit, built);
        let fell_short = built < asked || (request.count == Count::All && built == 0);
        Built { entry: request.entry, unit: request.unit, asked, built, shortage: fell_short.then_some(limit) }
    }
}

impl Planet {
    /// Adds what was built: works to the planet, ships to its orbit.
    pub fn receive(&mut self, unit: Unit, count: u32) {
        let owner = self.owner;
        let held = match unit {
            Unit::Pdu => &mut self.pdu,
            Unit::FuelPlant => &mut self.fuel_plants,
            Unit::OrePlant => &mut self.ore_plants,
            Unit::RarePlant => &mut self.rare_plants,
            Unit::FighterYard => &mut self.fighter_yards,
            Unit::TransporterYard => &mut self.transporter_yards,
            Unit::Fighter => return self.orbit_mut().fleets.add(owner, Fleet::of(Ship::Fighter, count)),
            Unit::Transporter => return self.orbit_mut().fleets.add(owner, Fleet::of(Ship::Transporter, count)),
        };
        *held = held.saturating_add(count);
    }
}
