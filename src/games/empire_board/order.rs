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
    Produce {
        /// `All` is as many as the lines above leave goods for.
        count: Count,
        /// What is to be built.
        unit: Unit,
        /// An own planet.
        on: PlanetId,
    },
    /// B4.1.
    Send {
        /// `All` is all that may leave.
        count: Count,
        /// The kind that flies.
        ship: Ship,
        /// In whose orbit they stand.
        from: PlanetId,
        /// Another planet.
        to: PlanetId,
    },
    /// B4.4: loads freight and sends the transporters that carry it.
    Load {
        /// In units; `All` is as many as there are and transporters can carry.
        count: Count,
        /// What is loaded.
        cargo: Cargo,
        /// An own planet.
        from: PlanetId,
        /// Another planet, to which the transporters fly.
        to: PlanetId,
    },
    /// B5.4: one factory.
    Convert {
        /// What the factory makes.
        from: Product,
        /// What it is to make.
        to: Product,
        /// An own planet.
        on: PlanetId,
    },
    /// B2.2, B5.7: what the first factory of a planet is to make: with the first orders for a planet of the opening, else a wish that stands until changed.
    Factory {
        /// What the factory is to make.
        product: Product,
        /// An own planet of the opening, or one that nobody has owned yet.
        on: PlanetId,
    },
    /// B2.2: the kind of a hangar of the opening; with the first orders only.
    Hangar {
        /// The kind that the hangar is to serve.
        ship: Ship,
        /// An own planet with a hangar.
        on: PlanetId,
    },
    /// B2.4: where free forces of the opening stand; with the first orders only.
    Station {
        /// An own planet, another one for each of the forces.
        on: PlanetId,
    },
    /// B7.1: how many transporters land; `Exactly(0)` is `NONE`.
    Land {
        /// `All` is all that are empty in the orbit.
        count: Count,
        /// A planet whose owner is hostile.
        on: PlanetId,
    },
    /// B6.2: who suffers when several could; on one planet, or wherever nothing else is said. Stands until changed; `None` ends it.
    Target {
        /// At whom to fire.
        player: Option<Seat>,
        /// The one planet where it holds; `None` for wherever nothing else is said.
        on: Option<PlanetId>,
    },
    /// B4.3.
    HomePlanet {
        /// An own planet.
        planet: PlanetId,
    },
    /// B3.3: the wished-for place in the order of movement, from 1.
    Position {
        /// 1 moves first.
        place: u32,
    },
    /// B9.1.
    Declare {
        /// What the sender asks for.
        stance: Relation,
        /// The other player.
        on: Seat,
    },
    /// As [`crate::engine::reader::announcement`] makes it: lines joined by `\n`, none of which ends it.
    Announce {
        /// 1 to 80 lines, at most 4000 characters.
        text: String,
    },
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
