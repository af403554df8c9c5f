//! What a player may have meant: a faulty line with its faults replaced until it reads.

use super::statement::{self, Block};
use super::{Fault, Grammar};
use crate::engine::reader::{self, Word};

/// Mending more than this is guessing.
const MOST_FAULTS: usize = 3;
const MOST_SUGGESTIONS: usize = 5;

/// Whole lines that read, where replacing the fault gives one, else the replacing words.
pub fn suggestions<G: Grammar>(words: &[Word], fault: &Fault, grammar: &G, block: Block) -> Vec<String> {
    let mut suggestions: Vec<String> = Vec::new();
    let mut words_only: Vec<String> = Vec::new();
    for fix in fault.fixes.iter().take(MOST_SUGGESTIONS) {
        match whole_line(replaced(words, fault, fix), grammar, block, MOST_FAULTS - 1) {
            Some(line) if !suggestions.contains(&line) => suggestions.push(line),
            None if !fix.is_empty() => words_only.push(fix.clone()),
            _ => {}
        }
    }
    if suggestions.is_empty() { words_only } else { suggestions }
}

fn whole_line<G: Grammar>(words: Vec<Word>, grammar: &G, block: Block, faults_left: usize) -> Option<String> {
    match statement::read(&words, grammar, block) {
        Ok(order) => Some(grammar.spelled(&order)),
        Err(fault) if faults_left > 0 => {
            let fix = fault.fixes.first()?;
            whole_line(replaced(&words, &fault, fix), grammar, block, faults_left - 1)
        }
        Err(_) => None,
    }
}

fn replaced(words: &[Word], fault: &Fault, fix: &str) -> Vec<Word> {
    let mut mended = words.to_vec();
    let range = fault.at.start.min(words.len())..fault.at.end.min(words.len());
    let fix = reader::read(fix).lines.into_iter().next().map_or_else(Vec::new, |line| line.words);
    mended.splice(range, fix);
    mended
}
