//! Finds the lines that a line may have been meant as, by matching its words with the forms that a grammar's lines have.
//!
//! A form is a row of places. Words go into places as they are or with slips, places without a word are filled, and surplus words are left out; the
//! total cost of all this says how near the form is. A result is offered only if the reader of the grammar accepts all of it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Cost, FARTHEST, MARGIN, SLIP, WORD_TOO_MANY, best};
use crate::engine::reader::Word;

/// The most suggestions for one line; more would not help.
pub const MOST_SUGGESTIONS: usize = 3;

/// The cost of each further surplus word next to another.
const ANOTHER_TOO_MANY: Cost = SLIP;
/// The most words side by side that are left out.
const MOST_LEFT_OUT: usize = 3;
/// How far to look, in steps, until something is found. Most lines have one slip, and distant lines are many.
const REACHES: [Cost; 3] = [SLIP, 5 * SLIP / 2, FARTHEST];
/// How many ways to one cell are followed.
const MOST_WAYS: usize = 5;
/// How many lines are shown to the reader.
const MOST_TRIED: usize = 16;

/// What may stand at one place of a line.
pub trait LinePlace {
    /// Spellings that these words, at least one, may be meant for here.
    fn fits(&self, words: &[Word]) -> Vec<Fit>;

    /// The most words that can stand here.
    fn longest(&self) -> usize {
        1
    }

    /// What may be put here if no word stands here.
    fn missing(&self) -> Vec<Fit> {
        Vec::new()
    }
}

/// A spelling that the reader knows, and the cost of assuming it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// How far the written words are from it.
    pub cost: Cost,
    /// How the line is spelled with it.
    pub spelling: String,
}

impl Fit {
    /// A fit of that cost.
    pub fn new(cost: Cost, spelling: impl Into<String>) -> Fit {
        Fit { cost, spelling: spelling.into() }
    }
}

/// The words of a line, or of a variant of it that has a cost: with two words exchanged, or one split.
pub struct Writing {
    /// How far these words are from what was written.
    pub cost: Cost,
    /// The words of the line.
    pub words: Vec<Word>,
}

/// The forms of a grammar.
#[derive(Default)]
pub struct Lines<'p> {
    places: Vec<Box<dyn LinePlace + 'p>>,
    /// The cost of each form beyond that of its places, and its places in order.
    forms: Vec<(Cost, Vec<usize>)>,
}

/// One step on the way through a form, linked to the step before it.
struct FormStep {
    cost: Cost,
    before: Option<usize>,
    spelling: Option<Rc<str>>,
    /// Whether words may be left out after it. They may be once between two places; otherwise the same line would be found twice.
    may_leave_out: bool,
}

/// What fits where, by place and words, so that each is looked up once for a line.
type Known = BTreeMap<(usize, String), Rc<[(Cost, Rc<str>)]>>;

impl<'p> Lines<'p> {
    /// Adds a place that forms can use; returns its number.
    pub fn place(&mut self, place: impl LinePlace + 'p) -> usize {
        self.places.push(Box::new(place));
        self.places.len() - 1
    }

    /// Adds a form: its places in order, and the cost of choosing it.
    pub fn form(&mut self, cost: Cost, places: Vec<usize>) {
        self.forms.push((cost, places));
    }

    /// The nearest lines that `read` accepts, as it spells them: best first, at most three.
    pub fn nearest(&self, writings: &[Writing], mut read: impl FnMut(&str) -> Option<String>) -> Vec<String> {
        let mut known = Known::new();
        let mut tried: BTreeMap<String, Option<String>> = BTreeMap::new();
        let mut reach = 0;
        let mut found: Vec<(Cost, String)> = Vec::new();
        for further in REACHES {
            // Offer also lines that are only a little farther away than the nearest.
            reach = found.first().map_or(further, |(nearest, _)| nearest + MARGIN).max(reach);
            found = self.within(writings, reach, &mut known, |line| match tried.get(line) {
                Some(known) => known.clone(),
                None if tried.len() < MOST_TRIED => tried.entry(line.to_owned()).or_insert_with(|| read(line)).clone(),
                None => None,
            });
            if found.first().is_some_and(|(nearest, _)| nearest + MARGIN <= reach) {
                break;
            }
        }
        let nearest = found.first().map_or(0, |(cost, _)| *cost);
        best(found.into_iter().filter(|(cost, _)| *cost <= nearest + MARGIN).collect())
    }

    /// The lines within reach that `read` accepts, as it spells them, the nearest first.
    fn within(
        &self,
        writings: &[Writing],
        reach: Cost,
        known: &mut Known,
        mut read: impl FnMut(&str) -> Option<String>,
    ) -> Vec<(Cost, String)> {
        let mut ways: Vec<(Cost, String)> = Vec::new();
        for writing in writings {
            for (cost, places) in self.forms.iter().filter(|(cost, _)| writing.cost + cost <= reach) {
                ways.extend(self.ways(writing, writing.cost + cost, places, reach, known));
            }
        }
        ways.sort_by_key(|(cost, _)| *cost);
        ways.into_iter().filter_map(|(cost, line)| Some((cost, read(&line)?))).collect()
    }

    /// The lines of one form, with their costs.
    fn ways(&self, writing: &Writing, base: Cost, places: &[usize], reach: Cost, known: &mut Known) -> Vec<(Cost, String)> {
        let words = &writing.words;
        let mut steps: Vec<FormStep> = Vec::new();
        // Steps by the number of words and places behind them.
        let mut cells: Vec<Vec<usize>> = vec![Vec::new(); (words.len() + 1) * (places.len() + 1)];
        let cell = |word: usize, place: usize| word * (places.len() + 1) + place;
        let start = FormStep { cost: base, before: None, spelling: None, may_leave_out: true };
        let enter = |steps: &mut Vec<FormStep>, cell: &mut Vec<usize>, step: FormStep| enter(steps, cell, step, reach);
        enter(&mut steps, &mut cells[cell(0, 0)], start);
        for word in 0..=words.len() {
            for place in 0..=places.len() {
                // Take the best last, so that it also comes first among equals in the next cell.
                for at in cells[cell(word, place)].clone().into_iter().rev() {
                    let (cost, may_leave_out) = (steps[at].cost, steps[at].may_leave_out);
                    let step = |added: Cost, spelling: Option<&Rc<str>>, may_leave_out| FormStep {
                        cost: cost + added,
                        before: Some(at),
                        spelling: spelling.cloned(),
                        may_leave_out,
                    };
                    if may_leave_out {
                        for length in 1..=MOST_LEFT_OUT.min(words.len() - word) {
                            let added = WORD_TOO_MANY + ANOTHER_TOO_MANY * (length as Cost - 1);
                            enter(&mut steps, &mut cells[cell(word + length, place)], step(added, None, false));
                        }
                    }
                    let Some(number) = places.get(place) else { continue };
                    for length in 1..=self.places[*number].longest().min(words.len() - word) {
                        for (added, spelling) in self.fits(*number, &words[word..word + length], known).iter().rev() {
                            enter(&mut steps, &mut cells[cell(word + length, place + 1)], step(*added, Some(spelling), true));
                        }
                    }
                    for (added, spelling) in self.fits(*number, &[], known).iter().rev() {
                        enter(&mut steps, &mut cells[cell(word, place + 1)], step(*added, Some(spelling), false));
                    }
                }
            }
        }
        cells[cell(words.len(), places.len())].iter().map(|at| (steps[*at].cost, spelled(&steps, *at))).collect()
    }

    fn fits(&self, place: usize, words: &[Word], known: &mut Known) -> Rc<[(Cost, Rc<str>)]> {
        let key = (place, words.iter().map(|word| format!("{}{}\n", word.text, u8::from(word.quoted))).collect::<String>());
        let found = known.entry(key).or_insert_with(|| {
            let fits = if words.is_empty() { self.places[place].missing() } else { self.places[place].fits(words) };
            fits.into_iter().map(|fit| (fit.cost, Rc::from(fit.spelling))).collect()
        });
        Rc::clone(found)
    }
}

/// Keeps a step if it is among the best that lead to its cell. Of equal steps the latest comes first, since it has taken words before adding any.
fn enter(steps: &mut Vec<FormStep>, cell: &mut Vec<usize>, step: FormStep, reach: Cost) {
    if step.cost > reach {
        return;
    }
    let place = cell.iter().position(|known| steps[*known].cost >= step.cost).unwrap_or(cell.len());
    if place < MOST_WAYS {
        cell.insert(place, steps.len());
        cell.truncate(MOST_WAYS);
        steps.push(step);
    }
}

/// The line that a way through a form has spelled.
fn spelled(steps: &[FormStep], last: usize) -> String {
    let way = std::iter::successors(Some(last), |at| steps[*at].before);
    let mut spellings: Vec<&str> = way.filter_map(|at| steps[at].spelling.as_deref()).filter(|spelling| !spelling.is_empty()).collect();
    spellings.reverse();
    spellings.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::nearness::closeness;
    use crate::engine::reader;

    /// A word of a closed set; if the set has only one, it may be missing.
    struct OneOf(&'static [&'static str]);

    impl LinePlace for OneOf {
        fn fits(&self, words: &[Word]) -> Vec<Fit> {
            self.0.iter().filter_map(|known| Some(Fit::new(closeness(&words[0].text, known)?, *known))).collect()
        }

        fn missing(&self) -> Vec<Fit> {
            if self.0.len() == 1 { vec![Fit::new(15, self.0[0])] } else { Vec::new() }
        }
    }

    fn check(written: &str, nearest: &[&str]) {
        let mut lines = Lines::default();
        let verb = lines.place(OneOf(&["SEND", "SPEND", "KEEP"]));
        let what = lines.place(OneOf(&["FIGHTERS", "GOLD"]));
        let to = lines.place(OneOf(&["TO"]));
        let whom = lines.place(OneOf(&["Ann", "Bob"]));
        lines.form(0, vec![verb, what, to, whom]);
        let words = reader::read(written).lines.remove(0).words;
        let writings = [Writing { cost: 0, words }];
        let read = |line: &str| (!line.starts_with("KEEP")).then(|| line.to_owned());
        assert_eq!(lines.nearest(&writings, read), nearest, "{written}");
    }

    #[test]
    fn the_whole_line_is_mended_and_only_what_the_reader_takes_is_offered() {
        check("SEND GOLD TO Ann", &["SEND GOLD TO Ann"]);
        check("SPENT GOLD TOO Bbo", &["SPEND GOLD TO Bob"]);
        check("SEND GOLD Ann", &["SEND GOLD TO Ann"]);
        check("SEND GOLD TO Ob", &["SEND GOLD TO Bob"]);
        check("SPEED GOLD TO Ann", &["SPEND GOLD TO Ann"]);
        check("SEEND GOLD TO Ann", &["SEND GOLD TO Ann", "SPEND GOLD TO Ann"]);
        check("SPEND all my GOLD TO Ann", &["SPEND GOLD TO Ann"]);
        check("KEEP GOLD TO Ann", &[]);
        check("hello Ann", &[]);
        check("", &[]);
    }
}
