//! A line as verb, object and clauses in any order, and what is wrong with it.

use std::ops::Range;

use crate::engine::reader::{Word, joined};

/// Where a line stops making sense, and what could stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The words that make no sense; empty if words are missing.
    pub at: Range<usize>,
    pub expected: String,
}

/// The words that introduce a planet or a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clause {
    On,
    From,
    To,
}

/// One line, taken apart.
pub(crate) struct Phrase<'w> {
    pub words: &'w [Word],
    /// The words between the verb and the first clause.
    pub object: Range<usize>,
    /// The clause whose keyword is missing if a planet follows the object.
    pub place: Clause,
    /// The clauses, each with the index of its keyword and its words.
    clauses: Vec<(Clause, usize, Range<usize>)>,
}

impl Fault {
    pub(crate) fn new(at: Range<usize>, expected: impl Into<String>) -> Fault {
        Fault { at, expected: expected.into() }
    }

    /// The words at which reading stopped.
    pub(crate) fn found(&self, words: &[Word]) -> String {
        let at = if self.at.is_empty() { self.at.start..self.at.start + 1 } else { self.at.clone() };
        joined(words.get(at).unwrap_or_default())
    }
}

impl Clause {
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Clause::On => "ON",
            Clause::From => "FROM",
            Clause::To => "TO",
        }
    }

    /// The clause of a planet that this word introduces.
    pub(crate) fn of_planets(word: &Word) -> Option<Clause> {
        [(Clause::On, "ON"), (Clause::On, "AT"), (Clause::From, "FROM"), (Clause::To, "TO")]
            .into_iter()
            .find_map(|(clause, keyword)| word.is(keyword).then_some(clause))
    }

    /// The clause of a player that this word introduces: `DECLARE PEACE WITH Ann`, `DECLARE WAR AGAINST Ann`.
    pub(crate) fn of_players(word: &Word) -> Option<Clause> {
        word.is_any(&["ON", "WITH", "AGAINST", "TO", "TOWARDS"]).then_some(Clause::On)
    }

    /// The clause after a new name. Names may contain any words, so only the last `ON` counts; see [`Phrase::last_clause`].
    pub(crate) fn of_names(word: &Word) -> Option<Clause> {
        word.is("ON").then_some(Clause::On)
    }

    /// No clauses, for lines whose rest is a name.
    pub(crate) fn none(_: &Word) -> Option<Clause> {
        None
    }
}

impl<'w> Phrase<'w> {
    /// Takes a line apart after its verb.
    pub(crate) fn split(words: &'w [Word], verb: usize, clause: fn(&Word) -> Option<Clause>) -> Phrase<'w> {
        let mut starts: Vec<(Clause, usize)> = Vec::new();
        for at in verb..words.len() {
            let Some((word, found)) = words.get(at).and_then(|word| Some((word, clause(word)?))) else { continue };
            // P3.2: a synonym never hides a name where one is expected: `SPY ON at`, `SPY AT at` and `SPY at` are about Atlas.
            let follows_keyword = starts.last().is_some_and(|(_, keyword)| keyword + 1 == at);
            let is_keyword = |next: &Word| clause(next).is_some_and(|found| next.is(found.keyword()));
            let stands_alone = at == verb && words.get(at + 1).is_none_or(is_keyword);
            if word.is(found.keyword()) || !(follows_keyword || stands_alone) {
                starts.push((found, at));
            }
        }
        let ends = starts.iter().skip(1).map(|(_, at)| *at).chain([words.len()]);
        let clauses = starts.iter().zip(ends).map(|((clause, at), end)| (*clause, *at, at + 1..end)).collect();
        let object = verb..starts.first().map_or(words.len(), |(_, at)| *at);
        Phrase { words, object, place: Clause::On, clauses }
    }

    /// The phrase with only its last clause; the words of the others become part of the object.
    pub(crate) fn last_clause(mut self) -> Phrase<'w> {
        if let Some(last) = self.clauses.pop() {
            self.object.end = last.1;
            self.clauses = vec![last];
        }
        self
    }

    pub(crate) fn clause(&self, wanted: Clause) -> Option<Range<usize>> {
        self.clauses.iter().find(|(clause, _, _)| *clause == wanted).map(|(_, _, range)| range.clone())
    }

    /// Takes one clause for another: SEND accepts `ON planet` for FROM.
    pub(crate) fn accept(mut self, instead: Clause, of: Clause) -> Phrase<'w> {
        self.clauses.iter_mut().filter(|(clause, _, _)| *clause == instead).for_each(|(clause, _, _)| *clause = of);
        self.place = of;
        self
    }

    /// Checks that no clause occurs twice, and that the order may have each.
    pub(crate) fn only(&self, allowed: &[Clause]) -> Result<(), Fault> {
        for (i, (clause, keyword, range)) in self.clauses.iter().enumerate() {
            let earlier = self.clauses.iter().take(i).any(|(earlier, _, _)| earlier == clause);
            if earlier {
                let expected = format!("{} once in a line; names with such words need quotes", clause.keyword());
                return Err(Fault::new(*keyword..range.end, expected));
            }
            if !allowed.contains(clause) {
                let missing = allowed.iter().find(|wanted| self.clause(**wanted).is_none());
                let expected = match missing {
                    Some(clause) => clause.keyword().to_owned(),
                    None => "the end of the line; a name with this word needs quotes".to_owned(),
                };
                return Err(Fault::new(*keyword..keyword + 1, expected));
            }
        }
        Ok(())
    }

    pub(crate) fn text(&self, range: &Range<usize>) -> String {
        joined(self.words.get(range.clone()).unwrap_or_default())
    }
}

/// Whether a word separates parts of an order, so that no unquoted name can contain it.
pub(super) fn is_clause_word(word: &str) -> bool {
    let word = Word::made_up(word);
    Clause::of_planets(&word).or_else(|| Clause::of_players(&word)).is_some() || word.is_any(&["DO", "DONE"])
}
