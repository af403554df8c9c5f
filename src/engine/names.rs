//! What players and planets may be called, and how to find one by its number, its name, or an unambiguous beginning of its name.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::nearness::{Cost, Spelling, best};

/// The longest name of a planet or a player, in characters.
pub(crate) const MAXIMUM_NAME_LENGTH: usize = 24;

/// Names and what they stand for.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameIndex<T> {
    /// Each name with its meaning; the shown name of a meaning comes first.
    names: Vec<(String, T)>,
    /// The names as they are compared, once something is sought that is no number.
    folded: OnceLock<Vec<String>>,
    /// The names prepared to find what is like them, once something is compared.
    spellings: OnceLock<Vec<Spelling>>,
}

/// What a text may mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMatch<T> {
    One(T),
    /// The beginning of several names.
    Several,
    /// Neither a number, a name, nor the beginning of one.
    Unknown,
}

/// A number of the rules.
pub(crate) trait RulesNumber: Copy + Ord + std::fmt::Display + Into<u64> {}

impl<T: Copy + Ord + std::fmt::Display + Into<u64>> RulesNumber for T {}

impl<T: RulesNumber> NameIndex<T> {
    pub(crate) fn new() -> NameIndex<T> {
        NameIndex { names: Vec::new(), folded: OnceLock::new(), spellings: OnceLock::new() }
    }

    /// Adds a name. A meaning may have several; the first is the one shown.
    pub(crate) fn add(&mut self, name: &str, meaning: T) {
        self.names.push((name.to_owned(), meaning));
        self.folded.take();
        self.spellings.take();
    }

    /// What `text` means: a whole number, a whole name, or a beginning that only one meaning's names have.
    pub(crate) fn find(&self, text: &str) -> NameMatch<T> {
        let folded = fold(text);
        let number = folded.trim_start_matches('#');
        if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            let wanted: Option<u64> = number.parse().ok();
            let known = self.names.iter().find(|(_, meaning)| Some((*meaning).into()) == wanted);
            return known.map_or(NameMatch::Unknown, |(_, meaning)| NameMatch::One(*meaning));
        }
        let exact: BTreeSet<T> = self.meanings(|name| name == folded);
        let found = if exact.is_empty() { self.meanings(|name| !folded.is_empty() && name.starts_with(&folded)) } else { exact };
        match (found.first(), found.len()) {
            (Some(meaning), 1) => NameMatch::One(*meaning),
            (Some(_), _) => NameMatch::Several,
            (None, _) => NameMatch::Unknown,
        }
    }

    /// What `text` may have meant, the nearest first; a meaning appears once for each of its names that is near.
    pub(crate) fn near(&self, text: &str) -> Vec<(Cost, T)> {
        let written = Spelling::of(text);
        let spellings = self.spellings.get_or_init(|| self.names.iter().map(|(name, _)| Spelling::of(name)).collect());
        let meanings = self.names.iter().map(|(_, meaning)| *meaning);
        let mut near: Vec<(Cost, T)> =
            spellings.iter().zip(meanings).filter_map(|(name, meaning)| Some((written.closeness(name)?, meaning))).collect();
        near.sort();
        near
    }

    /// The names that `text` may have meant, as people read them: best first, at most three.
    pub(crate) fn nearest(&self, text: &str) -> Vec<String> {
        let shown = |meaning: T| Some(format!("{} ({meaning})", self.name_of(meaning)?));
        best(self.near(text)).into_iter().filter_map(shown).collect()
    }

    /// The number of words in the name with the most words.
    pub(crate) fn most_words(&self) -> usize {
        self.names.iter().map(|(name, _)| name.split_whitespace().count()).max().unwrap_or(0)
    }

    /// The shown name of a meaning.
    pub(crate) fn name_of(&self, meaning: T) -> Option<&str> {
        self.names.iter().find(|(_, known)| *known == meaning).map(|(name, _)| name.as_str())
    }

    fn meanings(&self, wanted: impl Fn(&str) -> bool) -> BTreeSet<T> {
        let folded = self.folded.get_or_init(|| self.names.iter().map(|(name, _)| fold(name)).collect());
        folded.iter().zip(&self.names).filter(|(folded, _)| wanted(folded)).map(|(_, (_, meaning))| *meaning).collect()
    }
}

/// A name in the form in which it is stored: with single blanks, and without anything that could pass for an order or for the number that reports put
/// after a name, or that could break a report.
///
/// `None` if the name has more than 24 characters, has no letter, has a forbidden sign, or is `neutral`.
pub fn clean_name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sound = !is_reserved_name(&name)
        && name.chars().any(char::is_alphabetic)
        && name.chars().count() <= MAXIMUM_NAME_LENGTH
        && !name.chars().any(|letter| letter.is_control() || is_invisible(letter) || "\"<>#;()".contains(letter));
    sound.then_some(name)
}

/// Whether this is the name that reports use for what belongs to nobody.
pub(crate) fn is_reserved_name(name: &str) -> bool {
    fold(name) == "neutral"
}

/// Whether a letter has no width or changes the direction of writing. Such letters would make two names look alike, or hide an order in an email.
pub fn is_invisible(letter: char) -> bool {
    matches!(letter, '\0' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Whether a text is one line of ASCII that anybody sees: for these there are short ways, and nearly all texts are.
pub fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Whether orders could not tell these two names apart.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}

/// A name as it is compared: case, surplus blanks and the kind of apostrophe do not matter.
fn fold(name: &str) -> String {
    // A shortcut for most names, since many are folded for every sheet.
    if is_plain(name) && !name.contains('`') && !name.contains("  ") && name.trim() == name {
        return name.to_ascii_lowercase();
    }
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
    fn what_is_ambiguous_or_unknown_is_neither_guessed_nor_lost() {
        assert_eq!(index().find("new "), NameMatch::One(40), "a whole name wins over a beginning");
        assert_eq!(index().find("ne"), NameMatch::Several);
        for unknown in ["Erath", "home", "77", ""] {
            assert_eq!(index().find(unknown), NameMatch::Unknown, "{unknown}");
        }
        let near = |text: &str| index().near(text).into_iter().map(|(_, number)| number).collect::<Vec<_>>();
        assert_eq!((near("Erath"), near("home"), near("77")), (vec![1, 22], vec![23, 16], vec![]));
        assert_eq!(near("new"), [40, 16, 22]);
    }

    #[test]
    fn a_name_cannot_pass_for_a_number_or_a_comment() {
        assert_eq!(clean_name("  Ann's   Rest "), Some("Ann's Rest".into()));
        for wrong in ["", "12", "Neutral", "a;b", "a\"b", "Earth (2)", "Ear\u{200b}th", "a name that is far too long to fit"] {
            assert_eq!(clean_name(wrong), None, "{wrong}");
        }
    }
}
