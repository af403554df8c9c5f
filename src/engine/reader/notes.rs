//! C4: notes from one player to the other, in one line or in quotes over several.

use super::letters::{is_blank, is_quote, turns_writing};

/// A longer note is cut.
const MOST_LETTERS: usize = 2_000;
/// A quotation that nothing closes in so many lines is one line alone.
const MOST_LINES: usize = 40;

/// What stands behind the word NOTE, if the line begins with it.
pub fn behind_note(line: &str) -> Option<&str> {
    let word = line.split_whitespace().next().unwrap_or_default();
    let is_note = word.trim_end_matches(':').eq_ignore_ascii_case("note");
    is_note.then(|| line.trim_start().get(word.len()..).unwrap_or_default())
}

/// The note that begins with these lines, the first of them behind the word NOTE; and how many lines it has.
pub fn read_note(first: &str, following: &[&str]) -> (String, usize) {
    let first = first.trim_matches(is_blank);
    let mut letters = first.chars();
    let opens = letters.next().is_some_and(is_quote);
    let closes = letters.next_back().is_some_and(is_quote);
    if opens && closes {
        return (clean(inside(first)), 1);
    }
    let is_closed = opens && first.chars().skip(1).any(is_quote);
    let end = following.iter().take(MOST_LINES).position(|line| line.trim_matches(is_blank).ends_with(is_quote));
    match end {
        Some(end) if opens && !is_closed => {
            let lines = std::iter::once(first).chain(following.iter().take(end + 1).map(|line| line.trim_matches(is_blank)));
            let whole = lines.collect::<Vec<_>>().join("\n");
            (clean(&inside(&whole).replace(is_quote, "'")), end + 2)
        }
        _ => (clean(first), 1),
    }
}

/// What stands between the first and the last letter.
fn inside(quoted: &str) -> &str {
    let mut letters = quoted.chars();
    letters.next();
    letters.next_back();
    letters.as_str()
}

/// Without what could rearrange the report around it, and not longer than a note may be.
fn clean(text: &str) -> String {
    let kept = text.chars().filter(|letter| *letter == '\n' || !letter.is_control() && !turns_writing(*letter));
    kept.take(MOST_LETTERS).collect::<String>().trim_matches(|letter| letter == '\n' || is_blank(letter)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &str, following: &[&str], text: &str, lines: usize) {
        let (note, length) = read_note(first, following);
        assert_eq!((note.as_str(), length), (text, lines), "{first:?}");
        let again = format!("\"{note}\"");
        let mut lines = again.split('\n');
        let first = lines.next().unwrap_or_default();
        let rest: Vec<&str> = lines.collect();
        assert_eq!(read_note(first, &rest).0, text, "written and read again");
    }

    #[test]
    fn a_note_reads_as_players_write_it() {
        check("Good game so far", &["e5-e6"], "Good game so far", 1);
        check("\"See you on Monday\"", &[], "See you on Monday", 1);
        check("\u{201e}Bis Montag\u{201c}", &[], "Bis Montag", 1);
        check("\"One line,", &["and another\"", "e5-e6"], "One line,\nand another", 2);
        check("\"Never closed", &["e5-e6"], "\"Never closed", 1);
        check("\"Hello\" she said", &["a\""], "\"Hello\" she said", 1);
        check("\"a", &["b \"c\" d", "e\""], "a\nb 'c' d\ne", 3);
        check("\"\"", &[], "", 1);
        check("turn\u{202e}ed\u{7}", &[], "turned", 1);
    }
}
