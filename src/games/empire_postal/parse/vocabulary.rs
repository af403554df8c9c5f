//! The words of P3 for verbs, units, ships, cargo and goals, short and long.

use crate::galaxy::Footing;
use crate::galaxy::orders::{FootingWords, Form, FormPiece, Verbs, Vocabulary, look_up, names_of};
use crate::games::empire_postal::order::{Cargo, Ship, Unit};
use crate::games::empire_postal::state::Relation;

/// The verb of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
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

/// What RESEARCH improves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GoalWord {
    ProductionRate,
    FighterMorale,
    TransporterMorale,
}

/// What SEND sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sendable {
    Ship(Ship),
    Cargo(Cargo),
}

pub(super) const VERBS: Verbs<Verb> = Verbs {
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

const SENDABLES: [(&str, Sendable); 30] = [
    ("FI", Sendable::Ship(Ship::Fighter)),
    ("TR", Sendable::Ship(Ship::Transporter)),
    ("FIGHTER", Sendable::Ship(Ship::Fighter)),
    ("TRANSPORTER", Sendable::Ship(Ship::Transporter)),
    ("C0", Sendable::Cargo(Cargo::Workforce)),
    ("C1", Sendable::Cargo(Cargo::Pdu)),
    ("C2", Sendable::Cargo(Cargo::FuelPlants)),
    ("C3", Sendable::Cargo(Cargo::OrePlants)),
    ("C4", Sendable::Cargo(Cargo::RarePlants)),
    ("C5", Sendable::Cargo(Cargo::Fuel)),
    ("C6", Sendable::Cargo(Cargo::Ore)),
    ("C7", Sendable::Cargo(Cargo::Rare)),
    ("C8", Sendable::Cargo(Cargo::FighterYard)),
    ("C9", Sendable::Cargo(Cargo::TransporterYard)),
    ("WORKFORCE", Sendable::Cargo(Cargo::Workforce)),
    ("WF", Sendable::Cargo(Cargo::Workforce)),
    ("PDU", Sendable::Cargo(Cargo::Pdu)),
    ("FUEL PLANT", Sendable::Cargo(Cargo::FuelPlants)),
    ("FP", Sendable::Cargo(Cargo::FuelPlants)),
    ("ORE PLANT", Sendable::Cargo(Cargo::OrePlants)),
    ("OP", Sendable::Cargo(Cargo::OrePlants)),
    ("RARE PLANT", Sendable::Cargo(Cargo::RarePlants)),
    ("RP", Sendable::Cargo(Cargo::RarePlants)),
    ("FUEL", Sendable::Cargo(Cargo::Fuel)),
    ("ORE", Sendable::Cargo(Cargo::Ore)),
    ("RARE", Sendable::Cargo(Cargo::Rare)),
    ("FIGHTER YARD", Sendable::Cargo(Cargo::FighterYard)),
    ("FY", Sendable::Cargo(Cargo::FighterYard)),
    ("TRANSPORTER YARD", Sendable::Cargo(Cargo::TransporterYard)),
    ("TY", Sendable::Cargo(Cargo::TransporterYard)),
];

const GOALS: [(&str, GoalWord); 6] = [
    ("PR", GoalWord::ProductionRate),
    ("FM", GoalWord::FighterMorale),
    ("TM", GoalWord::TransporterMorale),
    ("PRODUCTION RATE", GoalWord::ProductionRate),
    ("FIGHTER MORALE", GoalWord::FighterMorale),
    ("TRANSPORTER MORALE", GoalWord::TransporterMorale),
];

/// P4.1: the relations as conditions spell them.
pub(super) const FOOTINGS: FootingWords = FootingWords {
    proposed: ["AT WAR WITH", "NEUTRAL TO", "AT PEACE WITH"],
    aliases: &[
        ("WAR WITH", Footing::Enemies),
        ("NEUTRAL WITH", Footing::Neutral),
        ("NEUTRAL TOWARDS", Footing::Neutral),
        ("PEACE WITH", Footing::Friends),
    ],
    foreign: &[
        ("HOSTILE TO", Footing::Enemies),
        ("HOSTILE WITH", Footing::Enemies),
        ("ALLIED WITH", Footing::Friends),
        ("ALLIED TO", Footing::Friends),
    ],
};

const STANCES: [(&str, Relation); 4] =
    [("WAR", Relation::War), ("NEUTRAL", Relation::Neutral), ("PEACE", Relation::Peace), ("NEUTRALITY", Relation::Neutral)];

pub(super) const UNIT: Vocabulary<Unit> = Vocabulary {
    expected: "a unit: PDU, FP, OP, RP, FY, TY, FI or TR",
    find: |text| look_up(&UNITS, text),
    names: &names_of(&UNITS),
    proposed: &["PDU", "FP", "OP", "RP", "FY", "TY", "FI", "TR"],
    foreign: &[],
};

pub(super) const SENDABLE: Vocabulary<Sendable> = Vocabulary {
    expected: "FI, TR, or cargo: C0 to C9 or its name",
    find: |text| look_up(&SENDABLES, text),
    names: &names_of(&SENDABLES),
    proposed: &["FI", "TR", "C0", "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9"],
    foreign: &[],
};

pub(super) const GOAL: Vocabulary<GoalWord> = Vocabulary {
    expected: "PR, FM or TM",
    find: |text| look_up(&GOALS, text),
    names: &names_of(&GOALS),
    proposed: &["PR", "FM", "TM"],
    foreign: &[],
};

pub(super) const STANCE: Vocabulary<Relation> = Vocabulary {
    expected: "WAR, NEUTRAL or PEACE",
    find: |text| look_up(&STANCES, text),
    names: &names_of(&STANCES),
    proposed: &["WAR", "NEUTRAL", "PEACE"],
    foreign: &[("HOSTILE", "WAR"), ("ENEMY", "WAR"), ("ALLIED", "PEACE"), ("FRIEND", "PEACE")],
};

/// P3: the forms of lines.
pub(super) const FORMS: &[Form<Verb>] = &[
    Form::new(
        Verb::Send,
        &[FormPiece::Count(Some("ALL")), FormPiece::Thing(&SENDABLE), FormPiece::From, FormPiece::Planet, FormPiece::To, FormPiece::Planet],
    ),
    Form::new(
        Verb::Send,
        &[FormPiece::Count(Some("ALL")), FormPiece::Thing(&SENDABLE), FormPiece::To, FormPiece::Planet, FormPiece::From, FormPiece::Planet],
    ),
    Form::new(Verb::Build, &[FormPiece::Count(Some("MAX")), FormPiece::Thing(&UNIT), FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::RefuseCargo, &[FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::Declare, &[FormPiece::Thing(&STANCE), FormPiece::Towards, FormPiece::Player]),
    Form::new(Verb::HomePlanet, &[FormPiece::Planet]),
    Form::new(Verb::PlanetName, &[FormPiece::Name, FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::PlayerName, &[FormPiece::Name]),
    Form::new(Verb::Research, &[FormPiece::Count(None), FormPiece::Thing(&GOAL)]),
    Form::new(Verb::Research, &[FormPiece::Count(None), FormPiece::Thing(&GOAL), FormPiece::On, FormPiece::Planet]),
    // Nobody spies on their own home (P9.2).
    Form::abroad(Verb::Spy, &[FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::Announce, &[FormPiece::Text]),
    Form::new(Verb::Vote, &[FormPiece::Number(10, 30)]),
];
