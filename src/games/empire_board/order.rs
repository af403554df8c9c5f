//! Orders as typed values, and their canonical spelling (B12).

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::things::{Cargo, Product, Relation, Unit};
use crate::engine::Seat;
use crate::galaxy::PlanetId;
pub use crate::galaxy::{Count, Ship};

/// One order of B12. Its `Display` is canonical: planets and seats by number, one form a verb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
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
