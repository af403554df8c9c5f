//! One order from the words of one line.

use std::ops::Range;

use super::names::Names;
use super::object::nearest_number;
use super::phrase::{Clause, Fault, Phrase};
use super::vocabulary::{self, GOAL, GoalWord, SENDABLE, STANCE, Sendable, UNIT, Verb};
use crate::engine::reader::{ANNOUNCEMENT, Number, Word};
use crate::galaxy::{NameMatch, PlanetId};
use crate::games::empire_postal::order::{Count, Goal, Order};

/// The planet that `ON planet DO` set for the lines after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    None,
    Planet(PlanetId),
    /// The planet of this line was not understood, so nothing may stand in for it.
    Unknown {
        line: u32,
    },
}

/// Reads one order, or says where it stops being one.
pub fn read(words: &[Word], names: &Names<'_>, block: Block) -> Result<Order, Fault> {
    let (verb, length) = vocabulary::verb(words).ok_or_else(|| no_verb(words))?;
    Reader { names, block, verb, length, words }.order()
}

/// What a line is read by.
pub struct Reader<'r> {
    names: &'r Names<'r>,
    block: Block,
    pub verb: Verb,
    /// How many words the verb took.
    length: usize,
    pub words: &'r [Word],
}

impl Reader<'_> {
    fn order(&self) -> Result<Order, Fault> {
        match self.verb {
            Verb::Build => self.build(),
            Verb::Send => self.send(),
            Verb::RefuseCargo => self.placed().map(|on| Order::RefuseCargo { on }),
            Verb::Declare => self.declare(),
            Verb::HomePlanet => self.placed().map(|planet| Order::HomePlanet { planet }),
            Verb::PlanetName => self.planet_name(),
            Verb::PlayerName => self.player_name(),
            Verb::Research => self.research(),
            Verb::Spy => self.placed().map(|on| Order::Spy { on }),
            Verb::Announce => self.announce(),
            Verb::Vote => self.vote(),
        }
    }

    fn build(&self) -> Result<Order, Fault> {
        let phrase = Phrase::split(self.words, self.length, Clause::of_planets);
        let (count, unit) = self.counted(&phrase, &UNIT, Some("MAX"), "3 FI")?;
        phrase.only(&[Clause::On])?;
        Ok(Order::Build { count, unit, on: self.planet(&phrase, Clause::On)? })
    }

    fn send(&self) -> Result<Order, Fault> {
        let phrase = Phrase::split(self.words, self.length, Clause::of_planets).accept(Clause::On, Clause::From);
        let (count, what) = self.counted(&phrase, &SENDABLE, Some("ALL"), "3 FI")?;
        phrase.only(&[Clause::From, Clause::To])?;
        let from = self.planet(&phrase, Clause::From)?;
        let to = self.planet(&phrase, Clause::To)?;
        Ok(match what {
            Sendable::Ship(ship) => Order::Send { count, ship, from, to },
            Sendable::Cargo(cargo) => Order::Load { count, cargo, from, to },
        })
    }

    fn declare(&self) -> Result<Order, Fault> {
        let phrase = Phrase::split(self.words, self.length, Clause::of_players);
        let stance = self.one_of(&phrase, phrase.object.clone(), &STANCE)?;
        phrase.only(&[Clause::On])?;
        let expected = "a player by number or name";
        let range = phrase.clause(Clause::On).filter(|range| !range.is_empty());
        let range = range.ok_or_else(|| Fault::new(self.words.len()..self.words.len(), format!("ON and {expected}"), vec![]))?;
        let on = resolve(&phrase, &range, expected, |text| self.names.player(text))?;
        Ok(Order::Declare { stance, on })
    }

    fn planet_name(&self) -> Result<Order, Fault> {
        let phrase = Phrase::split(self.words, self.length, Clause::of_names).last_clause();
        let name = self.name(&phrase)?;
        Ok(Order::PlanetName { name, on: self.planet(&phrase, Clause::On)? })
    }

    fn player_name(&self) -> Result<Order, Fault> {
        let phrase = Phrase::split(self.words, self.length, Clause::none);
        Ok(Order::PlayerName { name: self.name(&phrase)? })
    }

    fn research(&self) -> Result<Order, Fault> {
        let phrase = Phrase::split(self.words, self.length, Clause::of_planets);
        let (count, goal) = self.counted(&phrase, &GOAL, None, "7 FM")?;
        let Count::Exactly(points) = count else {
            return Err(Fault::new(phrase.object.clone(), "a number of political points", vec![]));
        };
        let goal = match goal {
            GoalWord::FighterMorale => Goal::FighterMorale,
            GoalWord::TransporterMorale => Goal::TransporterMorale,
            GoalWord::ProductionRate => {
                phrase.only(&[Clause::On])?;
                Goal::ProductionRate { planet: self.planet(&phrase, Clause::On)? }
            }
        };
        if !matches!(goal, Goal::ProductionRate { .. }) {
            phrase.only(&[])?;
        }
        Ok(Order::Research { points, goal })
    }

    /// In one line; the form of several lines never comes here.
    fn announce(&self) -> Result<Order, Fault> {
        let range = self.length..self.words.len();
        match self.words.get(range.clone()) {
            Some([text]) if text.quoted => Order::announce(&text.text).ok_or_else(|| Fault::new(range, ANNOUNCEMENT, vec![])),
            Some(rest) if !rest.is_empty() => {
                let unquoted = rest.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ").replace('"', "'");
                Err(Fault::new(range, "the text in quotes, or ANNOUNCE alone and END after the text", vec![format!("\"{unquoted}\"")]))
            }
            _ => Err(Fault::new(range, "a text", vec![])),
        }
    }

    fn vote(&self) -> Result<Order, Fault> {
        let expected = "a number of rounds, 10 to 30";
        let first = self.words.get(self.length);
        let Some(Number::Good(rounds)) = first.map(Word::number) else {
            let fixes = first.map_or_else(Vec::new, |word| nearest_number(&word.text, 10..=30));
            return Err(Fault::new(self.length..self.words.len(), expected, fixes));
        };
        match self.words.get(self.length + 1..) {
            Some([word]) if !word.is_any(&["ROUNDS", "TURNS"]) => self.nothing_after(self.length + 1),
            Some([_, _, ..]) => self.nothing_after(self.length + 1),
            _ => Ok(()),
        }?;
        Ok(Order::Vote { rounds })
    }

    /// An order that is nothing but its verb and a planet: `SPY ON 3`, `SPY 3`, or `SPY` in a block.
    fn placed(&self) -> Result<PlanetId, Fault> {
        let phrase = Phrase::split(self.words, self.length, Clause::of_planets);
        phrase.only(&[Clause::On])?;
        match (phrase.object.is_empty(), phrase.clause(Clause::On)) {
            (true, _) => self.planet(&phrase, Clause::On),
            (false, None) => planet_named(&phrase, &phrase.object, self.names),
            (false, Some(_)) => Err(Fault::new(phrase.object.clone(), "ON and a planet", vec![])),
        }
    }

    /// The planet of a clause, or of the block that the line stands in.
    fn planet(&self, phrase: &Phrase<'_>, clause: Clause) -> Result<PlanetId, Fault> {
        let end = self.words.len();
        if let Some(range) = phrase.clause(clause) {
            return planet_named(phrase, &range, self.names);
        }
        match self.block {
            Block::Planet(planet) if clause != Clause::To => Ok(planet),
            Block::Unknown { line } if clause != Clause::To => {
                let expected = format!("{} and a planet, because the planet of line {line} was not understood", clause.keyword());
                Err(Fault::new(end..end, expected, vec![]))
            }
            _ => {
                // Nobody spies on his home (P9.2).
                let home = self.names.home().filter(|_| clause != Clause::To && self.verb != Verb::Spy);
                let fixes = home.map(|home| format!("{} {}", clause.keyword(), self.names.planet_spelled(home)));
                Err(Fault::new(end..end, format!("{} and a planet", clause.keyword()), fixes.into_iter().collect()))
            }
        }
    }

    fn nothing_after(&self, at: usize) -> Result<(), Fault> {
        Err(Fault::new(at..self.words.len(), "the end of the line", vec![String::new()]))
    }
}

/// The planet that these words name.
pub fn planet_named(phrase: &Phrase<'_>, range: &Range<usize>, names: &Names<'_>) -> Result<PlanetId, Fault> {
    resolve(phrase, range, "a planet by number or name", |text| names.planet(text))
}

fn resolve<T>(phrase: &Phrase<'_>, range: &Range<usize>, expected: &str, find: impl Fn(&str) -> NameMatch<T>) -> Result<T, Fault> {
    match find(&phrase.text(range)) {
        NameMatch::One(meaning) => Ok(meaning),
        NameMatch::Several(names) => Err(Fault::new(range.clone(), format!("{expected}; several begin like that"), names)),
        NameMatch::Unknown(near) => {
            // `ON Earth please`: say which word is too many rather than that there is no such planet.
            let shorter =
                (range.start + 1..range.end).rev().find(|end| matches!(find(&phrase.text(&(range.start..*end))), NameMatch::One(_)));
            match shorter {
                Some(end) if near.is_empty() => Err(Fault::new(end..range.end, "the end of the name", vec![String::new()])),
                _ => Err(Fault::new(range.clone(), expected, near)),
            }
        }
    }
}

fn no_verb(words: &[Word]) -> Fault {
    let expected = format!("an order: {}, or ON planet DO", vocabulary::verbs());
    let Some(first) = words.first() else {
        return Fault::new(0..0, expected, Vec::new());
    };
    // `3 FI FROM 19 TO 1` only lacks its verb.
    if matches!(first.number(), Number::Good(_)) && words.len() > 2 {
        return Fault::new(0..0, expected, vec!["SEND".to_owned(), "BUILD".to_owned()]);
    }
    Fault::new(0..1, expected, vocabulary::nearest_verbs(&first.text))
}
