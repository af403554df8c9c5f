//! How near one spelling is to another: the one measure and the one threshold for everything that anybody can misspell.
//!
//! It counts slips of the finger: a surplus letter, a missing one, a wrong one, and two that have changed places. A digit counts as two letters,
//! because another number is another thing; a blank, a hyphen or an apostrophe counts as half a letter.

mod line;

pub use line::{Fit, LinePlace, Lines, MOST_SUGGESTIONS, Writing};

/// A distance in tenths of a slip.
pub type Cost = u32;

/// The cost of one wrong letter.
pub const SLIP: Cost = 10;

/// Longer words are near nothing, because a stranger could waste our time with them.
const LONGEST_COMPARED: usize = 64;
/// The cost of a beginning that stands for the whole, such as `DECL` for DECLARE.
const SHORTENED: Cost = SLIP / 2;
/// The cost of some words that stand for all, such as `Arrow` for Barnard's Arrow.
const IN_PART: Cost = SLIP;
/// How many missing letters of a shortened spelling count at most: the more are missing, the farther away it is.
const MOST_MISSING_COUNTED: usize = 4;
/// The fewest letters of a shortened spelling that may have slips.
const SHORTEST_BEGINNING_WITH_SLIPS: usize = 4;
/// The fewest letters of some words that stand for all.
const SHORTEST_PART: usize = 3;

/// Lines that are farther than this from the nearest one are not offered beside it.
pub const MARGIN: Cost = SLIP - 1;

/// Lines farther away than this are different lines.
pub const FARTHEST: Cost = 9 * SLIP / 2;

/// The cost of two neighbouring words that have changed places.
pub const EXCHANGED: Cost = 3 * SLIP / 2;

/// The cost of a surplus word.
pub const WORD_TOO_MANY: Cost = 2 * SLIP;

/// A letter, and what a slip in it costs.
type WeighedLetter = (char, Cost);

/// A spelling prepared for comparison with many others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// In lower case, with one kind of apostrophe and single blanks.
    letters: Vec<WeighedLetter>,
    /// One bit for each letter that occurs; several letters may share a bit.
    alphabet: u64,
}

impl Spelling {
    /// Prepares a text for comparison.
    pub fn of(text: &str) -> Spelling {
        let mut letters: Vec<WeighedLetter> = Vec::with_capacity(text.len());
        let mut push = |letter: char| letters.push((letter, weight(letter)));
        for (at, word) in text.split_whitespace().enumerate() {
            if at > 0 {
                push(' ');
            }
            for letter in word.chars() {
                match letter {
                    '\u{2019}' | '\u{2018}' | '`' | '\u{b4}' => push('\''),
                    // Most letters are of this kind, and the other way is a long one.
                    letter if letter.is_ascii() => push(letter.to_ascii_lowercase()),
                    letter => letter.to_lowercase().for_each(&mut push),
                }
            }
        }
        let weighty = letters.iter().filter(|(_, weight)| *weight >= SLIP);
        let alphabet = weighty.fold(0, |bits, (letter, _)| bits | 1 << (*letter as u32 % 64));
        Spelling { letters, alphabet }
    }

    /// The cost of the slips that lead from this spelling to the other; `None` if they are not near.
    pub fn slips(&self, meant: &Spelling) -> Option<Cost> {
        let (written, whole) = (self.letters.as_slice(), meant.letters.as_slice());
        let is_too_long = written.len().abs_diff(whole.len()) as Cost * (SLIP / 2) > allowed(written.len(), whole.len());
        // Each letter that only one of them has costs at least a slip.
        let only_one = (self.alphabet & !meant.alphabet).count_ones().max((meant.alphabet & !self.alphabet).count_ones());
        if is_too_long || only_one * SLIP > allowed(written.len(), whole.len()) {
            return None;
        }
        let cost = costs_of_beginnings(written, whole)?[whole.len()];
        is_near(cost, written.len(), whole.len()).then_some(cost)
    }

    /// As [`Spelling::slips`], but this spelling may be shortened to a beginning, to some of the words, or to a beginning of those.
    pub fn closeness(&self, meant: &Spelling) -> Option<Cost> {
        if (self.alphabet & !meant.alphabet).count_ones() * SLIP > allowed(self.letters.len(), meant.letters.len()) {
            return None;
        }
        let is_start = |at: &usize| *at == 0 || self.letters.len() >= SHORTEST_PART && begins_word(&meant.letters, *at);
        let from = |start: usize| Some(closeness_from(&self.letters, meant.letters.get(start..)?)? + if start > 0 { IN_PART } else { 0 });
        (0..meant.letters.len()).filter(is_start).filter_map(from).min()
    }
}

/// [`Spelling::slips`] of two texts.
pub fn slips(written: &str, meant: &str) -> Option<Cost> {
    Spelling::of(written).slips(&Spelling::of(meant))
}

/// [`Spelling::closeness`] of two texts.
pub fn closeness(written: &str, meant: &str) -> Option<Cost> {
    Spelling::of(written).closeness(&Spelling::of(meant))
}

/// The known spellings that `written` may stand for: best first, each once, at most three.
pub fn nearest<'k>(written: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<&'k str> {
    let written = Spelling::of(written);
    let distance = |known: &'k str| Some((written.closeness(&Spelling::of(known))?, known));
    best(known.into_iter().filter_map(distance).collect())
}

/// The nearest of these: each once, at most three, and in the given order if two are equally near.
pub fn best<T: PartialEq>(mut found: Vec<(Cost, T)>) -> Vec<T> {
    found.sort_by_key(|(cost, _)| *cost);
    let mut best: Vec<T> = Vec::new();
    for (_, one) in found {
        if best.len() < MOST_SUGGESTIONS && !best.contains(&one) {
            best.push(one);
        }
    }
    best
}

/// The end of an answer to a misspelt name: the nearest known name, or all of them if none is near.
pub fn guess_or_list<'k>(written: &str, known: impl IntoIterator<Item = &'k str> + Clone) -> String {
    match nearest(written, known.clone()).first() {
        Some(near) => format!("; did you mean `{near}`?"),
        None => format!("; there are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

/// The closeness to the whole of `meant`, or to a beginning of it.
fn closeness_from(written: &[WeighedLetter], meant: &[WeighedLetter]) -> Option<Cost> {
    let costs = costs_of_beginnings(written, meant)?;
    let of_length = |length: usize| {
        let (cost, missing) = (costs[length], meant.len() - length);
        if missing == 0 {
            return is_near(cost, written.len(), length).then_some(cost);
        }
        let is_long_enough = cost == 0 || written.len() >= SHORTEST_BEGINNING_WITH_SLIPS;
        let is_word = meant.get(length).is_some_and(|(next, _)| !is_of_word(*next));
        let missing = if is_word { 0 } else { missing.min(MOST_MISSING_COUNTED) as Cost };
        (is_long_enough && is_near(cost, written.len(), length)).then_some(cost + SHORTENED + missing)
    };
    (1..=meant.len()).filter_map(of_length).min()
}

/// The threshold: one slip in up to four letters, two in up to eight, three in more.
fn allowed(written: usize, meant: usize) -> Cost {
    match written.min(meant) {
        0..=4 => SLIP,
        5..=8 => 2 * SLIP,
        _ => 3 * SLIP,
    }
}

/// Whether the cost is within the threshold and at least one letter is right.
fn is_near(cost: Cost, written: usize, meant: usize) -> bool {
    written > 0 && meant > 0 && cost <= allowed(written, meant) && cost < SLIP * written.max(meant) as Cost
}

/// The costs of the beginnings of a text, from the empty one to the whole.
type BeginningCosts = [Cost; LONGEST_COMPARED + 1];

/// The cost of each beginning of `meant`, as many as it has; `None` if all cost more than anything may, or a word is too long.
fn costs_of_beginnings(written: &[WeighedLetter], meant: &[WeighedLetter]) -> Option<BeginningCosts> {
    if written.len() > LONGEST_COMPARED || meant.len() > LONGEST_COMPARED {
        return None;
    }
    // Two exchanged letters reach back over one row, and save at most a slip.
    let most = allowed(written.len(), meant.len()) + SLIP;
    let [before, last, next]: &mut [BeginningCosts; 3] = &mut [[0; _]; 3];
    let (mut before, mut last, mut next) = (before, last, next);
    for (j, (_, weight)) in meant.iter().enumerate() {
        last[j + 1] = last[j] + weight;
    }
    for (i, (letter, own)) in written.iter().enumerate() {
        next[0] = last[0] + own;
        let mut least = next[0];
        for (j, (wanted, other)) in meant.iter().enumerate() {
            let replaced = if letter == wanted { 0 } else { *own.max(other) };
            let mut cost = (last[j] + replaced).min(last[j + 1] + own).min(next[j] + other);
            if i > 0 && j > 0 && written[i - 1].0 == *wanted && meant[j - 1].0 == *letter {
                cost = cost.min(before[j - 1] + SLIP);
            }
            next[j + 1] = cost;
            least = least.min(cost);
        }
        if least > most {
            return None;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut next);
    }
    Some(*last)
}

fn weight(letter: char) -> Cost {
    match letter {
        '0'..='9' => 2 * SLIP,
        'a'..='z' => SLIP,
        letter if letter.is_alphabetic() => SLIP,
        _ => SLIP / 2,
    }
}

/// Whether a word begins there, other than the first.
fn begins_word(text: &[WeighedLetter], at: usize) -> bool {
    at > 0
        && text.get(at).is_some_and(|(letter, _)| letter.is_alphanumeric())
        && text.get(at - 1).is_some_and(|(letter, _)| !is_of_word(*letter))
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '\''
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_slip_counts_once() {
        for (written, meant) in [("BULD", "BUILD"), ("buiild", "BUILD"), ("BUOLD", "BUILD"), ("BIULD", "BUILD"), ("NO", "ON"), ("F", "FI")]
        {
            assert_eq!(slips(written, meant), Some(SLIP), "{written} for {meant}");
        }
        assert_eq!((slips("on", "ON"), slips("Scotts", "Scott's"), slips("NewEarth", "New Earth")), (Some(0), Some(5), Some(5)));
        assert_eq!((slips("rim-4", "rim-3"), slips("e4-e6", "e4-f5")), (Some(20), None), "a digit weighs two letters");
    }

    #[test]
    fn the_shorter_a_word_the_fewer_slips_it_bears() {
        assert_eq!((slips("ON", "FM"), slips("X", "A"), slips("", "A")), (None, None, None));
        assert_eq!((slips("SNDD", "SEND"), slips("hello", "HELP"), slips("Erath", "Earth")), (None, None, Some(10)));
        assert_eq!((slips("BLLID", "BUILD"), slips("HOMPLANT", "HOMEPLANET"), slips("HMPLNT", "HOMEPLANET")), (Some(20), Some(20), None));
        assert_eq!(slips(&"x".repeat(65), &"x".repeat(65)), None, "too long to be compared");
    }

    #[test]
    fn a_beginning_or_some_of_the_words_may_stand_for_all() {
        assert_eq!((closeness("DECL", "DECLARE"), closeness("home", "Scott's Home")), (Some(8), Some(10)));
        assert_eq!((closeness("Scotts", "Scott's Home"), closeness("Arow", "Barnard's Arrow")), (Some(10), Some(20)));
        assert_eq!((closeness("New", "New Earth"), closeness("New", "Newton")), (Some(5), Some(8)), "whole words first");
        assert_eq!((closeness("D", "DECLARE"), closeness("at", "New Atlas")), (Some(9), None));
    }

    #[test]
    fn the_best_three_come_first() {
        let verbs = ["BUILD", "SEND", "SPY", "DECLARE"];
        assert_eq!((nearest("buld", verbs), nearest("decl", verbs)), (vec!["BUILD"], vec!["DECLARE"]));
        assert_eq!(nearest("greetings", verbs), [""; 0]);
        assert_eq!(guess_or_list("ashs", ["ashes", "anaash"]), "; did you mean `ashes`?");
        assert_eq!(guess_or_list("chess", ["ashes", "anaash"]), "; there are ashes, anaash");
        assert_eq!(nearest("rim-3", ["rim-4", "rim-1", "rim-3", "rim-2", "rim-3"]), ["rim-3", "rim-4", "rim-1"]);
    }
}
