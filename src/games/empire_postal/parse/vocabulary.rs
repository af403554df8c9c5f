//! The words of P3: verbs, units, ships, cargo and goals, in short and in long.

use crate::engine::reader::nearest;
use crate::galaxy::orders::{Verbs, Vocabulary, look_up};
use crate::games::empire_postal::order::{Cargo, Ship, Unit};
use crate::games::empire_postal::state::Relation;

/// What an order begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    Build,
    Send,
    RefuseCargo,
    Declare,
    HomePlanet,
    PlanetName,
    PlayerName,
    Research,
    Spy,
    Announce,
    Vote,
}

/// RESEARCH and what it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoalWord {
    ProductionRate,
    FighterMorale,
    TransporterMorale,
}

/// What SEND sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sendable {
    Ship(Ship),
    Cargo(Cargo),
}

pub const VERBS: Verbs<Verb> = Verbs {
    known: &[
        ("BUILD", Verb::Build),
        ("SEND", Verb::Send),
        ("REFUSE CARGO", Verb::RefuseCargo),
        ("DECLARE", Verb::Declare),
        ("HOMEPLANET", Verb::HomePlanet),
        ("PLANETNAME", Verb::PlanetName),
        ("PLAYERNAME", Verb::PlayerName),
        ("RESEARCH", Verb::Research),
        ("SPY", Verb::Spy),
        ("ANNOUNCE", Verb::Announce),
        ("VOTE", Verb::Vote),
    ],
    aliases: &[],
    foreign: &[
        ("MOVE", "SEND"),
        ("FLY", "SEND"),
        ("LOAD", "SEND"),
        ("TRANSFER", "SEND"),
        ("MAKE", "BUILD"),
        ("PRODUCE", "BUILD"),
        ("MESSAGE", "ANNOUNCE"),
        ("REFUSE", "REFUSE CARGO"),
        ("HOME", "HOMEPLANET"),
    ],
    counting: &["SEND", "BUILD"],
    telling: &["BUILD", "SEND", "DECLARE", "WAR", "PEACE", "SPY", "RESEARCH", "VOTE", "CARGO"],
};

const UNITS: [(&str, Unit); 17] = [
    ("PDU", Unit::Pdu),
    ("FP", Unit::FuelPlant),
    ("OP", Unit::OrePlant),
    ("RP", Unit::RarePlant),
    ("FY", Unit::FighterYard),
    ("TY", Unit::TransporterYard),
    ("FI", Unit::Fighter),
    ("TR", Unit::Transporter),
    ("FUEL PLANT", Unit::FuelPlant),
    ("ORE PLANT", Unit::OrePlant),
    ("RARE PLANT", Unit::RarePlant),
    ("FIGHTER YARD", Unit::FighterYard),
    ("TRANSPORTER YARD", Unit::TransporterYard),
    ("FIGHTER", Unit::Fighter),
    ("TRANSPORTER", Unit::Transporter),
    ("PLANETARY DEFENCE UNIT", Unit::Pdu),
    ("PLANETARY DEFENSE UNIT", Unit::Pdu),
];

const SHIPS: [(&str, Ship); 4] =
    [("FI", Ship::Fighter), ("TR", Ship::Transporter), ("FIGHTER", Ship::Fighter), ("TRANSPORTER", Ship::Transporter)];

const CARGO: [(&str, Cargo); 26] = [
    ("C0", Cargo::Workforce),
    ("C1", Cargo::Pdu),
    ("C2", Cargo::FuelPlants),
    ("C3", Cargo::OrePlants),
    ("C4", Cargo::RarePlants),
    ("C5", Cargo::Fuel),
    ("C6", Cargo::Ore),
    ("C7", Cargo::Rare),
    ("C8", Cargo::FighterYard),
    ("C9", Cargo::TransporterYard),
    ("WORKFORCE", Cargo::Workforce),
    ("WF", Cargo::Workforce),
    ("PDU", Cargo::Pdu),
    ("FUEL PLANT", Cargo::FuelPlants),
    ("FP", Cargo::FuelPlants),
    ("ORE PLANT", Cargo::OrePlants),
    ("OP", Cargo::OrePlants),
    ("RARE PLANT", Cargo::RarePlants),
    ("RP", Cargo::RarePlants),
    ("FUEL", Cargo::Fuel),
    ("ORE", Cargo::Ore),
    ("RARE", Cargo::Rare),
    ("FIGHTER YARD", Cargo::FighterYard),
    ("FY", Cargo::FighterYard),
    ("TRANSPORTER YARD", Cargo::TransporterYard),
    ("TY", Cargo::TransporterYard),
];

const GOALS: [(&str, GoalWord); 6] = [
    ("PR", GoalWord::ProductionRate),
    ("FM", GoalWord::FighterMorale),
    ("TM", GoalWord::TransporterMorale),
    ("PRODUCTION RATE", GoalWord::ProductionRate),
    ("FIGHTER MORALE", GoalWord::FighterMorale),
    ("TRANSPORTER MORALE", GoalWord::TransporterMorale),
];

const STANCES: [(&str, Relation); 4] =
    [("WAR", Relation::War), ("NEUTRAL", Relation::Neutral), ("PEACE", Relation::Peace), ("NEUTRALITY", Relation::Neutral)];

pub const UNIT: Vocabulary<Unit> = Vocabulary {
    expected: "a unit: PDU, FP, OP, RP, FY, TY, FI or TR",
    find: |text| look_up(&UNITS, text),
    nearest: |text| nearest(text, UNITS.iter().map(|(name, _)| *name)),
};

pub const SENDABLE: Vocabulary<Sendable> = Vocabulary {
    expected: "FI, TR, or cargo: C0 to C9 or its name",
    find: |text| look_up(&SHIPS, text).map(Sendable::Ship).or_else(|| look_up(&CARGO, text).map(Sendable::Cargo)),
    nearest: |text| nearest(text, SHIPS.iter().map(|(name, _)| *name).chain(CARGO.iter().map(|(name, _)| *name))),
};

pub const GOAL: Vocabulary<GoalWord> = Vocabulary {
    expected: "PR, FM or TM",
    find: |text| look_up(&GOALS, text),
    nearest: |text| nearest(text, GOALS.iter().map(|(name, _)| *name)),
};

pub const STANCE: Vocabulary<Relation> = Vocabulary {
    expected: "WAR, NEUTRAL or PEACE",
    find: |text| look_up(&STANCES, text),
    nearest: |text| nearest(text, STANCES.iter().map(|(name, _)| *name)),
};
