//! What may stand at each place of a line, and what words there may have meant.

mod counts;
mod names;

pub(super) use counts::{BoundedNumber, HowMany};
pub(super) use names::{NamedPlayer, NewName, Planet, PublishedText};

use super::phrase::is_clause_word;
use super::words::{Things, Verbs, squash, squashes_to};
use crate::engine::nearness::{Cost, Fit, LinePlace, SLIP, Spelling, slips};
use crate::engine::reader::{Word, joined};

/// The cost of a keyword between the parts of an order that is missing or replaced by another.
const KEYWORD: Cost = 3 * SLIP / 2;
/// The cost of a missing verb. With one more surplus word the line is too far away; otherwise every greeting would be an order.
const VERB: Cost = 26;
/// The cost of another word in the verb's place, if the rest of the line shows the verb.
const OTHER_VERB: Cost = 3 * SLIP;
/// The cost of a missing number, or of a missing thing of which any would do. It never replaces a word that was written.
pub(super) const ANY: Cost = VERB;
/// The cost of a word for the same thing in another game or language.
const SYNONYM: Cost = 8;
/// The cost of another form of what was written, if no guess is needed.
const FORM: Cost = SLIP / 2;
/// The cost of a name or text without quotes, so that a quoted one is always preferred.
const UNQUOTED: Cost = 6 * SLIP / 5;
/// At most this many things are all suggested if one is missing.
const FEW: usize = 3;
/// The most fits at one place that are followed.
const MOST_FITS: usize = 5;

/// The fewest letters of a shortened verb before a text without quotes.
const SHORTEST_BEGINNING_OF_TEXT: usize = 4;

/// The place of a form's verb.
pub(super) struct VerbPlace {
    proposed: &'static str,
    known: Vec<(&'static str, Spelling)>,
    foreign: Vec<&'static str>,
    /// All other verbs of the grammar.
    others: Vec<&'static str>,
    /// Whether the rest of the form shows the verb, so that the verb may be missing.
    can_be_told: bool,
    /// Whether it does so even if another word stands in the verb's place.
    can_be_replaced: bool,
}

impl VerbPlace {
    pub(super) fn of<Verb: Copy + PartialEq>(verbs: &Verbs<Verb>, verb: Verb, can_be_told: bool, can_be_replaced: bool) -> VerbPlace {
        let all = || verbs.known.iter().chain(verbs.aliases);
        let names = |is_this: bool| all().filter(move |(_, known)| (*known == verb) == is_this).map(|(name, _)| *name);
        let proposed = names(true).next().unwrap_or_default();
        let foreign = verbs.foreign.iter().filter(|(_, meant)| *meant == proposed).map(|(name, _)| *name).collect();
        let known = names(true).map(|name| (name, Spelling::of(name))).collect();
        VerbPlace { proposed, known, foreign, others: names(false).collect(), can_be_told, can_be_replaced }
    }

    fn cost(&self, words: &[Word]) -> Option<Cost> {
        let written = joined(words);
        let squashed = squash(&written);
        let is_one_of = |names: &[&str]| names.iter().any(|name| squashes_to(name, &squashed));
        if self.known.iter().any(|(name, _)| squashes_to(name, &squashed)) {
            Some(0)
        } else if is_one_of(&self.foreign) {
            Some(SYNONYM)
        } else if is_one_of(&self.others) {
            None
        } else {
            // Where anything may follow, a letter or two are no beginning of the verb, and neither is another word: "And so I said" announces
            // nothing, and "Please wait" names nobody.
            let is_long = written.chars().count() >= SHORTEST_BEGINNING_OF_TEXT;
            let may_be_short = |name: &str| self.can_be_told || is_long && squash(name).starts_with(&squashed);
            let written = Spelling::of(&written);
            let near = |(name, meant): &(&str, Spelling)| if may_be_short(name) { written.closeness(meant) } else { written.slips(meant) };
            let near = self.known.iter().filter_map(near).min();
            near.or((self.can_be_replaced && is_plain(words)).then_some(OTHER_VERB))
        }
    }
}

/// Whether this is one word of letters that has no meaning between the parts of an order.
fn is_plain(words: &[Word]) -> bool {
    matches!(words, [word] if !is_clause_word(&word.text) && word.text.chars().all(char::is_alphabetic))
}

impl LinePlace for VerbPlace {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let cost = self.cost(words).filter(|_| words.iter().all(|word| !word.quoted));
        cost.map(|cost| Fit::new(cost, self.proposed)).into_iter().collect()
    }

    fn longest(&self) -> usize {
        2
    }

    fn missing(&self) -> Vec<Fit> {
        if self.can_be_told { vec![Fit::new(VERB, self.proposed)] } else { Vec::new() }
    }
}

/// The place of a keyword between the parts of an order, with its synonyms there.
pub(super) struct Keyword {
    pub proposed: &'static str,
    pub known: &'static [&'static str],
    /// Whether it may be missing, or replaced by another keyword.
    pub can_be_told: bool,
}

impl LinePlace for Keyword {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let [word] = words else { return Vec::new() };
        let other = (self.can_be_told && is_clause_word(&word.text)).then_some(KEYWORD);
        let cost = if word.is_any(self.known) { Some(0) } else { slips(&word.text, self.proposed).into_iter().chain(other).min() };
        cost.filter(|_| !word.quoted).map(|cost| Fit::new(cost, self.proposed)).into_iter().collect()
    }

    fn missing(&self) -> Vec<Fit> {
        if self.can_be_told { vec![Fit::new(KEYWORD, self.proposed)] } else { Vec::new() }
    }
}

/// A place for an example, which no player wrote.
pub(super) struct Put {
    pub cost: Cost,
    pub spelling: String,
}

impl LinePlace for Put {
    fn fits(&self, _: &[Word]) -> Vec<Fit> {
        Vec::new()
    }

    fn missing(&self) -> Vec<Fit> {
        vec![Fit::new(self.cost, self.spelling.as_str())]
    }
}

/// The place of one of a closed set of things.
pub(super) struct Thing {
    things: &'static dyn Things,
    spellings: Vec<(&'static str, Spelling)>,
}

impl Thing {
    pub(super) fn of(things: &'static dyn Things) -> Thing {
        Thing { things, spellings: things.names().iter().map(|name| (*name, Spelling::of(name))).collect() }
    }
}

impl LinePlace for Thing {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let written = joined(words);
        if words.iter().any(|word| word.quoted || is_clause_word(&word.text)) {
            return Vec::new();
        }
        if self.things.knows(&written) {
            return vec![Fit::new(0, written)];
        }
        let foreign = self
            .things
            .foreign()
            .iter()
            .filter(|(name, _)| name.eq_ignore_ascii_case(&written))
            .map(|(_, meant)| Fit::new(SYNONYM, *meant));
        // With or without the plural `s`, as the reader of orders does it.
        let singular = written.strip_suffix(['s', 'S']).unwrap_or(&written);
        let written = [&written, singular].map(Spelling::of);
        let distance = |meant: &Spelling| written.iter().filter_map(|written| written.closeness(meant)).min();
        let near = self.spellings.iter().filter_map(|(name, meant)| Some(Fit::new(distance(meant)?, *name)));
        best(foreign.chain(near).collect())
    }

    fn longest(&self) -> usize {
        self.things.names().iter().map(|name| name.split(' ').count()).max().unwrap_or(1)
    }

    fn missing(&self) -> Vec<Fit> {
        let names = self.things.proposed();
        if names.len() > FEW { Vec::new() } else { names.iter().map(|name| Fit::new(ANY, *name)).collect() }
    }
}

/// The nearest fits, each spelling once.
fn best(mut fits: Vec<Fit>) -> Vec<Fit> {
    fits.sort_by_key(|fit| fit.cost);
    let mut kept: Vec<Fit> = Vec::new();
    for fit in fits {
        if kept.len() < MOST_FITS && !kept.iter().any(|known| known.spelling == fit.spelling) {
            kept.push(fit);
        }
    }
    kept
}
