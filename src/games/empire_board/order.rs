//! Orders as typed values, and their canonical spelling (B12).

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::things::{Cargo, Product, Relation, Unit};
use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::galaxy::orders::Spelled;
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
        out.write_str(&self.spelled(PlanetId::to_string, Seat::to_string))
    }
}

impl Spelled for Order {
    fn spelled(&self, planet: impl Fn(&PlanetId) -> String, player: impl Fn(&Seat) -> String) -> String {
        match self {
            Order::Produce { count, unit, on } => format!("PRODUCE {} {unit} ON {}", count.spelled("MAX"), planet(on)),
            Order::Send { count, ship, from, to } => {
                format!("SEND {} {} FROM {} TO {}", count.spelled("ALL"), ship.code(), planet(from), planet(to))
            }
            Order::Load { count, cargo, from, to } => {
                format!("SHIP {} {cargo} FROM {} TO {}", count.spelled("ALL"), planet(from), planet(to))
            }
            Order::Convert { from, to, on } => format!("CONVERT {from} TO {to} ON {}", planet(on)),
            Order::Factory { product, on } => format!("FACTORY {product} ON {}", planet(on)),
            Order::Hangar { ship, on } => format!("HANGAR {ship} ON {}", planet(on)),
            Order::Station { on } => format!("STATION ON {}", planet(on)),
            Order::Land { count: Count::Exactly(0), on } => format!("LAND NONE ON {}", planet(on)),
            Order::Land { count, on } => format!("LAND {} ON {}", count.spelled("ALL"), planet(on)),
            Order::Target { player: target, on } => {
                let target = target.as_ref().map_or_else(|| "NONE".to_owned(), player);
                format!("TARGET {target}{}", on.map_or_else(String::new, |on| format!(" ON {}", planet(&on))))
            }
            Order::HomePlanet { planet: home } => format!("HOMEPLANET {}", planet(home)),
            Order::Position { place } => format!("POSITION {place}"),
            Order::Declare { stance, on } => format!("DECLARE {stance} ON {}", player(on)),
            Order::Announce { text } => format!("ANNOUNCE\n{text}\nEND"),
        }
    }
}
