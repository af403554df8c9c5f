//! How people misspell a line: slips of letters in names or keywords, words in another order, a word left out.

use super::lines::{LegalLine, Sort};

/// A generator that gives the same slips on every machine (SplitMix64).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// From 0 to below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub(super) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A kind of slip; each comes with one slip or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// One or two letters in the names of planets, players and cells.
    Names,
    /// One or two letters in verbs, units, clause words and other words of the grammar.
    Keywords,
    /// Two neighbouring words have changed places; in half of the lines a letter is wrong as well.
    Order,
    /// A word that the rest of the line tells is missing; in half of the lines a letter is wrong as well.
    Missing,
}

impl Kind {
    pub(super) const ALL: [Kind; 4] = [Kind::Names, Kind::Keywords, Kind::Order, Kind::Missing];

    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Names => "names",
            Kind::Keywords => "keywords",
            Kind::Order => "order of words",
            Kind::Missing => "a missing word",
        }
    }

    /// The line with such slips; `None` if it has no room for one.
    pub(super) fn slip(self, line: &LegalLine, random: &mut Random) -> Option<String> {
        let mut words = line.words();
        match self {
            Kind::Names => slip_letters(&mut words, |sort| sort == Sort::Name, 1 + random.below(2), random)?,
            Kind::Keywords => slip_letters(&mut words, Sort::is_keyword, 1 + random.below(2), random)?,
            Kind::Order => {
                let movable = |at: &usize| words[*at].1 != words[at + 1].1 || words[*at].1 != Sort::Number;
                let places: Vec<usize> = (0..words.len() - 1).filter(movable).collect();
                let at = (!places.is_empty()).then(|| *random.pick(&places))?;
                words.swap(at, at + 1);
                slip_letters(&mut words, |sort| sort == Sort::Name || sort.is_keyword(), random.below(2), random)?;
            }
            Kind::Missing => {
                let places: Vec<usize> = (0..words.len()).filter(|at| words[*at].1 == Sort::Grammar).collect();
                let at = (!places.is_empty()).then(|| *random.pick(&places))?;
                words.remove(at);
                // A name or a number alone says nothing about what its sender wanted.
                if words.len() < 2 || !words.iter().any(|(_, sort)| sort.is_keyword()) {
                    return None;
                }
                slip_letters(&mut words, |sort| sort == Sort::Name || sort.is_keyword(), random.below(2), random)?;
            }
        }
        let slipped = words.into_iter().map(|(word, _)| word).collect::<Vec<_>>().join(" ");
        (slipped != line.text).then_some(slipped)
    }
}

/// Makes this many slips in letters of words of these sorts; `None` if there are no such letters.
fn slip_letters(words: &mut [(String, Sort)], of: fn(Sort) -> bool, slips: usize, random: &mut Random) -> Option<()> {
    for _ in 0..slips {
        let letters: Vec<(usize, usize)> = words
            .iter()
            .enumerate()
            .filter(|(_, (_, sort))| of(*sort))
            .flat_map(|(index, (word, _))| {
                let letters = word.chars().enumerate().filter(|(_, letter)| letter.is_ascii_alphabetic());
                letters.map(move |(at, _)| (index, at)).collect::<Vec<_>>()
            })
            .collect();
        let (index, at) = (!letters.is_empty()).then(|| *random.pick(&letters))?;
        let slipped = slip(&words[index].0, at, random);
        // A word of one letter that was dropped is a missing word, which is another kind.
        if !slipped.is_empty() {
            words[index].0 = slipped;
        }
    }
    Some(())
}

/// The word with its letter at `at` replaced, dropped, doubled or exchanged with the letter after it.
fn slip(word: &str, at: usize, random: &mut Random) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let letter = letters[at];
    let is_swappable = letters.get(at + 1).is_some_and(|next| next.is_ascii_alphabetic() && *next != letter);
    match random.below(4) {
        0 => {
            let other = (b'a' + random.below(26) as u8) as char;
            letters[at] = if letter.is_ascii_uppercase() { other.to_ascii_uppercase() } else { other };
        }
        1 => {
            letters.remove(at);
        }
        2 if is_swappable => letters.swap(at, at + 1),
        _ => letters.insert(at, letter),
    }
    letters.into_iter().collect()
}
