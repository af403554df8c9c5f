//! B5.5, B5.6: factories fill the warehouses, and populations grow.

use std::collections::{BTreeMap, BTreeSet};

use super::building::Idle;
use super::play::Play;
use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::games::empire_board::event::Event;
use crate::games::empire_board::order::Product;
use crate::games::empire_board::rulebook::GrowthWhere;
use crate::games::empire_board::state::{Goods, MOST_POPULATION, Planet};

/// B5.5: all factories produce, except idle ones.
pub(super) fn produce(round: &mut Play, idle: &Idle) {
    let idles = round.state.rulebook.conversion_idles;
    let standing_idle = |planet: PlanetId, product: Product| idle.get(&(planet, product)).copied().filter(|_| idles).unwrap_or(0);
    let mut harvest: BTreeMap<Seat, Goods> = BTreeMap::new();
    for planet in &round.state.planets {
        let Some(seat) = planet.owner.seat() else { continue };
        let goods = harvest.entry(seat).or_default();
        for product in Product::ALL {
            let made = planet.made(product, standing_idle(planet.number, product));
            let sum = goods.of_mut(product);
            *sum = sum.saturating_add(made);
        }
    }
    for (seat, goods) in harvest.into_iter().filter(|(_, goods)| goods.total() > 0) {
        if let Some(player) = round.state.players.get_mut(&seat) {
            player.warehouse = player.warehouse.plus(goods);
        }
        round.tell_everybody(Event::Produced { seat, goods });
    }
}

/// B5.6: every third round, on planets with more land troops than people; or as the rulebook says.
pub(super) fn grow(round: &mut Play, unrest: &BTreeSet<PlanetId>) {
    if round.state.turn.checked_rem(round.state.rulebook.growth_every) != Some(0) {
        return;
    }
    let before = round.before;
    let everywhere = round.state.rulebook.growth_where == GrowthWhere::Everywhere;
    let was_own = |planet: &Planet| before.planet(planet.number).is_some_and(|before| before.owner == planet.owner);
    let mut grown = Vec::new();
    for planet in &mut round.state.planets {
        let is_quiet = planet.owner.seat().is_some() && was_own(planet) && !unrest.contains(&planet.number);
        if is_quiet && planet.population < MOST_POPULATION && (everywhere || planet.troops > planet.population) {
            planet.population += 1;
            grown.push(Event::Grew { planet: planet.number, population: planet.population });
        }
    }
    grown.into_iter().for_each(|event| round.tell_everybody(event));
}

impl Planet {
    /// What its factories for a product make in a round, without `idle` ones.
    fn made(&self, product: Product, idle: u32) -> u32 {
        self.factories_for(product).saturating_sub(idle).saturating_mul(self.yield_of_factory())
    }
}
