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
/// The most words of a keyword.
const LONGEST_KEYWORD: usize = 2;
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
    forms: Vec<LineForm>,
}

struct LineForm {
    /// Beyond that of its places.
    cost: Cost,
    /// In the order of the line.
    places: Vec<usize>,
    /// Keywords first: a verb that does not fit is found out sooner than a name that does not.
    quickest_first: Vec<usize>,
}

/// One step on the way through a form, linked to the step before it.
struct FormStep {
    cost: Cost,
    before: Option<usize>,
    spelling: Option<Rc<str>>,
    /// Whether words may be left out after it. They may be once between two places; otherwise the same line would be found twice.
    may_leave_out: bool,
}

/// Spellings that fit at a place, with their costs.
type Fits = Rc<[(Cost, Rc<str>)]>;

/// The search for what one line was meant as. It looks up only once what fits where.
struct LineSearch<'l, 'p> {
    lines: &'l Lines<'p>,
    writings: Vec<Numbered<'l>>,
    /// For each place what fits there, by the numbers of the words.
    fits: Vec<BTreeMap<Box<[usize]>, Fits>>,
}

/// A writing whose words are numbered; equal words of all writings have the same number.
struct Numbered<'l> {
    writing: &'l Writing,
    numbers: Vec<usize>,
    /// The least cost of anything at a place, once it is known; a place at which nothing fits has none.
    least: BTreeMap<usize, Option<Cost>>,
}

impl<'p> Lines<'p> {
    /// Adds a place that forms can use; returns its number.
    pub fn place(&mut self, place: impl LinePlace + 'p) -> usize {
        self.places.push(Box::new(place));
        self.places.len() - 1
    }

    /// Adds a form: its places in order, and the cost of choosing it.
    pub fn form(&mut self, cost: Cost, places: Vec<usize>) {
        let mut quickest_first = places.clone();
        quickest_first.sort_by_cached_key(|place| self.places[*place].longest() > LONGEST_KEYWORD);
        self.forms.push(LineForm { cost, places, quickest_first });
    }

    /// The nearest lines that `read` accepts, as it spells them: best first, at most three.
    pub fn nearest(&self, writings: &[Writing], mut read: impl FnMut(&str) -> Option<String>) -> Vec<String> {
        let mut search = LineSearch::of(self, writings);
        let mut tried: BTreeMap<String, Option<String>> = BTreeMap::new();
        let mut reach = 0;
        let mut found: Vec<(Cost, String)> = Vec::new();
        for further in REACHES {
            // Offer also lines that are only a little farther away than the nearest.
            reach = found.first().map_or(further, |(nearest, _)| nearest + MARGIN).max(reach);
            found = search.within(reach, |line| match tried.get(line) {
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
}

impl<'l, 'p> LineSearch<'l, 'p> {
    fn of(lines: &'l Lines<'p>, writings: &'l [Writing]) -> LineSearch<'l, 'p> {
        let mut words: BTreeMap<(&str, bool), usize> = BTreeMap::new();
        let mut number_of = |word: &'l Word| {
            let next = words.len();
            *words.entry((&word.text, word.quoted)).or_insert(next)
        };
        let numbered = |writing: &'l Writing| {
            let numbers = writing.words.iter().map(&mut number_of).collect();
            Numbered { writing, numbers, least: BTreeMap::new() }
        };
        LineSearch { lines, writings: writings.iter().map(numbered).collect(), fits: vec![BTreeMap::new(); lines.places.len()] }
    }

    /// The lines within reach that `read` accepts, as it spells them, the nearest first.
    fn within(&mut self, reach: Cost, mut read: impl FnMut(&str) -> Option<String>) -> Vec<(Cost, String)> {
        let lines = self.lines;
        let mut ways: Vec<(Cost, String)> = Vec::new();
        for at in 0..self.writings.len() {
            for form in &lines.forms {
                let base = self.writings[at].writing.cost + form.cost;
                if self.can_reach(at, base, &form.quickest_first, reach) {
                    ways.extend(self.ways(at, base, &form.places, reach));
                }
            }
        }
        ways.sort_by_key(|(cost, _)| *cost);
        ways.into_iter().filter_map(|(cost, line)| Some((cost, read(&line)?))).collect()
    }

    /// Whether a form is within reach if each of its places has the best that fits there, wherever that stands in the line.
    fn can_reach(&mut self, at: usize, base: Cost, places: &[usize], reach: Cost) -> bool {
        let all_least = places.iter().try_fold(base, |cost, place| {
            let cost = cost + self.least(at, *place)?;
            (cost <= reach).then_some(cost)
        });
        all_least.is_some()
    }

    /// The least cost of anything at this place, whether words of the line stand there or none.
    fn least(&mut self, at: usize, place: usize) -> Option<Cost> {
        if let Some(known) = self.writings[at].least.get(&place) {
            return *known;
        }
        let longest = self.lines.places[place].longest();
        let least = if longest == usize::MAX {
            Some(0)
        } else {
            let length = self.writings[at].numbers.len();
            let spans = (0..length).flat_map(|start| (start + 1..=length.min(start + longest)).map(move |end| (start, end)));
            let costs = |(start, end)| self.fits(at, place, start, end).iter().map(|(cost, _)| *cost).min();
            spans.chain([(0, 0)]).filter_map(costs).min()
        };
        self.writings[at].least.insert(place, least);
        least
    }

    /// The lines of one form, with their costs.
    fn ways(&mut self, at: usize, base: Cost, places: &[usize], reach: Cost) -> Vec<(Cost, String)> {
        let words = self.writings[at].numbers.len();
        let mut steps: Vec<FormStep> = Vec::new();
        // Steps by the number of words and places behind them.
        let mut cells: Vec<Vec<usize>> = vec![Vec::new(); (words + 1) * (places.len() + 1)];
        let cell = |word: usize, place: usize| word * (places.len() + 1) + place;
        let start = FormStep { cost: base, before: None, spelling: None, may_leave_out: true };
        let enter = |steps: &mut Vec<FormStep>, cell: &mut Vec<usize>, step: FormStep| enter(steps, cell, step, reach);
        enter(&mut steps, &mut cells[cell(0, 0)], start);
        for word in 0..=words {
            for place in 0..=places.len() {
                // Take the best last, so that it also comes first among equals in the next cell.
                for before in cells[cell(word, place)].clone().into_iter().rev() {
                    let (cost, may_leave_out) = (steps[before].cost, steps[before].may_leave_out);
                    let step = |added: Cost, spelling: Option<&Rc<str>>, may_leave_out| FormStep {
                        cost: cost + added,
                        before: Some(before),
                        spelling: spelling.cloned(),
                        may_leave_out,
                    };
                    if may_leave_out {
                        for length in 1..=MOST_LEFT_OUT.min(words - word) {
                            let added = WORD_TOO_MANY + ANOTHER_TOO_MANY * (length as Cost - 1);
                            enter(&mut steps, &mut cells[cell(word + length, place)], step(added, None, false));
                        }
                    }
                    let Some(number) = places.get(place) else { continue };
                    let longest = self.lines.places[*number].longest().min(words - word);
                    for length in 1..=longest {
                        for (added, spelling) in self.fits(at, *number, word, word + length).iter().rev() {
                            enter(&mut steps, &mut cells[cell(word + length, place + 1)], step(*added, Some(spelling), true));
                        }
                    }
                    for (added, spelling) in self.fits(at, *number, word, word).iter().rev() {
                        enter(&mut steps, &mut cells[cell(word, place + 1)], step(*added, Some(spelling), false));
                    }
                }
            }
        }
        cells[cell(words, places.len())].iter().map(|last| (steps[*last].cost, spelled(&steps, *last))).collect()
    }

    /// What fits at a place for the words from `start` to before `end`, or if it has no words.
    fn fits(&mut self, at: usize, place: usize, start: usize, end: usize) -> Fits {
        let Numbered { writing, numbers, .. } = &self.writings[at];
        let known = &mut self.fits[place];
        if let Some(fits) = known.get(&numbers[start..end]) {
            return Rc::clone(fits);
        }
        let place = &self.lines.places[place];
        let fits = if start == end { place.missing() } else { place.fits(&writing.words[start..end]) };
        let fits: Fits = fits.into_iter().map(|fit| (fit.cost, Rc::from(fit.spelling))).collect();
        known.insert(numbers[start..end].into(), Rc::clone(&fits));
        fits
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
