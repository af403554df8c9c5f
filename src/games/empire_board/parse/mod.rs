//! B12: this game's verbs, in the grammar that the games of Ashes of Empire share.

mod vocabulary;

use vocabulary::{
    FOOTINGS, FORMS, FREIGHT, HANGAR, PLAIN_UNIT, PRODUCE, PRODUCE_PLAIN, PRODUCT, SHIP, STANCE, TRANSPORTER, UNIT, VERBS, Verb,
};

use std::collections::BTreeSet;

use super::order::Order;
use super::rulebook::Rulebook;
use super::view::View;
use crate::engine::Sheet;
use crate::engine::reader::{Number, Word};
use crate::galaxy::orders::{self, Clause, Count, Fault, FootingWords, Form, Grammar, Names, Phrase, Statement, Verbs};

/// Reads a player's text against what that player may know.
pub fn parse(text: &str, view: &View) -> Sheet<Order> {
    let survey = view.survey();
    orders::parse(text, &survey, &Board { names: Names::of(&survey), rulebook: &view.rulebook })
}

/// The lines that hold an order.
pub fn order_lines(text: &str, view: &View) -> BTreeSet<u32> {
    let survey = view.survey();
    orders::order_lines(text, &survey, &Board { names: Names::of(&survey), rulebook: &view.rulebook })
}

/// The grammar of this game, with the verbs of the rulebook.
struct Board<'v> {
    names: Names,
    rulebook: &'v Rulebook,
}

/// A line of this game.
type Line<'r> = Statement<'r, Verb>;

impl Grammar for Board<'_> {
    type Order = Order;
    type Verb = Verb;

    const VERBS: Verbs<Verb> = VERBS;
    const FOOTINGS: FootingWords = FOOTINGS;

    fn names(&self) -> &Names {
        &self.names
    }

    fn has(&self, verb: Verb) -> bool {
        match verb {
            Verb::Ship => self.rulebook.freight,
            Verb::Hangar => self.rulebook.opening_hangars > 0,
            Verb::Declare => self.rulebook.politics,
            _ => true,
        }
    }

    fn forms(&self) -> Vec<Form<Verb>> {
        let produce = if self.rulebook.builds_works { PRODUCE } else { PRODUCE_PLAIN };
        std::iter::once(produce).chain(FORMS.iter().copied()).collect()
    }

    fn order(&self, line: &Line<'_>) -> Result<Order, Fault> {
        match line.verb {
            Verb::Produce => produce(line, self.rulebook.builds_works),
            Verb::Send => send(line, self.rulebook.freight),
            Verb::Ship => ship(line),
            Verb::Convert => convert(line),
            Verb::Factory => factory(line),
            Verb::Hangar => hangar(line),
            Verb::Station => line.placed().map(|on| Order::Station { on }),
            Verb::Land => land(line),
            Verb::Target => target(line),
            Verb::HomePlanet => line.placed().map(|planet| Order::HomePlanet { planet }),
            Verb::Position => position(line),
            Verb::Declare => line.stance(&STANCE).map(|(stance, on)| Order::Declare { stance, on }),
            Verb::Announce => line.quoted_announcement().map(Board::announce),
        }
    }

    fn announce(text: String) -> Order {
        Order::Announce { text }
    }

    fn announced(order: &Order) -> Option<&str> {
        match order {
            Order::Announce { text } => Some(text),
            _ => None,
        }
    }

    fn is_pointless(&self, order: &Order) -> bool {
        match order {
            Order::Send { from, to, .. } | Order::Load { from, to, .. } => from == to,
            Order::Convert { from, to, .. } => from == to,
            _ => false,
        }
    }
}

fn produce(line: &Line<'_>, builds_works: bool) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets);
    let units = if builds_works { &UNIT } else { &PLAIN_UNIT };
    let (count, unit) = line.counted(&phrase, units, Some("MAX"), "3 FIGHTER")?;
    Ok(Order::Produce { count, unit, on: line.on(&phrase)? })
}

fn send(line: &Line<'_>, has_freight: bool) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets).accept(Clause::On, Clause::From);
    let sent = line.counted(&phrase, &SHIP, Some("ALL"), "3 FI");
    // `SEND 2 TROOP FROM 1 TO 9` needs another verb, if the rules have freight at all.
    if has_freight && sent.is_err() && line.counted(&phrase, &FREIGHT, Some("ALL"), "").is_ok() {
        return Err(Fault::new(0..line.length, "SHIP, because this is freight"));
    }
    let (count, ship) = sent?;
    let (from, to) = line.route(&phrase)?;
    Ok(Order::Send { count, ship, from, to })
}

fn ship(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets).accept(Clause::On, Clause::From);
    let loaded = line.counted(&phrase, &FREIGHT, Some("ALL"), "1 TROOP");
    if loaded.is_err() && line.counted(&phrase, &SHIP, Some("ALL"), "").is_ok() {
        return Err(Fault::new(0..line.length, "SEND, because ships fly by themselves"));
    }
    let (count, cargo) = loaded?;
    let (from, to) = line.route(&phrase)?;
    Ok(Order::Load { count, cargo, from, to })
}

/// Reads `CONVERT OIL TO STEEL ON 3`, with or without FROM before OIL. Only ON names a planet.
fn convert(line: &Line<'_>) -> Result<Order, Fault> {
    let mut phrase = line.phrase(|word| if word.is("INTO") { Some(Clause::To) } else { Clause::of_planets(word) });
    phrase.place = Clause::To;
    let (kind, clauses): (_, &[Clause]) = match phrase.clause(Clause::From) {
        Some(from) if phrase.object.is_empty() => (from, &[Clause::From, Clause::To, Clause::On]),
        _ => (phrase.object.clone(), &[Clause::To, Clause::On]),
    };
    if line.words.get(kind.start).is_some_and(|word| word.number() != Number::Other) && kind.len() > 1 {
        let expected = format!("{}, without a number: one order converts one factory", PRODUCT.expected);
        return Err(Fault::new(kind.start..kind.start + 1, expected));
    }
    let to = phrase.clause(Clause::To).filter(|to| !to.is_empty());
    let from = line.one_of(&phrase, kind.clone(), &PRODUCT)?;
    phrase.only(clauses)?;
    let Some(to) = to else {
        let missing = phrase.clause(Clause::To).map_or(kind.end..kind.end, |to| to.start - 1..to.start);
        return Err(Fault::new(missing, format!("TO and {}", PRODUCT.expected)));
    };
    let to = line.one_of(&phrase, to, &PRODUCT)?;
    Ok(Order::Convert { from, to, on: line.planet(&phrase, Clause::On)? })
}

/// Reads FACTORY, which says what the first factory of a planet makes.
fn factory(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets);
    let product = line.one_of(&phrase, phrase.object.clone(), &PRODUCT)?;
    Ok(Order::Factory { product, on: line.on(&phrase)? })
}

/// Reads HANGAR, which says what ships a hangar serves.
fn hangar(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets);
    let ship = line.one_of(&phrase, phrase.object.clone(), &HANGAR)?;
    Ok(Order::Hangar { ship, on: line.on(&phrase)? })
}

/// Reads `LAND 3 ON 5`, `LAND ALL TR ON 5` and `LAND NONE ON 5`.
fn land(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets);
    let count = landing(line, &phrase)?;
    Ok(Order::Land { count, on: line.on(&phrase)? })
}

fn landing(line: &Line<'_>, phrase: &Phrase<'_>) -> Result<Count, Fault> {
    match line.words.get(phrase.object.clone()).unwrap_or_default() {
        [] => Err(Fault::new(phrase.object.clone(), LANDING)),
        [none] if none.is_any(&["NONE", "0"]) => Ok(Count::Exactly(0)),
        [_] => line.count(phrase.object.clone(), LANDING),
        _ => line.counted(phrase, &TRANSPORTER, Some("ALL"), "3 TR").map(|(count, _)| count),
    }
}

/// What follows LAND, in words for players.
const LANDING: &str = "a number of transporters, ALL or NONE";

fn target(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets);
    if phrase.object.is_empty() {
        return Err(Fault::new(phrase.object.clone(), "a player by number or name, or NONE"));
    }
    let player = match line.words.get(phrase.object.clone()).unwrap_or_default() {
        [none] if none.is("NONE") => None,
        _ => Some(line.player(&phrase, &phrase.object)?),
    };
    phrase.only(&[Clause::On])?;
    Ok(Order::Target { player, on: line.planet_if_any(&phrase, Clause::On)? })
}

fn position(line: &Line<'_>) -> Result<Order, Fault> {
    let first = line.words.get(line.length);
    let Some(Number::Good(place)) = first.map(Word::number) else {
        return Err(Fault::new(line.length..line.words.len(), "a place in the order of movement: 1, 2, 3 …"));
    };
    line.nothing_after(line.length + 1)?;
    Ok(Order::Position { place })
}
