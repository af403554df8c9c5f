//! Verbs and things by their short and long names.

use super::Grammar;
use crate::engine::reader::Word;

/// The verbs of a game. Verbs of two words may also be written as one.
pub(crate) struct Verbs<Verb: 'static> {
    /// In the order in which help lists them.
    pub known: &'static [(&'static str, Verb)],
    /// Other words for the same verbs, understood but not listed.
    pub aliases: &'static [(&'static str, Verb)],
    /// Verbs of other games, and what they mean here; suggested, but never understood.
    pub foreign: &'static [(&'static str, &'static str)],
    /// Words that mark a line as an order gone wrong rather than talk.
    pub telling: &'static [&'static str],
}

impl<Verb: Copy> Verbs<Verb> {
    /// A verb, and how many words it took.
    pub(crate) fn find(&self, words: &[Word]) -> Option<(Verb, usize)> {
        let spelled = |length: usize| words.get(..length).filter(|words| words.iter().all(|word| !word.quoted)).map(squash_words);
        [2, 1].into_iter().find_map(|length| {
            let spelled = spelled(length)?;
            let (_, verb) = self.known.iter().chain(self.aliases).find(|(name, _)| squashes_to(name, &spelled))?;
            Some((*verb, length))
        })
    }
}

/// The verbs of the rules in play, in the order of help.
pub(super) fn names_of_verbs<G: Grammar>(grammar: &G) -> Vec<&'static str> {
    G::VERBS.known.iter().filter(|(_, verb)| grammar.has(*verb)).map(|(name, _)| *name).collect()
}

/// What can stand at the beginning of a line, in words for players.
pub(super) fn expected_verbs<G: Grammar>(grammar: &G) -> String {
    format!("an order: {}, or ON planet DO", names_of_verbs(grammar).join(", "))
}

/// A closed set of things that a player may name.
pub(crate) struct Vocabulary<T: 'static> {
    /// What they are, in words for players.
    pub expected: &'static str,
    pub find: fn(&str) -> Option<T>,
    /// All spellings with which a misspelt one is compared.
    pub names: &'static [&'static str],
    /// One spelling of each, to suggest if it is missing.
    pub proposed: &'static [&'static str],
    /// Words of other games, and what they may mean here.
    pub foreign: &'static [(&'static str, &'static str)],
}

/// A [`Vocabulary`] as its spellings alone.
pub(crate) trait Things: Sync {
    fn knows(&self, text: &str) -> bool;
    fn names(&self) -> &'static [&'static str];
    fn proposed(&self) -> &'static [&'static str];
    fn foreign(&self) -> &'static [(&'static str, &'static str)];
}

/// Each vocabulary is a constant of its game, so the same one has the same address. Should it have two, only a place of a form is made twice.
impl PartialEq for dyn Things {
    fn eq(&self, other: &dyn Things) -> bool {
        std::ptr::addr_eq(self, other)
    }
}

impl<T> Things for Vocabulary<T> {
    fn knows(&self, text: &str) -> bool {
        (self.find)(text).is_some()
    }

    fn names(&self) -> &'static [&'static str] {
        self.names
    }

    fn proposed(&self) -> &'static [&'static str] {
        self.proposed
    }

    fn foreign(&self) -> &'static [(&'static str, &'static str)] {
        self.foreign
    }
}

/// The spellings of a table, in order.
pub(crate) const fn names_of<T: Copy, const N: usize>(table: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = table[at].0;
        at += 1;
    }
    names
}

/// Finds a thing by its spelling, with or without blanks, hyphens and the plural `s`.
pub(crate) fn look_up<T: Copy>(table: &[(&str, T)], text: &str) -> Option<T> {
    let wanted = squash(text);
    let singular = wanted.strip_suffix('S').unwrap_or(&wanted);
    table.iter().find(|(name, _)| squashes_to(name, &wanted) || squashes_to(name, singular)).map(|(_, meaning)| *meaning)
}

/// A text in capitals without blanks and hyphens.
pub(crate) fn squash(text: &str) -> String {
    squashed(text).collect()
}

/// Whether a text squashes to this.
pub(crate) fn squashes_to(text: &str, squash: &str) -> bool {
    squashed(text).eq(squash.chars())
}

fn squashed(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_')).map(|letter| letter.to_ascii_uppercase())
}

fn squash_words(words: &[Word]) -> String {
    words.iter().map(|word| squash(&word.text)).collect()
}
