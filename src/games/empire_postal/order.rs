//! Orders as typed values, and their canonical spelling.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use super::things::{Cargo, Relation, Unit};
use crate::engine::Seat;
use crate::galaxy::PlanetId;
pub use crate::galaxy::{Count, Ship};

/// One order of P3. Its `Display` is canonical: planets and seats by number, one form a verb.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    Build {
        count: Count,
        unit: Unit,
        on: PlanetId,
    },
    Send {
        count: Count,
        ship: Ship,
        from: PlanetId,
        to: PlanetId,
    },
    Load {
        count: Count,
        cargo: Cargo,
        from: PlanetId,
        to: PlanetId,
    },
    RefuseCargo {
        on: PlanetId,
    },
    Declare {
        stance: Relation,
        on: Seat,
    },
    HomePlanet {
        planet: PlanetId,
    },
    PlanetName {
        name: String,
        on: PlanetId,
    },
    PlayerName {
        name: String,
    },
    Research {
        points: u32,
        goal: Goal,
    },
    Spy {
        on: PlanetId,
    },
    /// As [`crate::engine::reader::announcement`] lets it pass: lines joined by `\n`, none of which ends it.
    Announce {
        text: String,
    },
    Vote {
        rounds: u32,
    },
}

/// P9.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "goal")]
pub enum Goal {
    ProductionRate { planet: PlanetId },
    FighterMorale,
    TransporterMorale,
}

impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Build { count, unit, on } => write!(out, "BUILD {} {} ON {on}", count.spelled("MAX"), unit.code()),
            Order::Send { count, ship, from, to } => {
                write!(out, "SEND {} {} FROM {from} TO {to}", count.spelled("ALL"), ship.code())
            }
            Order::Load { count, cargo, from, to } => {
                write!(out, "SEND {} {} FROM {from} TO {to}", count.spelled("ALL"), cargo.code())
            }
            Order::RefuseCargo { on } => write!(out, "REFUSE CARGO ON {on}"),
            Order::Declare { stance, on } => write!(out, "DECLARE {stance} ON {on}"),
            Order::HomePlanet { planet } => write!(out, "HOMEPLANET {planet}"),
            Order::PlanetName { name, on } => write!(out, "PLANETNAME \"{name}\" ON {on}"),
            Order::PlayerName { name } => write!(out, "PLAYERNAME \"{name}\""),
            Order::Research { points, goal: Goal::ProductionRate { planet } } => write!(out, "RESEARCH {points} PR ON {planet}"),
            Order::Research { points, goal: Goal::FighterMorale } => write!(out, "RESEARCH {points} FM"),
            Order::Research { points, goal: Goal::TransporterMorale } => write!(out, "RESEARCH {points} TM"),
            Order::Spy { on } => write!(out, "SPY ON {on}"),
            Order::Announce { text } => write!(out, "ANNOUNCE\n{text}\nEND"),
            Order::Vote { rounds } => write!(out, "VOTE {rounds}"),
        }
    }
}
