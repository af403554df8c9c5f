//! What an order is about: a number of things, one thing, or a name.

use std::ops::{Range, RangeInclusive};

use super::{Clause, Count, Fault, Phrase, Statement, Vocabulary};
use crate::engine::reader::{MAXIMUM_NUMBER, Number, Word};
use crate::galaxy::{MAXIMUM_NAME_LENGTH, clean_name};

impl<Verb: Copy> Statement<'_, Verb> {
    /// A number and what it counts, in either order: `3 FI`, `FI 3`, `MAX FI`.
    pub fn counted<T>(&self, phrase: &Phrase<'_>, things: &Vocabulary<T>, all: Option<&str>, example: &str) -> Result<(Count, T), Fault> {
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

    /// A number alone, or ALL; what is no number at all is answered with `expected`.
    pub fn count(&self, at: Range<usize>, expected: &str) -> Result<Count, Fault> {
        match self.words.get(at.start).and_then(count_of) {
            Some(Some(count)) => Ok(count),
            Some(None) => Err(self.wrong_number(at)),
            None => Err(Fault::new(at, expected, vec![])),
        }
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
        let fixes = if is_glued { vec![format!("{number} {rest}")] } else { nearest_number(written, 1..=MAXIMUM_NUMBER) };
        Fault::new(at, format!("a number from 1 to {MAXIMUM_NUMBER}"), fixes)
    }

    /// The thing that these words name.
    pub fn one_of<T>(&self, phrase: &Phrase<'_>, at: Range<usize>, things: &Vocabulary<T>) -> Result<T, Fault> {
        let written = phrase.text(&at);
        if let Some(thing) = (things.find)(&written) {
            return Ok(thing);
        }
        // `BUILD 3 FI Earth` lacks its ON rather than a unit of that name.
        let is_thing = |end: &usize| (things.find)(&phrase.text(&(at.start..*end))).is_some();
        let place = phrase.place;
        Err(match (at.start + 1..at.end).rev().find(is_thing).filter(|_| phrase.clause(place).is_none()) {
            Some(end) => {
                let fix = format!("{} {}", place.keyword(), phrase.text(&(end..at.end)));
                Fault::new(end..at.end, place.keyword(), vec![fix])
            }
            None => Fault::new(at, things.expected, (things.nearest)(&written)),
        })
    }

    /// A new name for a planet (`is_placed`, as ON says which) or for the sender himself.
    pub fn name(&self, phrase: &Phrase<'_>, is_placed: bool) -> Result<String, Fault> {
        let Range { start, end } = phrase.object;
        // `PLANETNAME "Hearth" 1`: what follows a name in quotes is no part of it.
        if self.words.get(start).is_some_and(|word| word.quoted) && end - start > 1 {
            let is_placed = is_placed && phrase.clause(Clause::On).is_none();
            let fix = if is_placed { format!("ON {}", phrase.text(&(start + 1..end))) } else { String::new() };
            return Err(Fault::new(start + 1..end, if is_placed { "ON" } else { "the end of the name" }, vec![fix]));
        }
        let expected = "a name of 1 to 24 characters, one of them a letter, without quotes, brackets, # and ;";
        let written = phrase.text(&phrase.object);
        clean_name(&written).ok_or_else(|| Fault::new(phrase.object.clone(), expected, nearest_name(&written).into_iter().collect()))
    }
}

/// P3.2: the number that comes nearest to one out of bounds; none where no digit was written.
pub fn nearest_number(written: &str, bounds: RangeInclusive<u32>) -> Vec<String> {
    let digits: String = written.trim_start_matches('-').chars().take_while(char::is_ascii_digit).collect();
    let number = digits.parse().unwrap_or(u32::MAX).clamp(*bounds.start(), *bounds.end());
    Some(number.to_string()).filter(|_| !digits.is_empty()).into_iter().collect()
}

/// P3.2: what may be kept of a name, in quotes.
fn nearest_name(written: &str) -> Option<String> {
    let kept: String = written.chars().filter(|letter| !"\"<>#;()".contains(*letter)).take(MAXIMUM_NAME_LENGTH).collect();
    clean_name(&kept).map(|name| format!("\"{name}\""))
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
