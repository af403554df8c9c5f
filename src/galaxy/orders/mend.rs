//! What a player may have meant by a line that cannot be read: the nearest lines that can.

use std::cell::OnceCell;

use super::names::NewNames;
use super::statement::{self, PlanetBlock};
use super::words::names_of_verbs;
use super::{Grammar, Names, Phrase, forms};
use crate::engine::NameMatch;
use crate::engine::nearness::{Cost, EXCHANGED, Lines, SLIP, Spelling, Writing};
use crate::engine::reader::{self, Number, Word, joined};

/// The cost of a clause before the order's object: `BUILD ON 1 3 FI`.
const CLAUSE_FIRST: Cost = 6 * SLIP / 5;
/// The cost of taking one of several things in an order: `SEND 2 FI, 1 TR FROM 1 TO 9`.
const ONE_OF_SEVERAL: Cost = 2 * SLIP;
/// Words change places in lines of at most so many. What is longer has a text in it, and each variant would be as long.
const LONGEST_EXCHANGED: usize = 40;
/// The most words of a clause in the wrong place.
const LONGEST_CLAUSE: usize = 4;

/// Finds what the lines of one sheet may have meant.
pub(super) struct Mender<'g, G: Grammar> {
    grammar: &'g G,
    new_names: &'g NewNames,
    outside: OnceCell<Lines<'g>>,
    in_block: OnceCell<Lines<'g>>,
    in_lost_block: OnceCell<Lines<'g>>,
}

impl<'g, G: Grammar> Mender<'g, G> {
    pub(super) fn new(grammar: &'g G, new_names: &'g NewNames) -> Mender<'g, G> {
        Mender { grammar, new_names, outside: OnceCell::new(), in_block: OnceCell::new(), in_lost_block: OnceCell::new() }
    }

    /// The nearest lines that can be read where this one stands and anywhere else: best first, at most three. `versions` are the line and other ways
    /// to divide it into words.
    pub(super) fn nearest(&self, versions: &[Vec<Word>], block: PlanetBlock) -> Vec<String> {
        let single = versions.first().and_then(|words| if let [word] = words.as_slice() { Some(word.text.as_str()) } else { None });
        if single.is_some_and(|word| !may_begin(word, self.grammar)) {
            return Vec::new();
        }
        // The forms of lines do not depend on which planet a block has.
        let lines = match block {
            PlanetBlock::None => &self.outside,
            PlanetBlock::Planet(_) => &self.in_block,
            PlanetBlock::Unknown { .. } => &self.in_lost_block,
        };
        let lines = lines.get_or_init(|| forms::lines(self.grammar, block, self.new_names));
        let writings: Vec<Writing> = versions.iter().flat_map(|words| writings(words, self.grammar.names())).collect();
        let single = single.map(Spelling::of);
        let is_meant = |line: &String| single.as_ref().is_none_or(|word| begins_with(line, word));
        lines.nearest(&writings, |line| self.read(line, block).filter(is_meant))
    }

    /// The line in a spelling for people that can be read anywhere, if all of it can be read where it stands.
    fn read(&self, line: &str, block: PlanetBlock) -> Option<String> {
        let words = words_of(line)?;
        match words.as_slice() {
            [end] if end.is("DONE") => Some("DONE".to_owned()),
            [on, planet @ .., begin] if on.is("ON") && begin.is("DO") => {
                let phrase = Phrase::split(&words, 1, |_| None);
                let planet = statement::planet_named(&phrase, &(1..planet.len() + 1), self.grammar.names()).ok()?;
                Some(format!("ON {} DO", self.grammar.names().planet_spelled(planet)))
            }
            words => {
                let order = statement::read(words, self.grammar, block).ok().filter(|order| !self.grammar.is_pointless(order))?;
                let spelled = self.grammar.spelled(&order);
                let again = statement::read(&words_of(&spelled)?, self.grammar, PlanetBlock::None);
                again.is_ok().then_some(spelled)
            }
        }
    }
}

/// The words of a text of one line.
fn words_of(text: &str) -> Option<Vec<Word>> {
    let mut lines = reader::read(text).lines;
    let line = lines.pop()?;
    lines.is_empty().then_some(line.words)
}

/// Whether a single word may be a verb with slips, or one that lacks a blank behind it; others are talk, such as the name below a letter.
fn may_begin<G: Grammar>(word: &str, grammar: &G) -> bool {
    let spelling = Spelling::of(word.trim_end_matches(|letter: char| letter.is_ascii_digit()));
    let may_be = |verb: &str| {
        let begins_alike = word.chars().zip(verb.chars()).take(2).all(|(letter, own)| letter.eq_ignore_ascii_case(&own));
        begins_alike || spelling.slips(&Spelling::of(verb)).is_some()
    };
    let first_of_two = |verb: &'static str| verb.split_once(' ').map(|(first, _)| first);
    let verbs = names_of_verbs(grammar).into_iter().flat_map(|verb| [Some(verb), first_of_two(verb)]).flatten();
    verbs.chain(["ON", "DONE"]).any(may_be)
}

/// Whether a line begins with this verb, allowing for slips.
fn begins_with(line: &str, verb: &Spelling) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    (1..=words.len().min(2)).any(|length| verb.slips(&Spelling::of(&words[..length].join(" "))).is_some())
}

/// The line as it stands, and its variants: words exchanged, split or moved.
fn writings(words: &[Word], names: &Names) -> Vec<Writing> {
    let lacking = lacking_last_name(words, names);
    let words = lacking.as_deref().unwrap_or(words);
    let mut writings = vec![Writing { cost: 0, words: words.to_vec() }];
    writings.extend(taken_apart(words));
    writings.extend(several_things(words));
    writings.extend(clause_last(words));
    let exchanged_up_to = if lacking.is_some() { words.len() - 1 } else { words.len() };
    for at in (1..exchanged_up_to).filter(|_| words.len() <= LONGEST_EXCHANGED) {
        let mut exchanged = words.to_vec();
        exchanged.swap(at - 1, at);
        // Do not exchange two numbers.
        if exchanged.get(at - 1..=at).is_some_and(|pair| pair.iter().any(|word| word.number() == Number::Other)) {
            writings.push(Writing { cost: EXCHANGED, words: exchanged });
        }
    }
    writings
}

/// A line that ends with the keyword of a clause, behind a whole one: `SEND 3 FI FROM New Earth TO`. The name of the other clause is one word, since no
/// part of it belongs behind the last keyword.
fn lacking_last_name(words: &[Word], names: &Names) -> Option<Vec<Word>> {
    let is_clause = |word: &Word| !word.quoted && super::phrase::is_clause_word(&word.text);
    let (last, before) = words.split_last().filter(|(last, _)| is_clause(last))?;
    let (kept, name) = before.split_at(before.iter().rposition(is_clause)? + 1);
    let name = Word { text: joined(name), quoted: name.len() > 1, ..name.first()?.clone() };
    let is_whole = matches!(names.planet(&name.text), NameMatch::One(_)) || matches!(names.player(&name.text), NameMatch::One(_));
    is_whole.then(|| [kept, &[name, last.clone()]].concat())
}

/// Splits words that lack a blank, such as `3FI` and `FROM1`.
fn taken_apart(words: &[Word]) -> Option<Writing> {
    let mut cost = 0;
    let mut apart = Vec::new();
    for word in words {
        match glued(word) {
            Some((first, second)) => {
                cost += SLIP;
                apart.extend([Word { text: first.to_owned(), ..word.clone() }, Word { text: second.to_owned(), ..word.clone() }]);
            }
            None => apart.push(word.clone()),
        }
    }
    (cost > 0).then_some(Writing { cost, words: apart })
}

/// A number and letters without a blank between them, in either order.
fn glued(word: &Word) -> Option<(&str, &str)> {
    let is_digit = |letter: &char| letter.is_ascii_digit();
    let starts_with_number = word.text.starts_with(|letter: char| letter.is_ascii_digit());
    let at = word.text.char_indices().find(|(_, letter)| is_digit(letter) != starts_with_number)?.0;
    let (first, second) = word.text.split_at(at);
    let (number, name) = if starts_with_number { (first, second) } else { (second, first) };
    // `C10` is not `C` and 10.
    let is_sound = number.chars().all(|letter| is_digit(&letter)) && name.chars().all(char::is_alphabetic) && name.len() > 1;
    (is_sound && !word.quoted).then_some((first, second))
}

/// Each of several things counted in one order, as a line of its own.
fn several_things(words: &[Word]) -> Vec<Writing> {
    let is_clause = |word: &Word| super::phrase::is_clause_word(&word.text);
    let end = words.iter().position(is_clause).unwrap_or(words.len());
    let starts: Vec<usize> = (1..end).filter(|at| is_count(&words[*at])).collect();
    if starts.len() < 2 {
        return Vec::new();
    }
    let ends = starts.iter().skip(1).copied().chain([end]);
    let one = |(start, stop): (&usize, usize)| {
        let object = words[*start..stop].iter().filter(|word| !word.is_any(&["AND", "&", "+"]));
        let kept = words[..starts[0]].iter().chain(object).chain(&words[end..]);
        Writing { cost: ONE_OF_SEVERAL, words: kept.cloned().collect() }
    };
    starts.iter().zip(ends).map(one).collect()
}

fn is_count(word: &Word) -> bool {
    matches!(word.number(), Number::Good(_)) || word.is_any(&["ALL", "MAX"])
}

/// The lines with a clause moved from before or right after the verb to the end.
fn clause_last(words: &[Word]) -> Vec<Writing> {
    let begins = |at: &usize| words.get(*at).is_some_and(|word| super::phrase::is_clause_word(&word.text));
    let Some(start) = (0..=2).find(begins) else { return Vec::new() };
    let moved = |end: usize| {
        let kept = words[..start].iter().chain(&words[end..]).chain(&words[start..end]);
        Writing { cost: CLAUSE_FIRST, words: kept.cloned().collect() }
    };
    (start + 2..words.len().min(start + LONGEST_CLAUSE + 1)).map(moved).collect()
}
