//! The things that orders and positions name: units, cargo and relations, with their spellings in orders (P3).

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::galaxy::Stance;

/// What can be built, in the order of P4.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// `PDU`, which defends against landings (P6) and revolts (P7).
    Pdu,
    /// `FP`
    FuelPlant,
    /// `OP`
    OrePlant,
    /// `RP`
    RarePlant,
    /// `FY`
    FighterYard,
    /// `TY`
    TransporterYard,
    /// `FI`
    Fighter,
    /// `TR`
    Transporter,
}

/// P12: kinds of cargo, in the order C0 to C9.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cargo {
    /// `C0`, 8 in a shipload.
    Workforce,
    /// `C1`, 1 in a shipload.
    Pdu,
    /// `C2`, 4 in a shipload.
    FuelPlants,
    /// `C3`, 5 in a shipload.
    OrePlants,
    /// `C4`, 2 in a shipload.
    RarePlants,
    /// `C5`, 40 in a shipload.
    Fuel,
    /// `C6`, 50 in a shipload.
    Ore,
    /// `C7`, 20 in a shipload.
    Rare,
    /// `C8`, 1 in a shipload.
    FighterYard,
    /// `C9`, 1 in a shipload.
    TransporterYard,
}

/// How two powers stand to each other, or what a player asks for (P1.5, P4.1); the least friendly first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Each attacks the other's planets (P5.1). Between players it costs each a political point a turn (P4.2).
    War,
    /// Each looks on at the other's planets (P5.1).
    Neutral,
    /// Each defends the other's planets (P5.1). Between players it brings each a political point a turn (P4.2).
    Peace,
}

impl Stance for Relation {
    const ENEMIES: Relation = Relation::War;
    const NEUTRAL: Relation = Relation::Neutral;
    const FRIENDS: Relation = Relation::Peace;
}

/// What a unit costs to build (P4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// The labour that it takes; never 0.
    pub labour: u32,
    /// The fuel that it takes, in units; 0 for all but ships.
    pub fuel: u32,
    /// The ore that it takes, in units; 0 for all but ships.
    pub ore: u32,
    /// The rare that it takes, in units; 0 for all but ships.
    pub rare: u32,
}

impl Unit {
    /// P4.5: labour, and materials for ships. A ship also takes one yard of its kind for the turn.
    pub fn price(self) -> Price {
        let (labour, fuel, ore, rare) = match self {
            Unit::Pdu => (15, 0, 0, 0),
            Unit::FuelPlant => (5, 0, 0, 0),
            Unit::OrePlant => (4, 0, 0, 0),
            Unit::RarePlant => (10, 0, 0, 0),
            Unit::FighterYard => (15, 0, 0, 0),
            Unit::TransporterYard => (20, 0, 0, 0),
            Unit::Fighter => (10, 1, 1, 3),
            Unit::Transporter => (20, 2, 3, 1),
        };
        Price { labour, fuel, ore, rare }
    }
}

impl Unit {
    /// All units, in building order.
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
    /// All kinds, C0 first.
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

    /// The code in orders: `C0` for workforce.
    pub fn code(self) -> &'static str {
        ["C0", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9"][self as usize]
    }

    /// P12: how much one transporter carries.
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
