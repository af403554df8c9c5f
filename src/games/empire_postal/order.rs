//! Orders as typed values, with their canonical spelling.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::things::{Cargo, Relation, Unit};
use crate::engine::Seat;
use crate::galaxy::PlanetId;
use crate::galaxy::orders::Spelled;
pub use crate::galaxy::{Count, Ship};

/// One order of P3. `Display` writes the canonical form: planets and seats by number, and one form for each verb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// BUILD: builds units on an own planet (P4.5).
    Build {
        /// How many; `MAX` is as many as can be paid for.
        count: Count,
        /// Which kind of unit.
        unit: Unit,
        /// The own planet that builds and pays.
        on: PlanetId,
    },
    /// SEND without cargo: sends ships from an orbit to another planet (P4.4).
    Send {
        /// How many; `ALL` is all that are still in orbit when this line is filled.
        count: Count,
        /// Which kind of ship.
        ship: Ship,
        /// The planet in whose orbit the ships are, own or not.
        from: PlanetId,
        /// Where they fly to.
        to: PlanetId,
    },
    /// SEND with cargo: sends shiploads from an own planet to another planet (P4.3).
    Load {
        /// How many shiploads, one for each transporter; `ALL` is as many as ships and goods allow.
        count: Count,
        /// What is loaded.
        cargo: Cargo,
        /// The own planet that provides the goods and ships.
        from: PlanetId,
        /// The planet whose owner gets the cargo and the ships, whoever owns it on arrival (P4.10).
        to: PlanetId,
    },
    /// REFUSE CARGO: cargo in orbit this turn is not unloaded but waits at `D` (P4.10).
    RefuseCargo {
        /// A planet that the player owns at the time of unloading.
        on: PlanetId,
    },
    /// DECLARE: the relation to another player that this player asks for until further notice (P4.1).
    Declare {
        /// The relation asked for.
        stance: Relation,
        /// The other player.
        on: Seat,
    },
    /// HOMEPLANET: where fighters flee to after a lost battle (P4.1, P5.6).
    HomePlanet {
        /// An own planet.
        planet: PlanetId,
    },
    /// PLANETNAME: renames an own planet (P4.1).
    PlanetName {
        /// The new name, granted unless another planet has it or somebody else asks for it.
        name: String,
        /// The planet that gets the name.
        on: PlanetId,
    },
    /// PLAYERNAME: renames the player (P4.1).
    PlayerName {
        /// The new name, granted unless another player has it or asks for it.
        name: String,
    },
    /// RESEARCH: spends political points on a goal (P9.1).
    Research {
        /// How many points are spent; each succeeds with a probability of 50 %.
        points: u32,
        /// What they are spent on.
        goal: Goal,
    },
    /// SPY: looks at a planet for 7 political points (P9.2).
    Spy {
        /// A planet that is not the player's own.
        on: PlanetId,
    },
    /// ANNOUNCE: publishes a text that [`crate::engine::reader::announcement`] has passed: lines joined by `\n`, none of which ends it.
    Announce {
        /// What everybody reads (P11.3).
        text: String,
    },
    /// VOTE: asks for a length of the game; counts only with the first orders (P1.7).
    Vote {
        /// The length asked for; only 10 to 30 count.
        rounds: u32,
    },
}

/// P9.1: what research can improve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "goal")]
pub enum Goal {
    /// PR: a success adds 16 thousandths.
    ProductionRate {
        /// The own planet whose PR it is.
        planet: PlanetId,
    },
    /// FM: a success adds 1, up to 150.
    FighterMorale,
    /// TM: a success adds 1, up to 150.
    TransporterMorale,
}

impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.spelled(PlanetId::to_string, Seat::to_string))
    }
}

impl Spelled for Order {
    fn spelled(&self, planet: impl Fn(&PlanetId) -> String, player: impl Fn(&Seat) -> String) -> String {
        match self {
            Order::Build { count, unit, on } => format!("BUILD {} {} ON {}", count.spelled("MAX"), unit.code(), planet(on)),
            Order::Send { count, ship, from, to } => {
                format!("SEND {} {} FROM {} TO {}", count.spelled("ALL"), ship.code(), planet(from), planet(to))
            }
            Order::Load { count, cargo, from, to } => {
                format!("SEND {} {} FROM {} TO {}", count.spelled("ALL"), cargo.code(), planet(from), planet(to))
            }
            Order::RefuseCargo { on } => format!("REFUSE CARGO ON {}", planet(on)),
            Order::Declare { stance, on } => format!("DECLARE {stance} ON {}", player(on)),
            Order::HomePlanet { planet: home } => format!("HOMEPLANET {}", planet(home)),
            Order::PlanetName { name, on } => format!("PLANETNAME \"{name}\" ON {}", planet(on)),
            Order::PlayerName { name } => format!("PLAYERNAME \"{name}\""),
            Order::Research { points, goal: Goal::ProductionRate { planet: on } } => format!("RESEARCH {points} PR ON {}", planet(on)),
            Order::Research { points, goal: Goal::FighterMorale } => format!("RESEARCH {points} FM"),
            Order::Research { points, goal: Goal::TransporterMorale } => format!("RESEARCH {points} TM"),
            Order::Spy { on } => format!("SPY ON {}", planet(on)),
            Order::Announce { text } => format!("ANNOUNCE\n{text}\nEND"),
            Order::Vote { rounds } => format!("VOTE {rounds}"),
        }
    }
}
