//! P3: this game's verbs, in the grammar that the games of Ashes of Empire share.

mod vocabulary;

use vocabulary::{FOOTINGS, FORMS, GOAL, GoalWord, SENDABLE, STANCE, Sendable, UNIT, VERBS, Verb};

use std::collections::BTreeSet;

use super::order::{Goal, Order};
use super::view::View;
use crate::engine::Sheet;
use crate::engine::reader::{Number, Word};
use crate::galaxy::PlanetId;
use crate::galaxy::orders::{self, Clause, Count, Fault, FootingWords, Form, Grammar, Names, Statement, Verbs};

/// Reads a player's text against what that player may know.
pub fn parse(text: &str, view: &View) -> Sheet<Order> {
    let survey = view.survey();
    orders::parse(text, &survey, &Postal { names: Names::of(&survey) })
}

/// The lines that hold an order.
pub fn order_lines(text: &str, view: &View) -> BTreeSet<u32> {
    let survey = view.survey();
    orders::order_lines(text, &survey, &Postal { names: Names::of(&survey) })
}

/// The grammar of this game.
struct Postal {
    names: Names,
}

/// A line of this game.
type Line<'r> = Statement<'r, Verb>;

impl Grammar for Postal {
    type Order = Order;
    type Verb = Verb;

    const VERBS: Verbs<Verb> = VERBS;
    const FOOTINGS: FootingWords = FOOTINGS;

    fn names(&self) -> &Names {
        &self.names
    }

    fn forms(&self) -> Vec<Form<Verb>> {
        FORMS.to_vec()
    }

    fn order(&self, line: &Line<'_>) -> Result<Order, Fault> {
        match line.verb {
            Verb::Build => build(line),
            Verb::Send => send(line),
            Verb::RefuseCargo => line.placed().map(|on| Order::RefuseCargo { on }),
            Verb::Declare => line.stance(&STANCE).map(|(stance, on)| Order::Declare { stance, on }),
            Verb::HomePlanet => line.placed().map(|planet| Order::HomePlanet { planet }),
            Verb::PlanetName => planet_name(line),
            Verb::PlayerName => line.name(&line.phrase(Clause::none), false).map(|name| Order::PlayerName { name }),
            Verb::Research => research(line),
            Verb::Spy => line.placed().map(|on| Order::Spy { on }),
            Verb::Announce => line.quoted_announcement().map(Postal::announce),
            Verb::Vote => vote(line),
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

    fn named(order: &Order) -> Option<(&str, PlanetId)> {
        match order {
            Order::PlanetName { name, on } => Some((name, *on)),
            _ => None,
        }
    }

    fn is_pointless(&self, order: &Order) -> bool {
        matches!(order, Order::Send { from, to, .. } | Order::Load { from, to, .. } if from == to)
    }
}

fn build(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets);
    let (count, unit) = line.counted(&phrase, &UNIT, Some("MAX"), "3 FI")?;
    Ok(Order::Build { count, unit, on: line.on(&phrase)? })
}

fn send(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets).accept(Clause::On, Clause::From);
    let (count, what) = line.counted(&phrase, &SENDABLE, Some("ALL"), "3 FI")?;
    let (from, to) = line.route(&phrase)?;
    Ok(match what {
        Sendable::Ship(ship) => Order::Send { count, ship, from, to },
        Sendable::Cargo(cargo) => Order::Load { count, cargo, from, to },
    })
}

fn planet_name(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_names).last_clause();
    let name = line.name(&phrase, true)?;
    Ok(Order::PlanetName { name, on: line.planet(&phrase, Clause::On)? })
}

fn research(line: &Line<'_>) -> Result<Order, Fault> {
    let phrase = line.phrase(Clause::of_planets);
    let (count, goal) = line.counted(&phrase, &GOAL, None, "7 FM")?;
    let Count::Exactly(points) = count else {
        return Err(Fault::new(phrase.object.clone(), "a number of political points"));
    };
    let goal = match goal {
        GoalWord::FighterMorale => Goal::FighterMorale,
        GoalWord::TransporterMorale => Goal::TransporterMorale,
        GoalWord::ProductionRate => Goal::ProductionRate { planet: line.on(&phrase)? },
    };
    if !matches!(goal, Goal::ProductionRate { .. }) {
        phrase.only(&[])?;
    }
    Ok(Order::Research { points, goal })
}

fn vote(line: &Line<'_>) -> Result<Order, Fault> {
    let expected = "a number of turns, 10 to 30";
    let first = line.words.get(line.length);
    let Some(Number::Good(rounds)) = first.map(Word::number) else {
        return Err(Fault::new(line.length..line.words.len(), expected));
    };
    let is_unit = |word: &Word| word.is_any(&["ROUNDS", "TURNS"]);
    match line.words.get(line.length + 1..) {
        Some([unit]) if is_unit(unit) => {}
        _ => line.nothing_after(line.length + 1)?,
    }
    Ok(Order::Vote { rounds })
}
