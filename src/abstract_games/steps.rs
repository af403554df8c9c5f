//! Any abstract game step by step: for the sandbox, for perft, and for finding out what a player may have meant.

use std::collections::BTreeSet;

use super::{AbstractGame, AbstractStep, written};
use crate::engine::nearness::{Cost, MOST_SUGGESTIONS, Spelling};
use crate::engine::{Finished, IllegalStep, SetupError, Steps};

/// At most this many legal steps are all listed to a player whose step is not legal.
const FEW: usize = 12;
/// A position open for stepping.
pub struct Opened<G: AbstractGame>(pub G);

/// The number of lines of `depth` legal steps. The last step of each line is counted but not played.
pub fn perft(position: &impl AbstractGame, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_steps(),
        _ => position.steps().map(|step| perft(&after(position, step), depth - 1)).sum(),
    }
}

fn after<G: AbstractGame>(position: &G, step: G::Step) -> G {
    let mut next = position.clone();
    next.play(step);
    next
}

impl<G: AbstractGame> Steps for Opened<G> {
    fn to_move(&self) -> Option<&'static str> {
        self.0.to_move().map(|side| G::look(side).name)
    }

    fn position(&self) -> String {
        self.0.to_string()
    }

    fn legal(&self) -> Vec<String> {
        written(&self.0.steps().collect::<Vec<G::Step>>())
    }

    fn play(&mut self, text: &str) -> Result<String, IllegalStep> {
        let near = || near_steps(&self.0, text).into_iter().take(MOST_SUGGESTIONS).map(|(_, step)| step.to_string()).collect();
        let step = find_step(&self.0, text).map_err(|wrong| IllegalStep { nearest: near(), ..wrong })?;
        self.0.play(step);
        Ok(step.to_string())
    }

    fn finish(&self) -> Option<Finished> {
        self.0.finish().map(|finish| Finished { winner: finish.winner.map(|side| G::look(side).name), rule: finish.rule })
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.0, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let count = |step| perft(&after(&self.0, step), rest);
        let mut lines: Vec<(String, u64)> = self.0.steps().map(|step| (step.to_string(), count(step))).collect();
        lines.sort_unstable();
        lines
    }
}

/// Opens a position for stepping; `None` stands for the rulebook's opening.
///
/// # Errors
/// When the settings are impossible, or the position does not read.
pub fn open<G: AbstractGame>(rulebook: &G::Rulebook, position: Option<&str>) -> Result<G, SetupError> {
    let position = position.map_or_else(|| G::opening(rulebook), |text| G::read(rulebook, text));
    position.map_err(SetupError::Impossible)
}

/// The legal step that a player wrote, in canonical notation or in a shorter spelling that only one legal step has. Letter case, blanks, the kind of
/// dash and the word "to" do not matter.
///
/// # Errors
/// When the text means no step, or more than one; [`near_steps`] finds the possible ones.
pub fn find_step<G: AbstractGame>(position: &G, text: &str) -> Result<G::Step, IllegalStep> {
    let steps: Vec<G::Step> = position.steps().collect();
    // The office itself sends canonical notation, which is found without folding thousands of spellings.
    if let Some(step) = steps.iter().find(|step| step.to_string() == text) {
        return Ok(*step);
    }
    let wanted = fold(text);
    let bare_wanted = bare(&wanted);
    if let Some(step) = steps.iter().find(|step| bare(&fold(&step.to_string())) == bare_wanted) {
        return Ok(*step);
    }
    let is_short_for = |step: &G::Step| step.short_spellings().iter().any(|spelling| bare(&fold(spelling)) == bare_wanted);
    match steps.iter().copied().filter(is_short_for).collect::<Vec<G::Step>>().as_slice() {
        [step] => Ok(*step),
        [] => Err(not_legal(position, &steps, text)),
        several => {
            Err(IllegalStep::expecting(text, format!("one of the {} moves that it fits: {}", several.len(), G::Step::listed(several))))
        }
    }
}

/// The legal steps that `text` may have meant, with their distances, the nearest first.
pub fn near_steps<G: AbstractGame>(position: &G, text: &str) -> Vec<(Cost, G::Step)> {
    let wanted = Spelling::of(&fold(text));
    let distance = |step: &G::Step| {
        let spellings = std::iter::once(step.to_string()).chain(step.short_spellings());
        spellings.filter_map(|spelling| wanted.slips(&Spelling::of(&fold(&spelling)))).min()
    };
    let mut near: Vec<(Cost, G::Step)> = position.steps().filter_map(|step| Some((distance(&step)?, step))).collect();
    near.sort();
    near
}

fn not_legal<G: AbstractGame>(position: &G, steps: &[G::Step], text: &str) -> IllegalStep {
    let of_origin = |origin: &str| -> Vec<G::Step> { steps.iter().copied().filter(|step| fold(&step.origin()) == origin).collect() };
    if let Some(expected) = impossible_entry(steps, text) {
        return IllegalStep::expecting(text, expected);
    }
    let named = cells_in(&fold(moving_part(text))).into_iter().next();
    let listed = named.as_deref().map(of_origin).unwrap_or_default();
    let expected = match named {
        Some(cell) if !listed.is_empty() => {
            format!("a legal move of {}: {}", shown_cell(&listed, &cell), G::Step::listed(&listed))
        }
        // In conditional moves the side to move is not always the reader's.
        Some(cell) => {
            let side = position.to_move().map_or("the side to move", |side| G::look(side).name);
            let can = position.duty(&cell).map_or_else(|| "can move".to_owned(), |duty| format!("may move, since {duty}"));
            format!("another move, because {side} has nothing on {cell} that {can}{}", few(steps))
        }
        None => format!("a move such as {}", written(steps).first().map_or("-", String::as_str)),
    };
    IllegalStep::expecting(text, expected)
}

/// What to write instead of a placement that no legal move has; `None` if the text has none, or one that is possible.
fn impossible_entry<S: AbstractStep>(steps: &[S], text: &str) -> Option<String> {
    let entry = |text: &str| -> Option<String> {
        let folded = fold(text);
        let (piece, behind) = folded.split_once('@')?;
        let square: String = behind.chars().take(1 + behind.chars().skip(1).take_while(char::is_ascii_digit).count()).collect();
        (piece.chars().count() == 1 && square.len() > 1).then(|| format!("{piece}@{square}").to_uppercase())
    };
    let wanted = entry(text)?;
    let possible: BTreeSet<String> = steps.iter().filter_map(|step| entry(&step.to_string())).collect();
    if possible.contains(&wanted) {
        return None;
    }
    let possible: Vec<String> = possible.into_iter().collect();
    let instead = if possible.is_empty() { "nothing can enter now".to_owned() } else { format!("what can enter: {}", possible.join(", ")) };
    Some(format!("a move without {wanted}, which is not possible; {instead}"))
}

/// The part after a placement: `C2-C3=D` of `P@A1 C2-C3=D`; all of the text if nothing is placed.
fn moving_part(text: &str) -> &str {
    let behind = text.split_once('@').map(|(_, behind)| behind.trim());
    behind.map_or(text, |behind| behind.split_once(' ').map_or(behind, |(_, moving)| moving))
}

/// The cell in the notation's spelling.
fn shown_cell(steps: &[impl AbstractStep], folded: &str) -> String {
    steps.first().map_or_else(|| folded.to_owned(), |step| step.origin())
}

/// All legal steps, if they are few enough to explain why no other is legal.
fn few<S: AbstractStep>(steps: &[S]) -> String {
    match steps.len() {
        1 => format!("; the only legal move is {}", S::listed(steps)),
        2..=FEW => format!("; the only legal moves are {}", S::listed(steps)),
        _ => String::new(),
    }
}

/// The names of cells in a folded text, such as `e5`, in order.
fn cells_in(folded: &str) -> Vec<String> {
    let letters: Vec<char> = folded.chars().collect();
    let begins = |at: &usize| letters[*at].is_ascii_lowercase() && letters.get(at + 1).is_some_and(char::is_ascii_digit);
    let digits = |at: usize| letters[at + 1..].iter().take_while(|letter| letter.is_ascii_digit());
    (0..letters.len()).filter(begins).map(|at| std::iter::once(&letters[at]).chain(digits(at)).collect()).collect()
}

/// A folded spelling without the mark between two cells, so that `e4-e5`, `e4xe5` and `e4e5` are the same.
fn bare(folded: &str) -> String {
    folded.chars().filter(|letter| !matches!(letter, '-' | 'x')).collect()
}

/// A spelling without what players vary: letter case, blanks, the kind of dash or arrow, and `to` between cells.
pub fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    // A shortcut: for one misspelt step thousands of legal steps are folded, and none has such a mark.
    let has_marks = [" to ", "->", "--"].iter().any(|mark| lower.contains(mark));
    let plain = if has_marks { lower.replace(" to ", "-").replace("->", "-").replace("--", "-") } else { lower };
    plain
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| match letter {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2192}' | '\u{ad}' => '-',
            '\u{ff1a}' => ':',
            other => other,
        })
        .collect()
}
