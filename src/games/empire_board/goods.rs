//! What factories make, and what things cost.

use serde::{Deserialize, Serialize};

use super::things::Product;

/// Amounts of oil, steel and high tech: a stock, a price or a sum.
#[allow(missing_docs, reason = "units of each product")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goods {
    pub oil: u32,
    pub steel: u32,
    pub high_tech: u32,
}

impl Goods {
    /// The amount of one product.
    pub fn of(&self, product: Product) -> u32 {
        match product {
            Product::Oil => self.oil,
            Product::Steel => self.steel,
            Product::HighTech => self.high_tech,
        }
    }

    /// As [`Goods::of`], mutable.
    pub fn of_mut(&mut self, product: Product) -> &mut u32 {
        match product {
            Product::Oil => &mut self.oil,
            Product::Steel => &mut self.steel,
            Product::HighTech => &mut self.high_tech,
        }
    }

    /// These goods, `count` times.
    pub fn times(self, count: u32) -> Goods {
        self.map(|_, amount| amount.saturating_mul(count))
    }

    /// The sum of both, up to the largest number.
    pub fn plus(self, more: Goods) -> Goods {
        self.map(|product, amount| amount.saturating_add(more.of(product)))
    }

    /// What is left without `gone`; of each product at least 0.
    pub fn minus(self, gone: Goods) -> Goods {
        self.map(|product, amount| amount.saturating_sub(gone.of(product)))
    }

    /// The units of all three products together.
    pub fn total(self) -> u32 {
        self.oil.saturating_add(self.steel).saturating_add(self.high_tech)
    }

    fn map(self, change: impl Fn(Product, u32) -> u32) -> Goods {
        Goods {
            oil: change(Product::Oil, self.oil),
            steel: change(Product::Steel, self.steel),
            high_tech: change(Product::HighTech, self.high_tech),
        }
    }
}
