//! The words of B12: verbs, ships, units, freight, products and stances, in short and in long.

use crate::engine::reader::nearest;
use crate::galaxy::orders::{Verbs, Vocabulary, look_up, squash};
use crate::games::empire::order::{Cargo, Product, Ship, Unit};
use crate::games::empire::state::Relation;

/// What an order begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
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

pub const VERBS: Verbs<Verb> = Verbs {
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
    counting: &["SEND", "PRODUCE", "SHIP"],
    telling: &["PRODUCE", "BUILD", "SEND", "SHIP", "CONVERT", "DECLARE", "HOSTILE", "ALLIED", "TARGET"],
};

const SHIPS: [(&str, Ship); 4] =
    [("FI", Ship::Fighter), ("TR", Ship::Transporter), ("FIGHTER", Ship::Fighter), ("TRANSPORTER", Ship::Transporter)];

const PRODUCTS: [(&str, Product); 4] =
    [("OIL", Product::Oil), ("STEEL", Product::Steel), ("HIGHTECH", Product::HighTech), ("HT", Product::HighTech)];

/// Troops and people; everything else that is built or carried has a kind.
const TROOPS: [&str; 2] = ["TROOP", "LAND TROOP"];
const POPULATION: [(&str, Cargo); 4] =
    [("POPULATION", Cargo::Population), ("POP", Cargo::Population), ("PEOPLE", Cargo::Population), ("CIVILIAN", Cargo::Population)];

const STANCES: [(&str, Relation); 7] = [
    ("HOSTILE", Relation::Hostile),
    ("NEUTRAL", Relation::Neutral),
    ("ALLIED", Relation::Allied),
    ("HOSTILITY", Relation::Hostile),
    ("NEUTRALITY", Relation::Neutral),
    ("ALLIANCE", Relation::Allied),
    ("ALLY", Relation::Allied),
];

/// The spellings that are proposed.
const UNIT_NAMES: [&str; 8] =
    ["FIGHTER", "TRANSPORTER", "TROOP", "FACTORY OIL", "FACTORY STEEL", "FACTORY HIGHTECH", "HANGAR FIGHTER", "HANGAR TRANSPORTER"];
const PRODUCT_NAMES: [&str; 3] = ["OIL", "STEEL", "HIGHTECH"];

pub const SHIP: Vocabulary<Ship> = Vocabulary {
    expected: "FI or TR",
    find: |text| look_up(&SHIPS, text),
    nearest: |text| nearest(text, SHIPS.iter().map(|(name, _)| *name)),
};

/// LAND may say that it means transporters.
pub const TRANSPORTER: Vocabulary<Ship> = Vocabulary {
    expected: "TR or nothing: only transporters land",
    find: |text| look_up(&SHIPS, text).filter(|ship| *ship == Ship::Transporter),
    nearest: |_| vec!["TR".to_owned()],
};

pub const UNIT: Vocabulary<Unit> = Vocabulary {
    expected: "a unit: FIGHTER, TRANSPORTER, TROOP, FACTORY OIL, STEEL or HIGHTECH, HANGAR FIGHTER or TRANSPORTER",
    find: |text| unit(text),
    nearest: |text| nearest(text, UNIT_NAMES),
};

/// B5.2: where neither factories nor hangars are built.
pub const PLAIN_UNIT: Vocabulary<Unit> = Vocabulary {
    expected: "a unit: FIGHTER, TRANSPORTER or TROOP; building FACTORY and HANGAR is not in this ruleset",
    find: |text| plain_unit(text),
    nearest: |text| nearest(text, UNIT_NAMES.into_iter().take(3)),
};

pub const FREIGHT: Vocabulary<Cargo> = Vocabulary {
    expected: "freight: POPULATION, TROOP, FACTORY OIL, STEEL or HIGHTECH, HANGAR FIGHTER or TRANSPORTER",
    find: |text| freight(text),
    nearest: |text| nearest(text, ["POPULATION"].into_iter().chain(UNIT_NAMES.into_iter().skip(2))),
};

pub const PRODUCT: Vocabulary<Product> = Vocabulary {
    expected: "a product: OIL, STEEL or HIGHTECH",
    find: |text| look_up(&PRODUCTS, text).or_else(|| factory(text)),
    nearest: |text| nearest(text, PRODUCT_NAMES),
};

pub const HANGAR: Vocabulary<Ship> = Vocabulary {
    expected: "the ships of the hangar: FIGHTER or TRANSPORTER",
    find: |text| look_up(&SHIPS, text),
    nearest: |text| nearest(text, SHIPS.iter().map(|(name, _)| *name)),
};

pub const STANCE: Vocabulary<Relation> =
    Vocabulary { expected: "HOSTILE, NEUTRAL or ALLIED", find: |text| look_up(&STANCES, text), nearest: nearest_stance };

/// The stances of the postal game are others.
fn nearest_stance(text: &str) -> Vec<String> {
    match text.to_uppercase().as_str() {
        "WAR" | "ENEMY" => vec!["HOSTILE".to_owned()],
        "PEACE" | "FRIEND" => vec!["NEUTRAL".to_owned(), "ALLIED".to_owned()],
        _ => nearest(text, STANCES.iter().map(|(name, _)| *name)),
    }
}

fn unit(text: &str) -> Option<Unit> {
    plain_unit(text).or_else(|| factory(text).map(Unit::Factory)).or_else(|| hangar(text).map(Unit::Hangar))
}

fn plain_unit(text: &str) -> Option<Unit> {
    let ship = look_up(&SHIPS, text).map(|ship| match ship {
        Ship::Fighter => Unit::Fighter,
        Ship::Transporter => Unit::Transporter,
    });
    ship.or_else(|| look_up(&TROOPS.map(|name| (name, Unit::Troop)), text))
}

fn freight(text: &str) -> Option<Cargo> {
    let troop = look_up(&TROOPS.map(|name| (name, Cargo::Troop)), text);
    let works = || factory(text).map(Cargo::Factory).or_else(|| hangar(text).map(Cargo::Hangar));
    look_up(&POPULATION, text).or(troop).or_else(works)
}

/// `FACTORY OIL`, `OIL FACTORY`, `oil factories`.
fn factory(text: &str) -> Option<Product> {
    of_kind(&["FACTORIES", "FACTORY"], &PRODUCTS, text)
}

/// `HANGAR FIGHTER`, `FI hangars`.
fn hangar(text: &str) -> Option<Ship> {
    of_kind(&["HANGARS", "HANGAR"], &SHIPS, text)
}

fn of_kind<T: Copy>(nouns: &[&str], kinds: &[(&str, T)], text: &str) -> Option<T> {
    let squashed = squash(text);
    let kind = |noun: &&str| squashed.strip_prefix(noun).or_else(|| squashed.strip_suffix(noun));
    nouns.iter().filter_map(kind).find_map(|kind| look_up(kinds, kind))
}
