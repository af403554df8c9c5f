//! Reads `PRESS TO 2, Bob … END`: words to other players.

use super::words::without_marks_around;
use crate::engine::reader::is_quote;

/// Words to other players. Whom `to` names is decided later, by who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PressBlock {
    /// Its first line as the player wrote it, without the words on it.
    pub heading: String,
    /// The text after TO: `2, Bob and Cy`, `ALL`; empty if there is none.
    pub to: String,
    /// Whether ANONYMOUS follows.
    pub is_anonymous: bool,
    /// The words to pass on; `None` if the END or the closing quotation mark is missing, so that their end is unknown.
    pub words: Option<String>,
}

impl PressBlock {
    /// Reads the first line of a block and the others up to its END; `ends` says whether it is known where the block ends.
    pub(super) fn read(first: &str, others: &[&str], ends: bool) -> PressBlock {
        let first = first.trim();
        let (heading, quoted) = first.find(is_quote).map_or((first, None), |at| (&first[..at], Some(&first[at..])));
        let heading = heading.trim().trim_end_matches([':', '.', ',', ';', '!']);
        let mut to: Vec<&str> = heading.split_whitespace().skip(1).collect();
        if to.first().is_some_and(|word| word.eq_ignore_ascii_case("to")) {
            to.remove(0);
        }
        let is_anonymous = to.last().is_some_and(|word| word.eq_ignore_ascii_case("anonymous"));
        if is_anonymous {
            to.pop();
        }
        let lines = quoted.into_iter().chain(others.iter().copied());
        let all = lines.collect::<Vec<_>>().join("\n");
        let words = match quoted {
            Some(_) => without_marks_around(&all),
            None => all.trim_matches('\n'),
        };
        let words = ends.then(|| words.to_owned());
        PressBlock { heading: heading.to_owned(), to: to.join(" "), is_anonymous, words }
    }
}

#[cfg(test)]
mod tests {
    use super::PressBlock;

    #[test]
    fn a_block_says_to_whom_and_what_and_without_its_end_nobody_knows_what() {
        let check = |first: &str, inside: Option<&str>, to: &str, is_anonymous: bool, words: Option<&str>| {
            let others: Vec<&str> = inside.iter().flat_map(|inside| inside.split('\n')).collect();
            let block = PressBlock::read(first, &others, inside.is_some());
            assert_eq!((block.to.as_str(), block.is_anonymous, block.words.as_deref()), (to, is_anonymous, words), "{first:?}");
        };
        check("PRESS TO 2, Bob", Some("\nhello\n\nthere\n"), "2, Bob", false, Some("hello\n\nthere"));
        check("press to all anonymous:", Some("hello"), "all", true, Some("hello"));
        check("PRESS TO 2 \u{201c}one line\u{201d}", Some(""), "2", false, Some("one line"));
        check("PRESS TO 2 \"a long", Some("line\""), "2", false, Some("a long\nline"));
        check("PRESS TO 2 \"Yes\" or \"no\"", Some(""), "2", false, Some("\"Yes\" or \"no\""));
        check("PRESS TO 2 \"Bob says \u{ab}no\u{bb}\"", Some(""), "2", false, Some("Bob says \u{ab}no\u{bb}"));
        check("PRESS TO 2 \u{bb}Ja\u{ab} oder \u{bb}nein\u{ab}", Some(""), "2", false, Some("\u{bb}Ja\u{ab} oder \u{bb}nein\u{ab}"));
        check("PRESS TO 2 \"an END instead", Some("of a mark"), "2", false, Some("an END instead\nof a mark"));
        check("PRESS TO 2 \"never closed", None, "2", false, None);
        check("Press to Bob anonymous: \"x\"", Some(""), "Bob", true, Some("x"));
        check("PRESS ALL", Some(""), "ALL", false, Some(""));
        check("PRESS TO 2", None, "2", false, None);
        check("PRESS", None, "", false, None);
    }
}
