//! One order from the words of one line.

use std::ops::Range;

use super::names::Names;
use super::phrase::{Clause, Fault, Phrase};
use super::vocabulary::{self, GOAL, GoalWord, SENDABLE, STANCE, Sendable, UNIT, Verb, Vocabulary};
use crate::engine::reader::{MAXIMUM_NUMBER, Number, Word};
use crate::galaxy::{NameMatch, PlanetId, clean_name};
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

struct Reader<'r> {
    names: &'r Names<'r>,
    block: Block,
    verb: Verb,
    /// How many words the verb took.
    length: usize,
    words: &'r [Word],
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
            Some([text]) if text.quoted => Order::announce(&text.text).ok_or_else(|| Fault::new(range, Order::ANNOUNCEMENT, vec![])),
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
            return Err(Fault::new(self.length..self.words.len(), expected, vec![]));
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

    /// A number and what it counts, in either order: `3 FI`, `FI 3`, `MAX FI`.
    fn counted<T>(&self, phrase: &Phrase<'_>, things: &Vocabulary<T>, all: Option<&str>, example: &str) -> Result<(Count, T), Fault> {
        let Range { start, end } = phrase.object;
        let object = self.words.get(start..end).unwrap_or_default();
        let (Some(first), Some(last)) = (object.first(), object.last()) else {
            return Err(Fault::new(start..start, format!("a number and {}, such as {example}", things.expected), vec![]));
        };
        let (number, thing) = if count_of(first).is_some() {
            (start..start + 1, start + 1..end)
        } else if count_of(last).is_some() {
            (end - 1..end, start..end - 1)
        } else {
            return Err(self.no_number(phrase, things, all));
        };
        let count = self.words.get(number.start).and_then(count_of).flatten();
        let count = count.filter(|count| all.is_some() || *count != Count::All).ok_or_else(|| self.wrong_number(number))?;
        Ok((count, self.one_of(phrase, thing, things)?))
    }

    /// Nothing in `BUILD FI` or `BUILD three FI` is a number.
    fn no_number<T>(&self, phrase: &Phrase<'_>, things: &Vocabulary<T>, all: Option<&str>) -> Fault {
        let object = phrase.object.clone();
        let known = |start: &usize| (things.find)(&phrase.text(&(*start..object.end))).is_some();
        let expected = all.map_or_else(|| "a number".to_owned(), |all| format!("a number or {all}"));
        let fixes = ["1"].into_iter().chain(all).map(str::to_owned).collect();
        match object.clone().find(known) {
            Some(thing) => Fault::new(object.start..thing, expected, fixes),
            None => Fault::new(object.start..object.start, expected, fixes),
        }
    }

    /// `3FI` lacks a blank, `0` and `1000001` are out of bounds, `3.5` is no number of ships.
    fn wrong_number(&self, at: Range<usize>) -> Fault {
        let written = self.words.get(at.start).map_or("", |word| word.text.as_str());
        let digits = written.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = written.split_at_checked(digits).unwrap_or_default();
        let is_glued = !number.is_empty() && rest.chars().next().is_some_and(char::is_alphabetic);
        let fixes = if is_glued { vec![format!("{number} {rest}")] } else { Vec::new() };
        Fault::new(at, format!("a number from 1 to {MAXIMUM_NUMBER}"), fixes)
    }

    fn one_of<T>(&self, phrase: &Phrase<'_>, at: Range<usize>, things: &Vocabulary<T>) -> Result<T, Fault> {
        let written = phrase.text(&at);
        (things.find)(&written).ok_or_else(|| Fault::new(at, things.expected, (things.nearest)(&written)))
    }

    fn name(&self, phrase: &Phrase<'_>) -> Result<String, Fault> {
        let expected = "a name of 1 to 24 characters, one of them a letter, without quotes, brackets, # and ;";
        clean_name(&phrase.text(&phrase.object)).ok_or_else(|| Fault::new(phrase.object.clone(), expected, vec![]))
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

/// What a word says as a count; `Some(None)` for what is meant as a number and is none.
fn count_of(word: &Word) -> Option<Option<Count>> {
    match word.number() {
        Number::Good(number) => Some(Some(Count::Exactly(number))),
        Number::Wrong => Some(None),
        // P3.1: either word is understood in both orders.
        Number::Other => word.is_any(&["ALL", "MAX"]).then_some(Some(Count::All)),
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
