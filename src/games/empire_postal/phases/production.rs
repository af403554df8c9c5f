//! P4.7: production and growth, on neutral planets too.

use super::play::Play;
use crate::games::empire_postal::event::Event;
use crate::games::empire_postal::state::{Planet, Power, Stock};
use crate::games::empire_postal::track::saturated;

const MAXIMUM_PLANET_MORALE: u32 = 250;

pub(super) fn produce(turn: &mut Play) {
    for id in turn.planet_ids() {
        let Some(planet) = turn.state.planet_mut(id) else { continue };
        let lost = planet.store(planet.output());
        planet.grow();
        let owner = planet.owner;
        if owner != Power::Neutral && lost != Stock::default() {
            turn.tell([owner], Event::StorageFull { planet: id, lost });
        }
    }
}

impl Planet {
    /// P4.7: plants times production rate.
    fn output(&self) -> Stock {
        let of = |plants: u32| saturated(u64::from(plants) * u64::from(self.production_rate) / 1000);
        Stock { fuel: of(self.fuel_plants), ore: of(self.ore_plants), rare: of(self.rare_plants) }
    }

    /// GIP is that of the new stocks and of the workforce before it grows.
    fn grow(&mut self) {
        let product = self.industrial_product();
        self.morale = self.morale.saturating_add(10).min(MAXIMUM_PLANET_MORALE);
        self.workforce = self.workforce.saturating_add(product / 40);
        self.production_rate = self.production_rate.saturating_add(product / 12);
        if self.owner == Power::Neutral {
            self.pdu = self.pdu.max(self.home_defence());
        }
    }
}
