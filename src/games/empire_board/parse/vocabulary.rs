//! The words of B12 for verbs, ships, units, freight, products and stances, short and long.

use crate::galaxy::Footing;
use crate::galaxy::orders::{FootingWords, Form, FormPiece, Verbs, Vocabulary, look_up, names_of, squash};
use crate::games::empire_board::order::{Cargo, Product, Ship, Unit};
use crate::games::empire_board::state::Relation;

/// The verb of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Produce,
    Send,
    Ship,
    Convert,
    Factory,
    Hangar,
    Station,
    Land,
    Target,
    HomePlanet,
    Position,
    Declare,
    Announce,
}

pub(super) const VERBS: Verbs<Verb> = Verbs {
    known: &[
        ("PRODUCE", Verb::Produce),
        ("SEND", Verb::Send),
        ("SHIP", Verb::Ship),
        ("CONVERT", Verb::Convert),
        ("FACTORY", Verb::Factory),
        ("HANGAR", Verb::Hangar),
        ("STATION", Verb::Station),
        ("LAND", Verb::Land),
        ("TARGET", Verb::Target),
        ("HOMEPLANET", Verb::HomePlanet),
        ("POSITION", Verb::Position),
        ("DECLARE", Verb::Declare),
        ("ANNOUNCE", Verb::Announce),
    ],
    aliases: &[("BUILD", Verb::Produce)],
    foreign: &[
        // SHIP is for freight, SEND for ships.
        ("SHIP", "SEND"),
        ("SEND", "SHIP"),
        ("MOVE", "SEND"),
        ("FLY", "SEND"),
        ("LOAD", "SHIP"),
        ("TRANSFER", "SHIP"),
        ("TRANSPORT", "SHIP"),
        ("MAKE", "PRODUCE"),
        ("ATTACK", "LAND"),
        ("INVADE", "LAND"),
        ("FIRE", "TARGET"),
        ("MESSAGE", "ANNOUNCE"),
        ("HOME", "HOMEPLANET"),
    ],
    telling: &["PRODUCE", "BUILD", "SEND", "SHIP", "CONVERT", "DECLARE", "HOSTILE", "ALLIED", "TARGET"],
};

const SHIPS: [(&str, Ship); 4] =
    [("FI", Ship::Fighter), ("TR", Ship::Transporter), ("FIGHTER", Ship::Fighter), ("TRANSPORTER", Ship::Transporter)];

const PRODUCTS: [(&str, Product); 4] =
    [("OIL", Product::Oil), ("STEEL", Product::Steel), ("HIGHTECH", Product::HighTech), ("HT", Product::HighTech)];

/// Troops and people have no kinds; everything else that is built or carried has.
const TROOPS: [&str; 2] = ["TROOP", "LAND TROOP"];
const POPULATION: [(&str, Cargo); 4] =
    [("POPULATION", Cargo::Population), ("POP", Cargo::Population), ("PEOPLE", Cargo::Population), ("CIVILIAN", Cargo::Population)];

/// B9.1: the relations as conditions spell them.
pub(super) const FOOTINGS: FootingWords = FootingWords {
    proposed: ["HOSTILE TO", "NEUTRAL TO", "ALLIED WITH"],
    aliases: &[
        ("HOSTILE WITH", Footing::Enemies),
        ("HOSTILE TOWARDS", Footing::Enemies),
        ("NEUTRAL WITH", Footing::Neutral),
        ("NEUTRAL TOWARDS", Footing::Neutral),
        ("ALLIED TO", Footing::Friends),
    ],
    foreign: &[
        ("AT WAR WITH", Footing::Enemies),
        ("WAR WITH", Footing::Enemies),
        ("AT PEACE WITH", Footing::Friends),
        ("PEACE WITH", Footing::Friends),
    ],
};

const STANCES: [(&str, Relation); 7] = [
    ("HOSTILE", Relation::Hostile),
    ("NEUTRAL", Relation::Neutral),
    ("ALLIED", Relation::Allied),
    ("HOSTILITY", Relation::Hostile),
    ("NEUTRALITY", Relation::Neutral),
    ("ALLIANCE", Relation::Allied),
    ("ALLY", Relation::Allied),
];

/// The works that can be built or carried, in the spellings for suggestions.
const WORKS: [&str; 5] = ["FACTORY OIL", "FACTORY STEEL", "FACTORY HIGHTECH", "HANGAR FIGHTER", "HANGAR TRANSPORTER"];

pub(super) const SHIP: Vocabulary<Ship> = Vocabulary {
    expected: "FI or TR",
    find: |text| look_up(&SHIPS, text),
    names: &names_of(&SHIPS),
    proposed: &["FI", "TR"],
    foreign: &[],
};

/// LAND may name transporters.
pub(super) const TRANSPORTER: Vocabulary<Ship> = Vocabulary {
    expected: "TR or nothing: only transporters land",
    find: |text| look_up(&SHIPS, text).filter(|ship| *ship == Ship::Transporter),
    names: &["TR", "TRANSPORTER"],
    proposed: &["TR"],
    foreign: &[],
};

pub(super) const UNIT: Vocabulary<Unit> = Vocabulary {
    expected: "a unit: FIGHTER, TRANSPORTER, TROOP, FACTORY OIL, STEEL or HIGHTECH, HANGAR FIGHTER or TRANSPORTER",
    find: |text| unit(text),
    names: &["FI", "TR", "FIGHTER", "TRANSPORTER", "TROOP", WORKS[0], WORKS[1], WORKS[2], WORKS[3], WORKS[4]],
    proposed: &["FIGHTER", "TRANSPORTER", "TROOP", WORKS[0], WORKS[1], WORKS[2], WORKS[3], WORKS[4]],
    foreign: &[],
};

/// B5.2: the units of rules without building of factories and hangars.
pub(super) const PLAIN_UNIT: Vocabulary<Unit> = Vocabulary {
    expected: "a unit: FIGHTER, TRANSPORTER or TROOP; building FACTORY and HANGAR is not in this ruleset",
    find: |text| plain_unit(text),
    names: &["FI", "TR", "FIGHTER", "TRANSPORTER", "TROOP"],
    proposed: &["FIGHTER", "TRANSPORTER", "TROOP"],
    foreign: &[],
};

pub(super) const FREIGHT: Vocabulary<Cargo> = Vocabulary {
    expected: "freight: POPULATION, TROOP, FACTORY OIL, STEEL or HIGHTECH, HANGAR FIGHTER or TRANSPORTER",
    find: |text| freight(text),
    names: &["POPULATION", "TROOP", "PEOPLE", WORKS[0], WORKS[1], WORKS[2], WORKS[3], WORKS[4]],
    proposed: &["POPULATION", "TROOP", WORKS[0], WORKS[1], WORKS[2], WORKS[3], WORKS[4]],
    foreign: &[],
};

pub(super) const PRODUCT: Vocabulary<Product> = Vocabulary {
    expected: "a product: OIL, STEEL or HIGHTECH",
    find: |text| look_up(&PRODUCTS, text).or_else(|| factory(text)),
    names: &names_of(&PRODUCTS),
    proposed: &["OIL", "STEEL", "HIGHTECH"],
    foreign: &[],
};

pub(super) const HANGAR: Vocabulary<Ship> = Vocabulary {
    expected: "the ships of the hangar: FIGHTER or TRANSPORTER",
    find: |text| look_up(&SHIPS, text),
    names: &names_of(&SHIPS),
    proposed: &["FIGHTER", "TRANSPORTER"],
    foreign: &[],
};

/// The postal game has other stances.
pub(super) const STANCE: Vocabulary<Relation> = Vocabulary {
    expected: "HOSTILE, NEUTRAL or ALLIED",
    find: |text| look_up(&STANCES, text),
    names: &names_of(&STANCES),
    proposed: &["HOSTILE", "NEUTRAL", "ALLIED"],
    foreign: &[
        ("WAR", "HOSTILE"),
        ("ENEMY", "HOSTILE"),
        ("PEACE", "NEUTRAL"),
        ("PEACE", "ALLIED"),
        ("FRIEND", "NEUTRAL"),
        ("FRIEND", "ALLIED"),
    ],
};

/// The forms of lines (B12), except PRODUCE's, which depend on the rulebook.
pub(super) const FORMS: &[Form<Verb>] = &[
    Form::new(
        Verb::Send,
        &[FormPiece::Count(Some("ALL")), FormPiece::Thing(&SHIP), FormPiece::From, FormPiece::Planet, FormPiece::To, FormPiece::Planet],
    ),
    Form::new(
        Verb::Send,
        &[FormPiece::Count(Some("ALL")), FormPiece::Thing(&SHIP), FormPiece::To, FormPiece::Planet, FormPiece::From, FormPiece::Planet],
    ),
    Form::new(
        Verb::Ship,
        &[FormPiece::Count(Some("ALL")), FormPiece::Thing(&FREIGHT), FormPiece::From, FormPiece::Planet, FormPiece::To, FormPiece::Planet],
    ),
    Form::new(
        Verb::Ship,
        &[FormPiece::Count(Some("ALL")), FormPiece::Thing(&FREIGHT), FormPiece::To, FormPiece::Planet, FormPiece::From, FormPiece::Planet],
    ),
    Form::new(Verb::Convert, &[FormPiece::Thing(&PRODUCT), FormPiece::To, FormPiece::Thing(&PRODUCT), FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::Factory, &[FormPiece::Thing(&PRODUCT), FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::Hangar, &[FormPiece::Thing(&HANGAR), FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::Station, &[FormPiece::On, FormPiece::Planet]),
    // Nobody lands at home.
    Form::abroad(Verb::Land, &[FormPiece::Landing, FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::Target, &[FormPiece::PlayerOrNone]),
    Form::new(Verb::Target, &[FormPiece::PlayerOrNone, FormPiece::On, FormPiece::Planet]),
    Form::new(Verb::HomePlanet, &[FormPiece::Planet]),
    Form::new(Verb::Position, &[FormPiece::Number(1, 8)]),
    Form::new(Verb::Declare, &[FormPiece::Thing(&STANCE), FormPiece::Towards, FormPiece::Player]),
    Form::new(Verb::Announce, &[FormPiece::Text]),
];

pub(super) const PRODUCE: Form<Verb> =
    Form::new(Verb::Produce, &[FormPiece::Count(Some("MAX")), FormPiece::Thing(&UNIT), FormPiece::On, FormPiece::Planet]);
pub(super) const PRODUCE_PLAIN: Form<Verb> =
    Form::new(Verb::Produce, &[FormPiece::Count(Some("MAX")), FormPiece::Thing(&PLAIN_UNIT), FormPiece::On, FormPiece::Planet]);

fn unit(text: &str) -> Option<Unit> {
    plain_unit(text).or_else(|| factory(text).map(Unit::Factory)).or_else(|| hangar(text).map(Unit::Hangar))
}

fn plain_unit(text: &str) -> Option<Unit> {
    let ship = look_up(&SHIPS, text).map(|ship| ship.pick(Unit::Fighter, Unit::Transporter));
    ship.or_else(|| look_up(&TROOPS.map(|name| (name, Unit::Troop)), text))
}

fn freight(text: &str) -> Option<Cargo> {
    let troop = look_up(&TROOPS.map(|name| (name, Cargo::Troop)), text);
    let works = || factory(text).map(Cargo::Factory).or_else(|| hangar(text).map(Cargo::Hangar));
    look_up(&POPULATION, text).or(troop).or_else(works)
}

/// Reads `FACTORY OIL`, `OIL FACTORY` and `oil factories`.
fn factory(text: &str) -> Option<Product> {
    of_kind(&["FACTORIES", "FACTORY"], &PRODUCTS, text)
}

/// Reads `HANGAR FIGHTER` and `FI hangars`.
fn hangar(text: &str) -> Option<Ship> {
    of_kind(&["HANGARS", "HANGAR"], &SHIPS, text)
}

fn of_kind<T: Copy>(nouns: &[&str], kinds: &[(&str, T)], text: &str) -> Option<T> {
    let squashed = squash(text);
    let kind = |noun: &&str| squashed.strip_prefix(noun).or_else(|| squashed.strip_suffix(noun));
    nouns.iter().filter_map(kind).find_map(|kind| look_up(kinds, kind))
}
