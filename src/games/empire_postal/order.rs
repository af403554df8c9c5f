//! Orders as typed values, and their canonical spelling.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::state::Relation;
use crate::engine::Seat;
use crate::galaxy::PlanetId;
pub use crate::galaxy::{Ship, orders::Count};

/// One order of P3. Its `Display` is canonical: planets and seats by number, one form a verb.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// What can be built, in the order of P4.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    Pdu,
    FuelPlant,
    OrePlant,
    RarePlant,
    FighterYard,
    TransporterYard,
    Fighter,
    Transporter,
}

/// P12, in the order C0 to C9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cargo {
    Workforce,
    Pdu,
    FuelPlants,
    OrePlants,
    RarePlants,
    Fuel,
    Ore,
    Rare,
    FighterYard,
    TransporterYard,
}

/// P9.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "goal")]
pub enum Goal {
    ProductionRate { planet: PlanetId },
    FighterMorale,
    TransporterMorale,
}

impl Unit {
    /// All, in building order.
    pub const ALL: [Unit; 8] = [
        Unit::Pdu,
        Unit::FuelPlant,
        Unit::OrePlant,
        Unit::RarePlant,
        Unit::FighterYard,
        Unit::TransporterYard,
        Unit::Fighter,
        Unit::Transporter,
    ];

    /// The abbreviation that orders use.
    pub fn code(self) -> &'static str {
        match self {
            Unit::Pdu => "PDU",
            Unit::FuelPlant => "FP",
            Unit::OrePlant => "OP",
            Unit::RarePlant => "RP",
            Unit::FighterYard => "FY",
            Unit::TransporterYard => "TY",
            Unit::Fighter => "FI",
            Unit::Transporter => "TR",
        }
    }
}

impl Cargo {
    /// All, C0 first.
    pub const ALL: [Cargo; 10] = [
        Cargo::Workforce,
        Cargo::Pdu,
        Cargo::FuelPlants,
        Cargo::OrePlants,
        Cargo::RarePlants,
        Cargo::Fuel,
        Cargo::Ore,
        Cargo::Rare,
        Cargo::FighterYard,
        Cargo::TransporterYard,
    ];

    /// The code of the order grammar: `C0` for workforce.
    pub fn code(self) -> &'static str {
        ["C0", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9"][self as usize]
    }

    /// P12: what one transporter carries.
    pub fn shipload(self) -> u32 {
        [8, 1, 4, 5, 2, 40, 50, 20, 1, 1][self as usize]
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Relation::War => "WAR",
            Relation::Neutral => "NEUTRAL",
            Relation::Peace => "PEACE",
        })
    }
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
