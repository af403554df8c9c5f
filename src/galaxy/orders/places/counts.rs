//! Numbers that were meant where a count can stand.

use std::ops::RangeInclusive;

use super::{ANY, FORM};
use crate::engine::nearness::{Fit, LinePlace, SLIP, slips};
use crate::engine::reader::{self, MAXIMUM_NUMBER, Word};

/// A count.
pub(crate) struct HowMany {
    /// The word for as many as there are.
    pub all: Option<&'static str>,
    pub none: bool,
}

impl HowMany {
    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.all.into_iter().chain(self.none.then_some("NONE"))
    }
}

impl LinePlace for HowMany {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        let [word] = words else { return Vec::new() };
        let is_all = |name: &str| self.all == Some(name) && word.is_any(&["ALL", "MAX"]);
        let named = self
            .words()
            .filter_map(|name| if is_all(name) { Some(Fit::new(0, name)) } else { Some(Fit::new(slips(&word.text, name)?, name)) });
        // Either word is understood for the other (P3.1), even with slips.
        let other =
            self.all.and_then(|all| Some(Fit::new(["ALL", "MAX"].into_iter().filter_map(|name| slips(&word.text, name)).min()?, all)));
        // Such as `5max`.
        let glued = self.all.filter(|_| has_behind_number(&word.text, &["ALL", "MAX"])).map(|all| Fit::new(SLIP, all));
        let nothing = (self.none && word.is("0")).then(|| Fit::new(0, "NONE"));
        let numbers = numbers(word, 1, MAXIMUM_NUMBER);
        if word.quoted { Vec::new() } else { numbers.into_iter().chain(named).chain(other).chain(nothing).chain(glued).collect() }
    }

    fn missing(&self) -> Vec<Fit> {
        let one = (!self.none).then_some("1");
        one.into_iter().chain(self.words()).map(|name| Fit::new(ANY, name)).collect()
    }
}

/// A number within bounds.
pub(crate) struct BoundedNumber {
    pub least: u32,
    pub most: u32,
}

impl LinePlace for BoundedNumber {
    fn fits(&self, words: &[Word]) -> Vec<Fit> {
        match words {
            [word] if !word.quoted => numbers(word, self.least, self.most),
            _ => Vec::new(),
        }
    }
}

/// Whether a text is a number and one of these words without a blank between them.
fn has_behind_number(text: &str, words: &[&str]) -> bool {
    let behind = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    behind.len() < text.len() && words.iter().any(|word| word.eq_ignore_ascii_case(behind))
}

/// The number that a word is, or the numbers that it may have meant.
fn numbers(word: &Word, least: u32, most: u32) -> Vec<Fit> {
    match word.number() {
        reader::Number::Good(number) => vec![Fit::new(0, number.to_string())],
        reader::Number::Wrong => {
            sound_numbers(&word.text, least..=most).into_iter().map(|number| Fit::new(SLIP, number.to_string())).collect()
        }
        reader::Number::Other => number_in_words(&word.text).map(|number| Fit::new(FORM, number.to_string())).into_iter().collect(),
    }
}

/// P3.2: the numbers within bounds that an unreadable number may have meant, best first; empty if it has no digit.
///
/// `1e3` and `1,000` are a thousand, `2.5` is 2, `-3` is 3. A number out of bounds becomes the bound.
fn sound_numbers(written: &str, bounds: RangeInclusive<u32>) -> Vec<u32> {
    let unsigned = written.trim_start_matches(['-', '+', '\u{2212}']);
    let digits: String = unsigned.chars().take_while(char::is_ascii_digit).collect();
    let within = |number: u32| number.clamp(*bounds.start(), *bounds.end());
    let leading = (!digits.is_empty()).then(|| within(digits.parse().unwrap_or(u32::MAX)));
    let mut found: Vec<u32> =
        in_thousands(unsigned).or_else(|| with_exponent(unsigned)).filter(|number| bounds.contains(number)).into_iter().collect();
    found.extend(leading.filter(|number| !found.contains(number)));
    found
}

/// Reads `1,000`, `1.000` and `1'000`.
fn in_thousands(written: &str) -> Option<u32> {
    let mut groups = written.split([',', '.', '\'']);
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()))?;
    let rest: Vec<&str> = groups.collect();
    (!rest.is_empty() && rest.iter().all(|group| group.len() == 3)).then(|| format!("{first}{}", rest.concat()).parse().ok()).flatten()
}

/// Reads `1e3`.
fn with_exponent(written: &str) -> Option<u32> {
    let (number, exponent) = written.split_once(['e', 'E'])?;
    let (number, exponent): (u32, u32) = (number.parse().ok()?, exponent.parse().ok()?);
    number.checked_mul(10_u32.checked_pow(exponent)?)
}

/// Reads `three`.
fn number_in_words(written: &str) -> Option<u32> {
    let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    (1..).zip(names).find(|(_, name)| name.eq_ignore_ascii_case(written)).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_other_forms_are_understood() {
        let sound = |written: &str| sound_numbers(written, 1..=MAXIMUM_NUMBER);
        assert_eq!((sound("1e3"), sound("1,000"), sound("12'345")), (vec![1000, 1], vec![1000, 1], vec![12345, 12]));
        assert_eq!((sound("-3"), sound("2.5"), sound("2nd"), sound("5max")), (vec![3], vec![2], vec![2], vec![5]));
        assert_eq!((sound("0"), sound("99999999999"), sound("1e99"), sound("many")), (vec![1], vec![MAXIMUM_NUMBER], vec![1], vec![]));
        assert_eq!((number_in_words("Three"), number_in_words("threes")), (Some(3), None));
    }
}
