//! Finding a planet or a player by number, name, or any unambiguous beginning of a name.

use std::collections::BTreeSet;

/// Longest name that a player may give to a planet or to himself, in characters.
pub const MAXIMUM_NAME_LENGTH: usize = 24;

/// Names and what they stand for. `T` is the number that the rules use.
#[derive(Debug, Clone, Default)]
pub struct NameIndex<T> {
    /// Shown name, folded name, meaning; the shown one of each meaning comes first.
    names: Vec<(String, String, T)>,
}

/// What a word or words may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameMatch<T> {
    One(T),
    /// A beginning that several names share: their shown names.
    Several(Vec<String>),
    /// Nothing: the nearest shown names, at most three.
    Unknown(Vec<String>),
}

impl<T: Copy + Ord + std::fmt::Display> NameIndex<T> {
    pub fn new() -> NameIndex<T> {
        NameIndex { names: Vec::new() }
    }

    /// Adds a name; a meaning may have several.
    pub fn add(&mut self, name: &str, meaning: T) {
        self.names.push((name.to_owned(), fold(name), meaning));
    }

    /// What `text` means: a whole number, a whole name, or the beginning of just one meaning's names.
    pub fn find(&self, text: &str) -> NameMatch<T> {
        let folded = fold(text);
        let number = folded.trim_start_matches('#');
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            let wanted = number.trim_start_matches('0');
            let known = self.names.iter().find(|(_, _, meaning)| meaning.to_string() == wanted);
            return known.map_or(NameMatch::Unknown(Vec::new()), |(_, _, meaning)| NameMatch::One(*meaning));
        }
        let exact: BTreeSet<T> = self.meanings(|name| name == folded);
        let found = if exact.is_empty() { self.meanings(|name| !folded.is_empty() && name.starts_with(&folded)) } else { exact };
        match found.len() {
            0 => NameMatch::Unknown(self.nearest(&folded)),
            1 => found.first().map_or(NameMatch::Unknown(Vec::new()), |meaning| NameMatch::One(*meaning)),
            _ => NameMatch::Several(found.iter().filter_map(|meaning| self.shown(*meaning)).collect()),
        }
    }

    /// The name that is shown for a meaning.
    pub fn name_of(&self, meaning: T) -> Option<&str> {
        self.names.iter().find(|(_, _, known)| *known == meaning).map(|(name, _, _)| name.as_str())
    }

    /// Whether this is already somebody's name, whatever its case and blanks.
    pub fn is_taken(&self, name: &str) -> bool {
        let folded = fold(name);
        self.names.iter().any(|(_, known, _)| *known == folded)
    }

    fn meanings(&self, wanted: impl Fn(&str) -> bool) -> BTreeSet<T> {
        self.names.iter().filter(|(_, folded, _)| wanted(folded)).map(|(_, _, meaning)| *meaning).collect()
    }

    fn shown(&self, meaning: T) -> Option<String> {
        self.name_of(meaning).map(|name| format!("{name} ({meaning})"))
    }

    fn nearest(&self, folded: &str) -> Vec<String> {
        let length = folded.chars().count();
        let allowed = length / 3 + 1;
        // Nobody's name is that long, and comparing costs time that a stranger could waste.
        if !(1..=2 * MAXIMUM_NAME_LENGTH).contains(&length) {
            return Vec::new();
        }
        let distance = |name: &str| match name.split(' ').any(|word| length >= 3 && word.starts_with(folded)) {
            true => 1,
            false if name.chars().count().abs_diff(length) > allowed => usize::MAX,
            false => strsim::osa_distance(name, folded),
        };
        let mut near: Vec<(usize, T)> =
            self.names.iter().map(|(_, name, meaning)| (distance(name), *meaning)).filter(|(distance, _)| *distance <= allowed).collect();
        near.sort();
        let mut meanings: Vec<T> = Vec::new();
        for (_, meaning) in near {
            if !meanings.contains(&meaning) && meanings.len() < 3 {
                meanings.push(meaning);
            }
        }
        meanings.into_iter().filter_map(|meaning| self.shown(meaning)).collect()
    }
}

/// A name as it may be kept: blanks folded, nothing that could pass for an order, for the number that
/// reports put behind a name, or break a report.
///
/// `None` if nothing usable is left, it is longer than 24 characters, has no letter, or is `neutral`.
pub fn clean_name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Reports call by this word those who are nobody's.
    let sound = fold(&name) != "neutral"
        && name.chars().any(char::is_alphabetic)
        && name.chars().count() <= MAXIMUM_NAME_LENGTH
        && !name.chars().any(|letter| letter.is_control() || is_invisible(letter) || "\"<>#;()".contains(letter));
    sound.then_some(name)
}

/// Marks without width and those that turn the direction of writing: two names must never look alike.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether orders could not tell two names apart.
pub fn is_same_name(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}

/// Case, blanks and the kind of apostrophe do not matter.
fn fold(name: &str) -> String {
    let plain = name.replace(['\u{2019}', '\u{2018}', '`', '\u{00b4}'], "'");
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> NameIndex<u16> {
        let mut index = NameIndex::new();
        for (name, number) in [("Earth", 1), ("New Earth", 22), ("New Nome", 16), ("Scott's Home", 23), ("Erde", 1), ("New", 40)] {
            index.add(name, number);
        }
        index
    }

    #[test]
    fn numbers_names_beginnings_and_other_spellings_are_found() {
        for (text, number) in
            [("1", 1), ("#022", 22), ("earth", 1), ("ERDE", 1), ("e", 1), ("new  e", 22), ("scott\u{2019}s", 23), ("new", 40)]
        {
            assert_eq!(index().find(text), NameMatch::One(number), "{text}");
        }
    }

    #[test]
    fn what_is_ambiguous_or_unknown_says_what_is_near() {
        assert_eq!(index().find("new "), NameMatch::One(40), "a whole name wins over a beginning");
        assert_eq!(index().find("ne"), NameMatch::Several(vec!["New Nome (16)".into(), "New Earth (22)".into(), "New (40)".into()]));
        assert_eq!(index().find("Erath"), NameMatch::Unknown(vec!["Earth (1)".into()]));
        assert_eq!(index().find("home"), NameMatch::Unknown(vec!["Scott's Home (23)".into()]));
        assert_eq!(index().find("77"), NameMatch::Unknown(vec![]));
        assert_eq!(index().find(""), NameMatch::Unknown(vec![]));
    }

    #[test]
    fn a_name_cannot_pass_for_a_number_or_a_comment() {
        assert_eq!(clean_name("  Ann's   Rest "), Some("Ann's Rest".into()));
        for wrong in ["", "12", "Neutral", "a;b", "a\"b", "Earth (2)", "Ear\u{200b}th", "a name that is far too long to fit"] {
            assert_eq!(clean_name(wrong), None, "{wrong}");
        }
    }
}
