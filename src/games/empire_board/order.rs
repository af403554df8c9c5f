//! Orders as typed values, and their canonical spelling (B12).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::state::Relation;
use crate::engine::Seat;
use crate::galaxy::PlanetId;
pub use crate::galaxy::{Ship, orders::Count};

/// One order of B12. Its `Display` is canonical: planets and seats by number, one form a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// B3.2, B5: a line of the production plan.
    Produce { count: Count, unit: Unit, on: PlanetId },
    /// B4.1.
    Send { count: Count, ship: Ship, from: PlanetId, to: PlanetId },
    /// B4.4: loads freight and sends the transporters that carry it.
    Load { count: Count, cargo: Cargo, from: PlanetId, to: PlanetId },
    /// B5.4: one factory.
    Convert { from: Product, to: Product, on: PlanetId },
    /// B2.2, B5.7: what the first factory of a planet is to make; stands until changed.
    Factory { product: Product, on: PlanetId },
    /// B2.2: the kind of a hangar of the opening; with the first orders only.
    Hangar { ship: Ship, on: PlanetId },
    /// B2.4: where free forces of the opening stand; with the first orders only.
    Station { on: PlanetId },
    /// B7.1: how many transporters land; `Exactly(0)` is `NONE`.
    Land { count: Count, on: PlanetId },
    /// B6.2: who suffers when several could; on one planet, or wherever nothing else is said. Stands until changed; `None` ends it.
    Target { player: Option<Seat>, on: Option<PlanetId> },
    /// B4.3.
    HomePlanet { planet: PlanetId },
    /// B3.3: the wished-for place in the order of movement, from 1.
    Position { place: u32 },
    /// B9.1.
    Declare { stance: Relation, on: Seat },
    /// As [`crate::engine::reader::announcement`] makes it: lines joined by `\n`, none of which ends it.
    Announce { text: String },
}

/// What can be built (B5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    Fighter,
    Transporter,
    Troop,
    Factory(Product),
    Hangar(Ship),
}

/// What a factory makes, and what things are paid with.
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
    Population,
    Troop,
    Factory(Product),
    Hangar(Ship),
}

impl Product {
    pub const ALL: [Product; 3] = [Product::Oil, Product::Steel, Product::HighTech];
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

impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Produce { count, unit, on } => write!(out, "PRODUCE {} {unit} ON {on}", count.spelled("MAX")),
            Order::Send { count, ship, from, to } => write!(out, "SEND {} {} FROM {from} TO {to}", count.spelled("ALL"), ship.code()),
            Order::Load { count, cargo, from, to } => write!(out, "SHIP {} {cargo} FROM {from} TO {to}", count.spelled("ALL")),
            Order::Convert { from, to, on } => write!(out, "CONVERT {from} TO {to} ON {on}"),
            Order::Factory { product, on } => write!(out, "FACTORY {product} ON {on}"),
            Order::Hangar { ship, on } => write!(out, "HANGAR {ship} ON {on}"),
            Order::Station { on } => write!(out, "STATION ON {on}"),
            Order::Land { count: Count::Exactly(0), on } => write!(out, "LAND NONE ON {on}"),
            Order::Land { count, on } => write!(out, "LAND {} ON {on}", count.spelled("ALL")),
            Order::Target { player, on } => {
                let player = player.map_or_else(|| "NONE".to_owned(), |player| player.to_string());
                write!(out, "TARGET {player}{}", on.map_or_else(String::new, |planet| format!(" ON {planet}")))
            }
            Order::HomePlanet { planet } => write!(out, "HOMEPLANET {planet}"),
            Order::Position { place } => write!(out, "POSITION {place}"),
            Order::Declare { stance, on } => write!(out, "DECLARE {stance} ON {on}"),
            Order::Announce { text } => write!(out, "ANNOUNCE\n{text}\nEND"),
        }
    }
}
