//! C4: notes from one player to the other, on one line or in quotes over several lines.

use super::letters::{harmless, is_blank, is_quote};

/// Where a longer note is cut, in characters.
const MOST_LETTERS: usize = 2_000;
/// A quotation must close within this many lines after its first.
const MOST_LINES: usize = 40;

/// What stands after the word NOTE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A complete note.
    Whole {
        /// Without its quotation marks.
        text: String,
        /// How many lines it takes.
        lines: usize,
    },
    /// A note that begins with a quotation mark that is never closed.
    Unclosed,
}

impl Note {
    /// How many lines belong to it; only the first of an unclosed quotation.
    pub fn lines(&self) -> usize {
        match self {
            Note::Whole { lines, .. } => *lines,
            Note::Unclosed => 1,
        }
    }
}

/// The text after the word NOTE, if the line begins with that word.
pub fn behind_note(line: &str) -> Option<&str> {
    let word = line.split_whitespace().next()?;
    let is_note = word.trim_end_matches(':').eq_ignore_ascii_case("note");
    is_note.then(|| line.trim_start().get(word.len()..).unwrap_or_default())
}

/// Reads the note that begins with these lines; `first` is what stands after the word NOTE. A quotation ends with the line in which the marks become
/// even in number. If it has several lines, marks inside it become apostrophes.
pub fn read_note(first: &str, following: &[&str]) -> Note {
    let first = first.trim_matches(is_blank);
    let marks = |line: &str| line.chars().filter(|letter| is_quote(*letter)).count();
    if !first.starts_with(is_quote) || marks(first).is_multiple_of(2) {
        return Note::Whole { text: clean(&one_line(first)), lines: 1 };
    }
    let mut open = marks(first);
    for (index, line) in following.iter().take(MOST_LINES).enumerate() {
        open += marks(line);
        if open.is_multiple_of(2) {
            let lines = std::iter::once(first).chain(following.iter().take(index + 1).map(|line| line.trim_matches(is_blank)));
            return Note::Whole { text: clean(&unquoted(&lines.collect::<Vec<_>>().join("\n"))), lines: index + 2 };
        }
    }
    Note::Unclosed
}

/// A note of one line, without the marks around it.
fn one_line(text: &str) -> String {
    let mut letters = text.chars();
    let (opens, closes) = (letters.next().is_some_and(is_quote), letters.next_back().is_some_and(is_quote));
    if opens && closes {
        return letters.as_str().to_owned();
    }
    // An unpaired mark would begin a quotation when the note is read again.
    if text.chars().filter(|letter| is_quote(*letter)).count().is_multiple_of(2) { text.to_owned() } else { text.replace(is_quote, "'") }
}

/// A quotation over several lines, without its first and last mark. Words after the last mark belong to it; a full stop does not.
fn unquoted(whole: &str) -> String {
    let inside = whole.strip_prefix(is_quote).unwrap_or(whole);
    let (text, behind) = inside.rsplit_once(is_quote).unwrap_or((inside, ""));
    let behind = if behind.chars().any(char::is_alphanumeric) { behind } else { "" };
    format!("{text}{behind}").replace(is_quote, "'")
}

/// Drops what could rearrange the report around the note, and cuts the note to length.
fn clean(text: &str) -> String {
    harmless(text).chars().take(MOST_LETTERS).collect::<String>().trim_matches(|letter| letter == '\n' || is_blank(letter)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &str, following: &[&str], text: &str, lines: usize) {
        let whole = |text: &str, lines| Note::Whole { text: text.to_owned(), lines };
        assert_eq!(read_note(first, following), whole(text, lines), "{first:?}");
        let again = format!("\"{text}\"");
        let mut parts = again.split('\n');
        let first = parts.next().unwrap_or_default();
        let rest: Vec<&str> = parts.collect();
        assert_eq!(read_note(first, &rest), whole(text, rest.len() + 1), "written and read again");
    }

    #[test]
    fn a_note_reads_as_players_write_it() {
        check("Good game so far", &["e5-e6"], "Good game so far", 1);
        check("\"See you on Monday\"", &[], "See you on Monday", 1);
        check("\u{201e}Bis Montag\u{201c}", &[], "Bis Montag", 1);
        check("\"One line,", &["and another\"", "e5-e6"], "One line,\nand another", 2);
        check("\"Hello\" she said", &["a\""], "\"Hello\" she said", 1);
        check("six inches: 6\"", &["e5-e6"], "six inches: 6'", 1);
        check("\"a", &["b \"c\" d", "e\""], "a\nb 'c' d\ne", 3);
        check("\"Last time I had to", &["resign", "so be kind\"."], "Last time I had to\nresign\nso be kind", 3);
        check("\"I think about", &["e5-e6\" - Ann", "RESIGN"], "I think about\ne5-e6 - Ann", 2);
        check("\"\"", &[], "", 1);
        check("turn\u{202e}ed\u{7}", &[], "turned", 1);
    }

    #[test]
    fn a_quotation_that_is_never_closed_is_no_note() {
        assert_eq!(read_note("\"Never closed", &["e5-e6"]), Note::Unclosed);
        assert_eq!(read_note("\"Never closed", &["e5-e6"; 100]), Note::Unclosed);
    }
}
