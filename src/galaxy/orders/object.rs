//! The object of an order: a number of things, one thing, a stance, or a name.

use std::ops::Range;

use super::statement::A_PLAYER;
use super::{Clause, Count, Fault, Phrase, Statement, Vocabulary};
use crate::engine::reader::{MAXIMUM_NUMBER, Number, Word};
use crate::engine::{Seat, clean_name, is_reserved_name};

impl<Verb: Copy> Statement<'_, Verb> {
    /// A number and what it counts, in either order: `3 FI`, `FI 3`, `MAX FI`. Error messages use `example`.
    pub(crate) fn counted<T>(
        &self,
        phrase: &Phrase<'_>,
        things: &Vocabulary<T>,
        all: Option<&str>,
        example: &str,
    ) -> Result<(Count, T), Fault> {
        let Range { start, end } = phrase.object;
        let object = self.words.get(start..end).unwrap_or_default();
        let (Some(first), Some(last)) = (object.first(), object.last()) else {
            return Err(Fault::new(start..start, format!("a number and {}, such as {example}", things.expected)));
        };
        let (number, thing) = if count_of(first).is_some() {
            (start..start + 1, start + 1..end)
        } else if count_of(last).is_some() {
            (end - 1..end, start..end - 1)
        } else {
            return Err(self.no_number(phrase, things, all));
        };
        if let Some(next) = self.second_thing(phrase, &thing, things) {
            return Err(Fault::new(next, "only one thing in an order; put the rest on a line of its own"));
        }
        let count = self.words.get(number.start).and_then(count_of).flatten();
        let count = count.filter(|count| all.is_some() || *count != Count::All).ok_or_else(|| self.wrong_number(number))?;
        Ok((count, self.one_of(phrase, thing, things)?))
    }

    /// A number alone, or ALL. The error for anything else says `expected`.
    pub(crate) fn count(&self, at: Range<usize>, expected: &str) -> Result<Count, Fault> {
        match self.words.get(at.start).and_then(count_of) {
            Some(Some(count)) => Ok(count),
            Some(None) => Err(self.wrong_number(at)),
            None => Err(Fault::new(at, expected)),
        }
    }

    /// The second thing of an order that counts two: `2 FI, 1 TR`.
    fn second_thing<T>(&self, phrase: &Phrase<'_>, thing: &Range<usize>, things: &Vocabulary<T>) -> Option<Range<usize>> {
        let counts = |at: &usize| self.words.get(*at).is_some_and(|word| count_of(word).is_some());
        let is_thing = |at: &usize| (things.find)(&phrase.text(&(at + 1..thing.end))).is_some();
        (thing.start + 1..thing.end).find(|at| counts(at) && is_thing(at)).map(|at| at..thing.end)
    }

    /// The fault of an order without a number, such as `BUILD FI` or `BUILD three FI`.
    fn no_number<T>(&self, phrase: &Phrase<'_>, things: &Vocabulary<T>, all: Option<&str>) -> Fault {
        let object = phrase.object.clone();
        let known = |start: &usize| (things.find)(&phrase.text(&(*start..object.end))).is_some();
        let expected = all.map_or_else(|| "a number".to_owned(), |all| format!("a number or {all}"));
        match object.clone().find(known) {
            Some(thing) => Fault::new(object.start..thing, expected),
            None => Fault::new(object.start..object.start, expected),
        }
    }

    /// The fault of a wrong number: `3FI` lacks a blank, `0` and `1000001` are out of range, `3.5` is no number of ships.
    fn wrong_number(&self, at: Range<usize>) -> Fault {
        Fault::new(at, format!("a number from 1 to {MAXIMUM_NUMBER}"))
    }

    /// The thing that these words name.
    pub(crate) fn one_of<T>(&self, phrase: &Phrase<'_>, at: Range<usize>, things: &Vocabulary<T>) -> Result<T, Fault> {
        let written = phrase.text(&at);
        if let Some(thing) = (things.find)(&written) {
            return Ok(thing);
        }
        // `BUILD 3 FI Earth` lacks ON; there is no unit of that name.
        let is_thing = |end: &usize| (things.find)(&phrase.text(&(at.start..*end))).is_some();
        let place = phrase.place;
        Err(match (at.start + 1..at.end).rev().find(is_thing).filter(|_| phrase.clause(place).is_none()) {
            Some(end) => Fault::new(end..at.end, place.keyword()),
            None => Fault::new(at, things.expected),
        })
    }

    /// A stance and the player it is about: `PEACE ON Bob`.
    pub(crate) fn stance<T>(&self, stances: &Vocabulary<T>) -> Result<(T, Seat), Fault> {
        let phrase = self.phrase(Clause::of_players);
        let stance = self.one_of(&phrase, phrase.object.clone(), stances)?;
        phrase.only(&[Clause::On])?;
        let range = phrase.clause(Clause::On).filter(|range| !range.is_empty());
        let range = range.ok_or_else(|| Fault::new(self.end(), format!("ON and {A_PLAYER}")))?;
        Ok((stance, self.player(&phrase, &range)?))
    }

    /// A new name for the planet that ON names (`is_placed`), or for the sender.
    pub(crate) fn name(&self, phrase: &Phrase<'_>, is_placed: bool) -> Result<String, Fault> {
        let Range { start, end } = phrase.object;
        // `PLANETNAME "Hearth" 1`: words after a quoted name are not part of it.
        if self.words.get(start).is_some_and(|word| word.quoted) && end - start > 1 {
            let is_placed = is_placed && phrase.clause(Clause::On).is_none();
            return Err(Fault::new(start + 1..end, if is_placed { "ON" } else { "the end of the name" }));
        }
        let written = phrase.text(&phrase.object);
        let expected = match is_reserved_name(&written) {
            true => "another name, because reports call by this one what is nobody's",
            false => "a name of 1 to 24 characters, one of them a letter, without quotes, brackets, # and ;",
        };
        clean_name(&written).ok_or_else(|| Fault::new(phrase.object.clone(), expected))
    }
}

/// A word as a count; `Some(None)` if it was meant as a number but is none.
fn count_of(word: &Word) -> Option<Option<Count>> {
    match word.number() {
        Number::Good(number) => Some(Some(Count::Exactly(number))),
        Number::Wrong => Some(None),
        // P3.1: ALL and MAX are both understood, whichever the order wants.
        Number::Other => word.is_any(&["ALL", "MAX"]).then_some(Some(Count::All)),
    }
}
