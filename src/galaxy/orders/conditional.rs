//! A line that begins with IF: its condition, its order, and what it may have meant.

use super::condition::{self, OrderCondition, WantedPart};
use super::statement::{self, PlanetBlock};
use super::{Fault, Grammar, Names};
use crate::engine::nearness::slips;
use crate::engine::reader::{Number, Word};

/// How many words of a condition are mended, one after the other.
const MOST_MENDED: usize = 4;

/// The most words of a line that is mended.
const LONGEST_MENDED: usize = 40;

/// Whether a line begins with IF.
pub(super) fn begins(words: &[Word]) -> bool {
    words.first().is_some_and(|first| first.is("IF"))
}

/// Reads `IF condition THEN order`.
///
/// # Errors
/// Where the line stops making sense.
pub(super) fn read<G: Grammar>(words: &[Word], grammar: &G, block: PlanetBlock) -> Result<(OrderCondition, G::Order), Fault> {
    let Some(then) = words.iter().position(|word| word.is("THEN")) else {
        // If the condition is sound, only THEN is missing.
        condition::read(words, 1..words.len(), grammar.names(), &G::FOOTINGS).map_err(|misread| misread.fault)?;
        return Err(Fault::new(words.len()..words.len(), "THEN and an order"));
    };
    let condition = condition::read(words, 1..then, grammar.names(), &G::FOOTINGS).map_err(|misread| misread.fault)?;
    let behind = words.get(then + 1..).unwrap_or_default();
    let shifted = |fault: Fault| Fault { at: fault.at.start + then + 1..fault.at.end + then + 1, ..fault };
    let order = statement::read(behind, grammar, block).map_err(shifted)?;
    Ok((condition, order))
}

/// Whether a line that could not be read may be no order at all: "If you come, I shall be ready".
pub(super) fn is_perhaps_talk<G: Grammar>(words: &[Word], grammar: &G) -> bool {
    let then = words.iter().position(|word| word.is("THEN"));
    let gives_order = then.is_some_and(|then| G::VERBS.find(words.get(then + 1..).unwrap_or_default()).is_some());
    !gives_order && condition::read(words, 1..then.unwrap_or(words.len()), grammar.names(), &G::FOOTINGS).is_err()
}

/// The line in a spelling for people; it reads back as the same.
pub(super) fn spelled<G: Grammar>(condition: &OrderCondition, order: &G::Order, grammar: &G) -> String {
    format!("IF {} THEN {}", condition.spelled(grammar.names(), &G::FOOTINGS), grammar.spelled(order))
}

/// P3.2: the nearest readable lines to one that cannot be read; `mend` finds them for its order.
pub(super) fn nearest<G: Grammar>(
    words: &[Word],
    grammar: &G,
    block: PlanetBlock,
    mend: impl FnOnce(&[Word]) -> Vec<String>,
) -> Vec<String> {
    if words.len() > LONGEST_MENDED {
        return Vec::new();
    }
    let is_then = |word: &Word| !word.quoted && word.text.len() >= 3 && slips(&word.text, "THEN").is_some();
    let exact = words.iter().position(|word| word.is("THEN"));
    let Some(then) = exact.or_else(|| words.iter().position(is_then)) else { return Vec::new() };
    let Some(condition) = mended(words.get(1..then).unwrap_or_default(), grammar.names(), &G::FOOTINGS) else { return Vec::new() };
    let behind = words.get(then + 1..).unwrap_or_default();
    let orders = match statement::read(behind, grammar, block) {
        Ok(order) => vec![grammar.spelled(&order)],
        Err(_) if behind.is_empty() => Vec::new(),
        Err(_) => mend(behind),
    };
    let begin = condition.spelled(grammar.names(), &G::FOOTINGS);
    orders.into_iter().filter(|order| !order.contains('\n')).map(|order| format!("IF {begin} THEN {order}")).collect()
}

/// The condition that these words may have meant.
fn mended(words: &[Word], names: &Names, footings: &condition::FootingWords) -> Option<OrderCondition> {
    let mut words = words.to_vec();
    for _ in 0..=MOST_MENDED {
        let misread = match condition::read(&words, 0..words.len(), names, footings) {
            Ok(condition) => return Some(condition),
            Err(misread) => misread,
        };
        let at = misread.fault.at.clone();
        let text = words.get(at.clone())?.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let (instead, replaced) = match misread.wanted {
            WantedPart::Planet if !text.is_empty() => (names.planets_near(&text).first()?.1.to_string(), at),
            WantedPart::Player if !text.is_empty() => (names.players_near(&text).first()?.1.to_string(), at),
            _ => match footings.meant(&words) {
                Some((length, instead)) => (instead.to_owned(), 0..length),
                None => nearest_keyword(&words, footings)?,
            },
        };
        words.splice(replaced, instead.split(' ').map(Word::made_up));
    }
    None
}

/// The first word that is nearly a keyword, and that keyword.
fn nearest_keyword(words: &[Word], footings: &condition::FootingWords) -> Option<(String, std::ops::Range<usize>)> {
    let keywords = footings.keywords();
    words.iter().enumerate().find_map(|(at, word)| {
        let is_candidate = !word.quoted && word.number() == Number::Other && word.text.len() > 2 && !word.is_any(&keywords);
        let near = keywords.iter().filter_map(|keyword| Some((slips(&word.text, keyword)?, *keyword)));
        let (_, keyword) = near.min_by_key(|(cost, _)| *cost).filter(|_| is_candidate)?;
        Some((keyword.to_owned(), at..at + 1))
    })
}
