//! Lines that can be read: those of the played-through games, and others that players could send there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::rc::Rc;

use ashpost::engine::{AnyGame, Seat, Table, Viewer};
use serde_json::Value;

use super::slips::Random;
use crate::common::played;

/// What a word of a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A number or a text in quotes: no slip touches it.
    Number,
    /// Part of the name of a planet, player or cell.
    Name,
    /// A verb or a word between the parts of an order: the rest of the line tells it.
    Grammar,
    /// What an order is about: a unit, a stance, ALL. Nothing else tells it.
    Thing,
}

impl Sort {
    pub(super) fn is_keyword(self) -> bool {
        matches!(self, Sort::Grammar | Sort::Thing)
    }
}

/// One line that gives one order, and where it can be sent.
pub(super) struct LegalLine {
    pub table: Rc<dyn Table>,
    pub seat: Seat,
    /// What has to come before it, with its line end: the opening of its block, the move that conditional moves go on from.
    pub before: String,
    pub text: String,
    /// How `before` and the line are read.
    pub canonical: String,
    /// Words of names in the sender's view, in lower case.
    names: Rc<BTreeSet<String>>,
}

/// Verbs and clause words of all games.
const GRAMMAR: &[&str] = &[
    "BUILD",
    "SEND",
    "REFUSE",
    "CARGO",
    "DECLARE",
    "HOMEPLANET",
    "PLANETNAME",
    "PLAYERNAME",
    "RESEARCH",
    "SPY",
    "ANNOUNCE",
    "VOTE",
    "PRODUCE",
    "SHIP",
    "CONVERT",
    "STATION",
    "LAND",
    "TARGET",
    "POSITION",
    "ON",
    "FROM",
    "TO",
    "WITH",
    "IF",
    "THEN",
    "NOTE",
    "MOVE",
];

impl LegalLine {
    /// The words, texts in quotes as one, each with its sort.
    pub(super) fn words(&self) -> Vec<(String, Sort)> {
        let mut words: Vec<String> = Vec::new();
        let mut is_quoted = false;
        for word in self.text.split(' ').filter(|word| !word.is_empty()) {
            match words.last_mut().filter(|_| is_quoted) {
                Some(text) => *text = format!("{text} {word}"),
                None => words.push(word.to_owned()),
            }
            is_quoted ^= word.matches('"').count() % 2 == 1;
        }
        // FACTORY and HANGAR are verbs at the beginning of a line and things after PRODUCE.
        let sort = |(at, word): (usize, &String)| if at == 0 { Sort::Grammar } else { self.sort(word) };
        let sorts: Vec<Sort> = words.iter().enumerate().map(sort).collect();
        let is_move = sorts.len() == 1 || self.sort(&words[0]) == Sort::Name;
        words.into_iter().zip(sorts).map(|(word, sort)| if is_move { (word.clone(), self.sort(&word)) } else { (word, sort) }).collect()
    }

    fn sort(&self, word: &str) -> Sort {
        let bare = word.trim_end_matches([',', '.']);
        let is_cell = self.names.is_empty() && bare.contains(|letter: char| letter.is_ascii_digit());
        if word.contains('"') || !is_cell && !bare.contains(|letter: char| letter.is_ascii_alphabetic()) {
            Sort::Number
        } else if is_cell || bare != bare.to_uppercase() && self.names.contains(&bare.to_lowercase()) {
            Sort::Name
        } else if GRAMMAR.contains(&bare.to_uppercase().as_str()) {
            Sort::Grammar
        } else {
            Sort::Thing
        }
    }
}

/// The positions of a game, with what was sent in them.
pub(super) struct Source {
    scenario: String,
    seats: Vec<Seat>,
    positions: Vec<(Rc<dyn Table>, BTreeMap<Seat, String>)>,
}

/// Every game by its id, with a source for each of its played-through ones.
pub(super) fn sources() -> BTreeMap<String, Vec<Source>> {
    let mut sources: BTreeMap<String, Vec<Source>> = BTreeMap::new();
    for golden in played::goldens() {
        let scenario = fs::read_to_string(golden.folder.join("scenario.toml")).unwrap();
        let positions = golden.positions().into_iter().map(|(table, turn)| (table.into(), turn.sheets)).collect();
        let source = Source { scenario, seats: golden.seats().into_iter().collect(), positions };
        sources.entry(golden.game.id().to_owned()).or_default().push(source);
    }
    sources
}

impl Source {
    /// A line that was sent in some position, or one that could have been; `None` if what was drawn is no order of one line.
    pub(super) fn draw(&self, random: &mut Random) -> Option<LegalLine> {
        let (table, sheets) = random.pick(&self.positions);
        if random.below(2) == 0 {
            let seat = *random.pick(&sheets.keys().copied().collect::<Vec<Seat>>());
            return sent(table, seat, &sheets[&seat], random);
        }
        made(table, *random.pick(&self.seats), &self.scenario, random)
    }
}

/// A line of a sheet.
fn sent(table: &Rc<dyn Table>, seat: Seat, sheet: &str, random: &mut Random) -> Option<LegalLine> {
    let lines: Vec<&str> = sheet.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).collect();
    let at = random.below(lines.len().max(1));
    let text = lines.get(at).filter(|text| !text.is_empty())?;
    let befores = std::iter::once(String::new()).chain(lines[..at].iter().rev().map(|line| format!("{line}\n")));
    let names = words_of_names(&table.view(Viewer::Seat(seat)));
    befores.take(4).find_map(|before| legal(table, seat, before, text, &names))
}

/// The line, if it gives one order.
fn legal(table: &Rc<dyn Table>, seat: Seat, before: String, text: &str, names: &Rc<BTreeSet<String>>) -> Option<LegalLine> {
    let orders_before =
        if before.is_empty() { 0 } else { Some(table.read(seat, &before)).filter(|read| read.problems.is_empty())?.entries.len() };
    let reading = table.read(seat, &format!("{before}{text}"));
    (reading.problems.is_empty() && reading.entries.len() == orders_before + 1).then(|| LegalLine {
        table: Rc::clone(table),
        seat,
        before,
        text: text.to_owned(),
        canonical: reading.canonical(),
        names: Rc::clone(names),
    })
}

/// The words of the names in a view, in small letters.
fn words_of_names(view: &Value) -> Rc<BTreeSet<String>> {
    Rc::new(names(view).iter().flat_map(|name| name.to_lowercase().split(' ').map(str::to_owned).collect::<Vec<_>>()).collect())
}

/// The names of planets and players in a view; none where there are only cells.
fn names(view: &Value) -> Vec<String> {
    let of = |list: &str| view[list].as_array().cloned().unwrap_or_default();
    let planets = of("planets");
    let players = if planets.is_empty() { Vec::new() } else { of("players") };
    planets.iter().chain(&players).filter_map(|bearer| bearer["name"].as_str()).map(str::to_owned).collect()
}

/// A line that a player could send there.
fn made(table: &Rc<dyn Table>, seat: Seat, scenario: &str, random: &mut Random) -> Option<LegalLine> {
    let view = table.view(Viewer::Seat(seat));
    let text = match table.game().id() {
        "empire_postal" => postal(&view, random),
        "empire" => board(&view, random),
        _ => return correspondence(table, seat, scenario, &view, random),
    };
    legal(table, seat, String::new(), &text, &words_of_names(&view))
}

/// A planet or player, by name more often than by number.
fn one_of(view: &Value, list: &str, random: &mut Random) -> String {
    let bearer = random.pick(view[list].as_array().unwrap());
    let number = if list == "planets" { &bearer["number"] } else { &bearer["seat"] };
    if random.below(3) == 0 { number.to_string() } else { bearer["name"].as_str().unwrap().to_owned() }
}

/// Two planets, never the same one twice, since nobody would name it twice.
fn two_planets(view: &Value, random: &mut Random) -> (String, String) {
    let planets = view["planets"].as_array().unwrap();
    let (first, apart) = (random.below(planets.len()), 1 + random.below(planets.len() - 1));
    let spelled =
        |at: usize, random: &mut Random| one_of(&serde_json::json!({ "planets": [planets[at % planets.len()]] }), "planets", random);
    (spelled(first, random), spelled(first + apart, random))
}

fn number(all: &str, random: &mut Random) -> String {
    if random.below(6) == 0 { all.to_owned() } else { (1 + random.below(40)).to_string() }
}

fn postal(view: &Value, random: &mut Random) -> String {
    let units = ["PDU", "FP", "OP", "RP", "FY", "TY", "FI", "TR", "FI", "TR", "FIGHTERS", "TRANSPORTERS"];
    let sent = ["FI", "FI", "FI", "TR", "TR", "C0", "C5", "C6", "C7", "FUEL", "ORE", "WORKFORCE", "FIGHTERS"];
    let (one, other) = two_planets(view, random);
    match random.below(16) {
        0..=4 => format!("BUILD {} {} ON {one}", number("MAX", random), random.pick(&units)),
        5..=10 => format!("SEND {} {} FROM {one} TO {other}", number("ALL", random), random.pick(&sent)),
        11 => format!("DECLARE {} ON {}", random.pick(&["WAR", "NEUTRAL", "PEACE"]), one_of(view, "players", random)),
        12 => format!("RESEARCH {} {}", 1 + random.below(9), random.pick(&[format!("PR ON {one}"), "FM".to_owned(), "TM".to_owned()])),
        13 => format!("SPY ON {one}"),
        14 => random.pick(&[format!("REFUSE CARGO ON {one}"), format!("HOMEPLANET {one}")]).clone(),
        _ => {
            random.pick(&["VOTE 20".to_owned(), format!("PLANETNAME \"Hearth\" ON {one}"), "ANNOUNCE \"Peace to all\"".to_owned()]).clone()
        }
    }
}

fn board(view: &Value, random: &mut Random) -> String {
    // Nobody converts a factory to what it is.
    let products = [("OIL", "STEEL"), ("STEEL", "HIGHTECH"), ("HIGHTECH", "OIL"), ("OIL", "HIGHTECH")];
    let (product, other_product) = *random.pick(&products);
    let units = ["FIGHTER", "TRANSPORTER", "TROOP", "FI", "TR", "TROOPS", "FACTORY OIL", "FACTORY STEEL", "HANGAR FIGHTER"];
    let freight = ["TROOP", "TROOPS", "POPULATION", "FACTORY OIL", "HANGAR TRANSPORTER"];
    let (one, other) = two_planets(view, random);
    match random.below(16) {
        0..=3 => format!("PRODUCE {} {} ON {one}", number("MAX", random), random.pick(&units)),
        4..=7 => format!("SEND {} {} FROM {one} TO {other}", number("ALL", random), random.pick(&["FI", "TR"])),
        8..=9 => format!("SHIP {} {} FROM {one} TO {other}", number("ALL", random), random.pick(&freight)),
        10 => format!("CONVERT {product} TO {other_product} ON {one}"),
        11 => [format!("FACTORY {product} ON {one}"), format!("STATION ON {one}")][random.below(2)].clone(),
        12..=13 => format!("LAND {} ON {one}", random.pick(&["ALL", "NONE", "3", "12"])),
        14 => format!("DECLARE {} ON {}", random.pick(&["HOSTILE", "NEUTRAL", "ALLIED"]), one_of(view, "players", random)),
        _ => format!("TARGET {} ON {one}", one_of(view, "players", random)),
    }
}

/// A move, perhaps with conditional moves after it; whole turns of more than one step come from the played-through games.
fn correspondence(table: &Rc<dyn Table>, seat: Seat, scenario: &str, view: &Value, random: &mut Random) -> Option<LegalLine> {
    let steps: Vec<&str> = view["legal"].as_array()?.iter().filter_map(Value::as_str).collect();
    let own = *steps.get(random.below(steps.len().max(1)))?;
    let no_names = Rc::default();
    if random.below(2) == 0 {
        return legal(table, seat, String::new(), own, &no_names);
    }
    let position = table.read(seat, own).forecast["position"].as_str()?.to_owned();
    let game: &dyn AnyGame = table.game();
    let mut ahead = game.stepwise()?.open(scenario, Some(&position)).ok()?;
    let answer = random_step(ahead.legal(), random)?;
    ahead.play(&answer).ok()?;
    let then = random_step(ahead.legal(), random)?;
    legal(table, seat, format!("{own}\n"), &format!("IF {answer} THEN {then}"), &no_names)
}

fn random_step(steps: Vec<String>, random: &mut Random) -> Option<String> {
    (!steps.is_empty()).then(|| random.pick(&steps).clone())
}
