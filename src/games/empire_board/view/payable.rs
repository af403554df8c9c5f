//! What a warehouse can pay for, so that forms and reports offer nothing that it cannot (B5.1).

use serde::{Deserialize, Serialize};

use crate::games::empire_board::order::{Product, Ship, Unit};
use crate::games::empire_board::rulebook::Rulebook;
use crate::games::empire_board::state::Goods;

/// How many units of each kind a warehouse can pay for if it pays for nothing else.
#[allow(missing_docs, reason = "the counts are what they are called")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payable {
    pub fighter: u32,
    pub transporter: u32,
    pub troop: u32,
    pub factory: u32,
    pub hangar: u32,
}

/// The most that is offered, for units that cost nothing.
const MOST: u32 = 999;

impl Payable {
    /// What this warehouse can pay for at the rulebook's prices; at most 999 of each.
    pub fn from(warehouse: Goods, rulebook: &Rulebook) -> Payable {
        let of = |unit: Unit| {
            let price = rulebook.price(unit);
            let limits = Product::ALL.into_iter().filter_map(|product| warehouse.of(product).checked_div(price.of(product)));
            limits.min().unwrap_or(MOST).min(MOST)
        };
        Payable {
            fighter: of(Unit::Fighter),
            transporter: of(Unit::Transporter),
            troop: of(Unit::Troop),
            factory: of(Unit::Factory(Product::Oil)),
            hangar: of(Unit::Hangar(Ship::Fighter)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scarcest_product_limits_what_can_be_paid() {
        let payable = Payable::from(Goods { oil: 5, steel: 1, high_tech: 4 }, &Rulebook::extended());
        assert_eq!(payable, Payable { fighter: 1, transporter: 1, troop: 1, factory: 0, hangar: 0 });
        let five = Payable::from(Goods { oil: 5, steel: 5, high_tech: 5 }, &Rulebook::extended());
        assert_eq!(five, Payable { fighter: 2, transporter: 2, troop: 5, factory: 2, hangar: 2 });
    }
}
