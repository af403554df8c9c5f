//! Several orders on one line, for players who separate orders by commas, full stops or AND.

use super::Grammar;
use super::statement::{self, PlanetBlock};
use crate::engine::reader::Word;

/// The error for a line that holds several orders.
pub(super) const ONE_ORDER_A_LINE: &str = "each order on a line of its own";
/// Words that may stand between two orders.
const BETWEEN: [&str; 6] = ["AND", "THEN", "&", "+", "/", "|"];

/// The orders of one line.
pub(super) struct Apart<'a> {
    /// The orders, spelled with names for people.
    pub orders: Vec<String>,
    /// The first word of the second order.
    pub second: &'a Word,
}

/// The orders of a line that holds at least two and nothing else.
pub(super) fn orders_apart<'a, G: Grammar>(line: &'a [Word], grammar: &G, block: PlanetBlock) -> Option<Apart<'a>> {
    let starts: Vec<usize> = (0..line.len()).filter(|start| line.get(*start..).is_some_and(|rest| G::VERBS.find(rest).is_some())).collect();
    let second = line.get(*starts.get(1)?).filter(|_| starts.first() == Some(&0))?;
    let ends = starts.iter().skip(1).copied().chain([line.len()]);
    let pieces = starts.iter().zip(ends).map(|(start, end)| without_marks(line.get(*start..end).unwrap_or_default()));
    let orders = pieces.map(|piece| statement::read(&piece, grammar, block).ok().map(|order| grammar.spelled(&order)));
    Some(Apart { orders: orders.collect::<Option<_>>()?, second })
}

/// A piece of a line without what separates it from the next piece.
fn without_marks(piece: &[Word]) -> Vec<Word> {
    let end = piece.iter().rposition(|word| !word.is_any(&BETWEEN)).map_or(0, |last| last + 1);
    let mut words = piece.get(..end).unwrap_or_default().to_vec();
    if let Some(last) = words.last_mut().filter(|last| !last.quoted) {
        last.text.truncate(last.text.trim_end_matches(['.', '!', '/', '|']).len());
    }
    words
}
