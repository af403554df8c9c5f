//! The things that orders and positions name: units, products, freight and relations, with their spellings in orders (B12).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::galaxy::{Ship, Stance};

/// What can be built (B5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Fights in space (B6.2).
    Fighter,
    /// Carries freight and lands (B4.4, B7.1).
    Transporter,
    /// Guards a planet (B7.2, B8.1).
    Troop,
    /// A factory that makes this product (B5.5).
    Factory(Product),
    /// A hangar for ships of this kind (B5.2).
    Hangar(Ship),
}

/// What a factory makes, and what things cost.
#[allow(missing_docs, reason = "the products differ in their names alone")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Product {
    Oil,
    Steel,
    HighTech,
}

/// B4.4: what transporters carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cargo {
    /// One unit of people beyond the printed number.
    Population,
    /// One land troop.
    Troop,
    /// One factory that makes this product.
    Factory(Product),
    /// One hangar for ships of this kind.
    Hangar(Ship),
}

impl Product {
    /// All three, in the order of prices.
    pub const ALL: [Product; 3] = [Product::Oil, Product::Steel, Product::HighTech];
}

/// B9.1: how two players stand to each other, the least friendly first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Each attacks in the orbits of the other's planets.
    Hostile,
    /// Each looks on in the orbits of the other's planets.
    Neutral,
    /// Each defends the orbits of the other's planets.
    Allied,
}

impl Stance for Relation {
    const ENEMIES: Relation = Relation::Hostile;
    const NEUTRAL: Relation = Relation::Neutral;
    const FRIENDS: Relation = Relation::Allied;
}

impl fmt::Display for Ship {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.pick("FIGHTER", "TRANSPORTER"))
    }
}

impl fmt::Display for Product {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Product::Oil => "OIL",
            Product::Steel => "STEEL",
            Product::HighTech => "HIGHTECH",
        })
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Fighter => out.write_str("FIGHTER"),
            Unit::Transporter => out.write_str("TRANSPORTER"),
            Unit::Troop => out.write_str("TROOP"),
            Unit::Factory(product) => write!(out, "FACTORY {product}"),
            Unit::Hangar(ship) => write!(out, "HANGAR {ship}"),
        }
    }
}

impl fmt::Display for Cargo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cargo::Population => out.write_str("POPULATION"),
            Cargo::Troop => out.write_str("TROOP"),
            Cargo::Factory(product) => write!(out, "FACTORY {product}"),
            Cargo::Hangar(ship) => write!(out, "HANGAR {ship}"),
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Relation::Hostile => "HOSTILE",
            Relation::Neutral => "NEUTRAL",
            Relation::Allied => "ALLIED",
        })
    }
}
