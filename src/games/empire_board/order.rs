//! Orders as typed values, with their canonical spelling (B12).

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::things::{Cargo, Product, Relation, Unit};
use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::galaxy::orders::Spelled;
pub use crate::galaxy::{Count, Ship};

/// One order of B12. `Display` writes the canonical form: planets and seats by number, and one form for each verb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// PRODUCE: a line of the production plan (B3.2, B5).
    Produce {
        /// How many; `All` is as many as the lines above leave goods for.
        count: Count,
        /// What is to be built.
        unit: Unit,
        /// The own planet that builds.
        on: PlanetId,
    },
    /// SEND: sends ships from an orbit to another planet (B4.1).
    Send {
        /// How many; `All` is all that may leave.
        count: Count,
        /// The kind of ship.
        ship: Ship,
        /// The planet in whose orbit they are.
        from: PlanetId,
        /// The planet that they fly to.
        to: PlanetId,
    },
    /// SHIP: loads freight, and sends the transporters that carry it (B4.4).
    Load {
        /// How many units; `All` is as many as there are and transporters can carry.
        count: Count,
        /// What is loaded.
        cargo: Cargo,
        /// The own planet that provides it.
        from: PlanetId,
        /// The planet that the transporters fly to.
        to: PlanetId,
    },
    /// CONVERT: converts one factory (B5.4).
    Convert {
        /// What the factory makes now.
        from: Product,
        /// What it will make.
        to: Product,
        /// The own planet of the factory.
        on: PlanetId,
    },
    /// FACTORY: what the first factory of a planet makes. For a planet of the opening it counts with the first orders; for any other planet it is a
    /// wish that stands until changed (B2.2, B5.7).
    Factory {
        /// What the factory will make.
        product: Product,
        /// An own planet of the opening, or a planet that nobody has owned yet.
        on: PlanetId,
    },
    /// HANGAR: the kind of a hangar of the opening; counts only with the first orders (B2.2).
    Hangar {
        /// The kind of ship that it will serve.
        ship: Ship,
        /// The own planet of the hangar.
        on: PlanetId,
    },
    /// STATION: where free forces of the opening are placed; counts only with the first orders (B2.4).
    Station {
        /// An own planet, a different one for each of the forces.
        on: PlanetId,
    },
    /// LAND: how many transporters land; `Exactly(0)` is `NONE` (B7.1).
    Land {
        /// How many; `All` is all empty ones in orbit.
        count: Count,
        /// The planet, whose owner must be an enemy.
        on: PlanetId,
    },
    /// TARGET: whom to hit if several could be hit, until changed (B6.2).
    Target {
        /// Whom to hit; `None` ends the order.
        player: Option<Seat>,
        /// The only planet where this counts; `None` for every planet without an order of its own.
        on: Option<PlanetId>,
    },
    /// HOMEPLANET: names the home planet (B4.3).
    HomePlanet {
        /// The own planet.
        planet: PlanetId,
    },
    /// POSITION: the place to ask for in the order of movement (B3.3).
    Position {
        /// The place, from 1, which moves first.
        place: u32,
    },
    /// DECLARE: what the sender asks for in the relation to another player (B9.1).
    Declare {
        /// The relation asked for.
        stance: Relation,
        /// The other player.
        on: Seat,
    },
    /// ANNOUNCE: publishes a text that [`crate::engine::reader::announcement`] has passed: lines joined by `\n`, none of which ends it.
    Announce {
        /// The text, of 1 to 80 lines and at most 4000 characters.
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
