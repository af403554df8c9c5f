//! One line: what stands after its verb, and what its block adds.

use std::ops::Range;

use super::words::expected_verbs;
use super::{Clause, Fault, Grammar, Names, Phrase};
use crate::engine::reader::{ANNOUNCEMENT, Number, Word, announcement, joined};
use crate::engine::{NameMatch, Seat};
use crate::galaxy::PlanetId;

/// The planet that `ON planet DO` sets for the lines after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlanetBlock {
    None,
    Planet(PlanetId),
    /// The planet on this line was not understood, so nothing may stand in for it.
    Unknown {
        line: u32,
    },
}

/// Reads one order; the fault says where the line stops making sense.
pub(super) fn read<G: Grammar>(words: &[Word], grammar: &G, block: PlanetBlock) -> Result<G::Order, Fault> {
    let (verb, length) = G::VERBS.find(words).ok_or_else(|| no_verb(words, grammar))?;
    if !grammar.has(verb) {
        let written = joined(words.get(..length).unwrap_or_default()).to_uppercase();
        let expected = format!("{}; {written} is not in this ruleset", expected_verbs(grammar));
        return Err(Fault::new(0..length, expected));
    }
    grammar.order(&Statement { verb, words, length, names: grammar.names(), block })
}

fn no_verb<G: Grammar>(words: &[Word], grammar: &G) -> Fault {
    // `3 FI FROM 19 TO 1` lacks only its verb.
    let lacks_verb = words.len() > 2 && words.first().is_some_and(|first| matches!(first.number(), Number::Good(_)));
    Fault::new(if lacks_verb { 0..0 } else { 0..words.len().min(1) }, expected_verbs(grammar))
}

/// A line that begins with a verb.
#[derive(Clone, Copy)]
pub(crate) struct Statement<'r, Verb> {
    pub verb: Verb,
    pub words: &'r [Word],
    /// The number of words in the verb.
    pub length: usize,
    pub names: &'r Names,
    block: PlanetBlock,
}

impl<Verb: Copy> Statement<'_, Verb> {
    /// The words after the verb, taken apart.
    pub(crate) fn phrase(&self, clause: fn(&Word) -> Option<Clause>) -> Phrase<'_> {
        Phrase::split(self.words, self.length, clause)
    }

    /// The text of an announcement in quotes on one line; the sheet reads those over several lines.
    pub(crate) fn quoted_announcement(&self) -> Result<String, Fault> {
        let range = self.length..self.words.len();
        match self.words.get(range.clone()) {
            Some([text]) if text.quoted => announcement(&text.text).ok_or_else(|| Fault::new(range, ANNOUNCEMENT)),
            Some(rest) if !rest.is_empty() => Err(Fault::new(range, "the text in quotes, or ANNOUNCE alone and END after the text")),
            _ => Err(Fault::new(range, "a text")),
        }
    }

    /// A planet and nothing else after the verb: `SPY ON 3`, `SPY 3`, or `SPY` in a block.
    pub(crate) fn placed(&self) -> Result<PlanetId, Fault> {
        let phrase = self.phrase(Clause::of_planets);
        phrase.only(&[Clause::On])?;
        match (phrase.object.is_empty(), phrase.clause(Clause::On)) {
            (true, _) => self.planet(&phrase, Clause::On),
            (false, None) => planet_named(&phrase, &phrase.object, self.names),
            (false, Some(_)) => Err(Fault::new(phrase.object.clone(), "ON and a planet")),
        }
    }

    /// The planet of a clause, or of the line's block.
    pub(crate) fn planet(&self, phrase: &Phrase<'_>, clause: Clause) -> Result<PlanetId, Fault> {
        if let Some(range) = phrase.clause(clause) {
            return planet_named(phrase, &range, self.names);
        }
        match self.block {
            PlanetBlock::Planet(planet) if clause != Clause::To => Ok(planet),
            PlanetBlock::Unknown { line } if clause != Clause::To => {
                let expected = format!("{} and a planet, because the planet of line {line} was not understood", clause.keyword());
                Err(Fault::new(self.end(), expected))
            }
            _ => Err(Fault::new(self.end(), format!("{} and a planet", clause.keyword()))),
        }
    }

    /// The planet of an order that has only an ON clause.
    pub(crate) fn on(&self, phrase: &Phrase<'_>) -> Result<PlanetId, Fault> {
        phrase.only(&[Clause::On])?;
        self.planet(phrase, Clause::On)
    }

    /// The planets of an order that has only FROM and TO clauses.
    pub(crate) fn route(&self, phrase: &Phrase<'_>) -> Result<(PlanetId, PlanetId), Fault> {
        phrase.only(&[Clause::From, Clause::To])?;
        Ok((self.planet(phrase, Clause::From)?, self.planet(phrase, Clause::To)?))
    }

    /// The planet of a clause or of the block, for orders that may do without.
    pub(crate) fn planet_if_any(&self, phrase: &Phrase<'_>, clause: Clause) -> Result<Option<PlanetId>, Fault> {
        let is_anywhere = self.block == PlanetBlock::None && phrase.clause(clause).is_none();
        if is_anywhere { Ok(None) } else { self.planet(phrase, clause).map(Some) }
    }

    /// The player that these words name.
    pub(crate) fn player(&self, phrase: &Phrase<'_>, range: &Range<usize>) -> Result<Seat, Fault> {
        resolve(phrase, range, A_PLAYER, |text| self.names.player(text))
    }

    /// Checks that no word follows from this one on.
    pub(crate) fn nothing_after(&self, at: usize) -> Result<(), Fault> {
        let is_end = at >= self.words.len();
        if is_end { Ok(()) } else { Err(Fault::new(at..self.words.len(), "the end of the line")) }
    }

    /// The place after the last word, for faults where something is missing.
    pub(crate) fn end(&self) -> Range<usize> {
        self.words.len()..self.words.len()
    }
}

pub(super) const A_PLAYER: &str = "a player by number or name";

/// The planet that these words name.
pub(super) fn planet_named(phrase: &Phrase<'_>, range: &Range<usize>, names: &Names) -> Result<PlanetId, Fault> {
    resolve(phrase, range, "a planet by number or name", |text| names.planet(text))
}

fn resolve<T>(phrase: &Phrase<'_>, range: &Range<usize>, expected: &str, find: impl Fn(&str) -> NameMatch<T>) -> Result<T, Fault> {
    match find(&phrase.text(range)) {
        NameMatch::One(meaning) => Ok(meaning),
        NameMatch::Several => Err(Fault::new(range.clone(), format!("{expected}; several begin like that"))),
        NameMatch::Unknown => {
            // For `ON Earth please`, say which word is too many rather than that there is no such planet.
            let is_name = |end: &usize| matches!(find(&phrase.text(&(range.start..*end))), NameMatch::One(_));
            Err(match (range.start + 1..range.end).rev().find(is_name) {
                Some(end) => Fault::new(end..range.end, "the end of the name"),
                None => Fault::new(range.clone(), expected),
            })
        }
    }
}
