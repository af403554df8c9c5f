//! What lines were meant as that are no orders: misspelt ones get the nearest legal spelling, others are talk.

use std::collections::BTreeSet;

use super::Grammar;
use super::conditional;
use super::mend::Mender;
use super::statement::PlanetBlock;
use super::words::expected_verbs;
use crate::engine::Sheet;
use crate::engine::reader::{Line, Word};

/// How a question begins.
const ASKING: &[&str] = &[
    "ARE", "CAN", "COULD", "DID", "DO", "DOES", "HOW", "IS", "MAY", "MIGHT", "MUST", "SHALL", "SHOULD", "WHAT", "WHEN", "WHERE", "WHICH",
    "WHO", "WHY", "WILL", "WOULD",
];

/// A line that could not be read.
pub(super) struct UnreadLine {
    /// Index of its problem in the sheet.
    pub problem: usize,
    /// Its words, in several versions if a quotation mark is missing, since nobody knows where it belongs.
    pub versions: Vec<Vec<Word>>,
    pub block: PlanetBlock,
    /// Whether it may be no order at all.
    pub perhaps_talk: bool,
}

/// P3.2: adds the nearest legal spellings to the problems of all unread lines.
pub(super) fn suggest<G: Grammar>(sheet: &mut Sheet<G::Order>, unread: &[UnreadLine], lines: &[Line<'_>], grammar: &G) {
    if unread.is_empty() {
        return;
    }
    let new_names = sheet.orders().filter_map(G::named).map(|(name, planet)| (name.to_owned(), planet)).collect();
    let mender = Mender::new(grammar, &new_names);
    let all_verbs = expected_verbs(grammar);
    let mut numbered = Vec::new();
    for unread in unread {
        let Some(problem) = sheet.problems.get_mut(unread.problem) else { continue };
        let words = unread.versions.first().map(Vec::as_slice).unwrap_or_default();
        // "Should I send 5 FI to Crab?" orders nothing; "SEND 5 FI TO 3?" may.
        if problem.text.trim_end().ends_with('?') && words.first().is_some_and(|word| word.is_any(ASKING)) {
            problem.talk = true;
            continue;
        }
        problem.nearest = if conditional::begins(words) {
            conditional::nearest(words, grammar, unread.block, |order| mender.nearest(&[order.to_vec()], unread.block))
        } else {
            mender.nearest(&unread.versions, unread.block)
        };
        // Listing all verbs helps only if there is no guess.
        if !problem.nearest.is_empty() && problem.expected == all_verbs {
            "an order".clone_into(&mut problem.expected);
        }
        let is_grammar = |word: &Word| word.is_any(G::VERBS.telling);
        problem.talk = unread.perhaps_talk && problem.nearest.is_empty() && !words.iter().any(is_grammar);
        if problem.talk && words.iter().any(|word| has_number(&word.text)) {
            numbered.push(unread.problem);
        }
    }
    doubt(sheet, &numbered, lines);
}

/// Talk with numbers, in a paragraph with anything like an order, may be an order gone wrong. Other paragraphs are greetings, signatures and letters,
/// whatever numbers they have.
fn doubt<O>(sheet: &mut Sheet<O>, numbered: &[usize], lines: &[Line<'_>]) {
    let ends: Vec<u32> = lines.iter().filter(|line| line.raw.trim().is_empty()).map(|line| line.number).collect();
    let paragraph = |line: u32| ends.partition_point(|end| *end < line);
    let misread = sheet.problems.iter().filter(|problem| !problem.talk).map(|problem| problem.line);
    let with_orders: BTreeSet<usize> = sheet.order_lines().into_iter().chain(misread).map(paragraph).collect();
    for problem in numbered {
        let Some(problem) = sheet.problems.get_mut(*problem) else { continue };
        problem.talk = !with_orders.contains(&paragraph(problem.line));
    }
}

/// Whether a word has a number as orders may have it: a date, a time or a price is none.
fn has_number(word: &str) -> bool {
    let inside = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    inside.contains(|letter: char| letter.is_ascii_digit()) && !inside.contains(['.', ':', '/', ','])
}
