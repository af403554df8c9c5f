//! Columns of plain text, measured as terminals show them.

use std::borrow::Cow;
use std::iter;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::engine::is_plain;

/// The width of all plain text, in columns.
pub(super) const COLUMNS: usize = 78;

/// How many columns a terminal gives to a text.
pub(super) fn width(text: &str) -> usize {
    // A shortcut for nearly every text, many times as fast.
    if is_plain(text) { text.len() } else { text.width() }
}

/// A text in exactly `columns`: filled with blanks on the right, or cut.
pub(super) fn left(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    format!("{text}{}", blanks(columns, &text))
}

/// A text at the right edge of `columns`. It is never cut, because part of a number would be wrong.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", blanks(columns, text))
}

/// Two texts at the two edges of a line; on two lines if one line has no room for both.
pub(super) fn spread(left: &str, right: &str) -> String {
    let used = width(left) + width(right);
    match COLUMNS.checked_sub(used) {
        Some(gap) if gap > 0 => format!("{left}{}{right}", " ".repeat(gap)),
        _ => format!("{left}\n{}{right}", blanks(COLUMNS, right)),
    }
}

/// How to fill a block of text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Fill<'a> {
    /// The blanks before the first line of a paragraph (or of the text, with `keep_lines`), and before the others.
    pub first: usize,
    pub indent: usize,
    /// What begins every line, such as the bar of a quotation.
    pub prefix: &'a str,
    /// Whether each line is a paragraph of its own, as in a letter from a player.
    pub keep_lines: bool,
    /// How many columns stay free at the right.
    pub narrower: usize,
}

/// Reflows paragraphs to [`COLUMNS`]. A word longer than a line is broken, so that no line is longer.
pub(super) fn fill(text: &str, how: Fill<'_>) -> String {
    if let Some(line) = one_line(text, how) {
        return line;
    }
    let mut filled =
        Filling { how, text: String::with_capacity(text.len() + text.len() / 4 + how.first), line: None, used: 0, is_bare: true };
    let mut words = Vec::new();
    if how.keep_lines {
        for line in text.trim_matches('\n').trim_end().lines() {
            words.clear();
            words.extend(line.split_whitespace());
            filled.add(&words);
        }
        return filled.text;
    }
    for line in text.lines().chain([""]) {
        let known = words.len();
        words.extend(line.split_whitespace());
        if words.len() == known && known > 0 {
            filled.add(&words);
            words.clear();
        }
    }
    filled.text
}

/// A shortcut for a text that fits on one line as it is, such as nearly every order.
fn one_line(text: &str, how: Fill<'_>) -> Option<String> {
    let words = text.trim();
    let is_plain = !words.is_empty() && is_plain(words) && !words.as_bytes().windows(2).any(|pair| pair == b"  ");
    let most = COLUMNS.saturating_sub(how.narrower + how.first.max(how.indent) + width(how.prefix));
    (is_plain && words.len() <= most).then(|| [how.prefix, &" ".repeat(how.first), words].concat())
}

/// Paragraphs that are filled line by line.
struct Filling<'a> {
    how: Fill<'a>,
    text: String,
    /// Where the last line begins; `None` before the first.
    line: Option<usize>,
    /// How many columns the last line has.
    used: usize,
    /// Whether the last line has no word yet.
    is_bare: bool,
}

impl Filling<'_> {
    fn add(&mut self, words: &[&str]) {
        let Fill { first, indent, prefix, keep_lines, narrower } = self.how;
        let is_later = self.line.is_some();
        if is_later && !keep_lines {
            self.text.push('\n');
            self.text.push_str(prefix.trim_end());
        }
        let first = if is_later && keep_lines { indent } else { first };
        self.begin_line(first);
        let columns = COLUMNS.saturating_sub(narrower);
        let most = columns.saturating_sub(first.max(indent) + width(prefix)).max(1);
        let mut rest = words;
        while let Some(word) = first_glued(&mut rest) {
            for piece in pieces(&word, most) {
                let more = width(piece);
                if !self.is_bare && self.used + 1 + more > columns {
                    self.begin_line(indent);
                }
                if !self.is_bare {
                    self.text.push(' ');
                    self.used += 1;
                }
                self.text.push_str(piece);
                (self.used, self.is_bare) = (self.used + more, false);
            }
        }
        if let Some(line) = self.line.filter(|_| self.is_bare) {
            self.text.truncate(line + prefix.trim_end().len());
        }
    }

    fn begin_line(&mut self, blanks: usize) {
        if self.line.is_some() {
            self.text.push('\n');
        }
        self.line = Some(self.text.len());
        self.text.push_str(self.how.prefix);
        self.text.extend(iter::repeat_n(' ', blanks));
        (self.used, self.is_bare) = (width(self.how.prefix) + blanks, true);
    }
}

/// Takes the first of the words. A sign of a formula, or anything that would turn its line into a list or a quotation, is attached to the word before:
/// "a +", "b". A line may still begin with one if the text does.
fn first_glued<'a>(words: &mut &[&'a str]) -> Option<Cow<'a, str>> {
    let (first, mut rest) = words.split_first()?;
    let mut glued = Cow::Borrowed(*first);
    while let Some((word, behind)) = rest.split_first().filter(|(word, _)| begins_a_block(word) && width(&glued) < COLUMNS / 2) {
        glued += " ";
        glued += *word;
        rest = behind;
    }
    *words = rest;
    Some(glued)
}

fn begins_a_block(word: &str) -> bool {
    matches!(word, "+" | "-" | "*" | "=" | "1." | "1)") || word.starts_with(['>', '#'])
}

/// A word in pieces of at most `columns`.
fn pieces(word: &str, columns: usize) -> impl Iterator<Item = &str> {
    let mut rest = word;
    iter::from_fn(move || {
        let (piece, behind) = rest.split_at(first_piece(rest, columns));
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

/// How many bytes of a word its first piece of at most `columns` has.
fn first_piece(word: &str, columns: usize) -> usize {
    // No character has more columns than bytes.
    if word.len() <= columns {
        return word.len();
    }
    let is_full = |(at, character): &(usize, char)| width(&word[..*at]) + character.width().unwrap_or(0) > columns;
    word.char_indices().skip(1).find(is_full).map_or(word.len(), |(at, _)| break_at(&word[..at]))
}

/// Where to break a long word: after the last `/`, `,` or `;` in its second half, or else at its end.
fn break_at(piece: &str) -> usize {
    let parts = piece.char_indices().filter(|(_, letter)| matches!(letter, '/' | ',' | ';')).map(|(at, _)| at + 1);
    parts.filter(|at| *at > piece.len() / 2).max().unwrap_or(piece.len())
}

/// The longest beginning that fits. If anything is lost, an ellipsis takes the last column.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for character in text.chars() {
        used += character.width().unwrap_or(0);
        if used + 1 > columns {
            break;
        }
        kept.push(character);
    }
    kept + if columns > 0 { "…" } else { "" }
}

/// A text without blanks at line ends, with at most one empty line in a row, and with one line break at its end.
pub(super) fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len() + 1);
    let mut is_below_words = false;
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() && !is_below_words {
            continue;
        }
        tidied.push_str(line);
        tidied.push('\n');
        is_below_words = !line.is_empty();
    }
    tidied.truncate(tidied.trim_end().len());
    tidied.push('\n');
    tidied
}

fn blanks(columns: usize, text: &str) -> String {
    " ".repeat(columns.saturating_sub(width(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_what_a_terminal_shows() {
        assert_eq!(left("Rivet", 7), "Rivet  ");
        assert_eq!(left("Barnard's Arrow", 7), "Barnar…");
        assert_eq!(left("星星星", 4), "星… ");
        assert_eq!((right("12", 4), right("12345", 4)), ("  12".to_owned(), "12345".to_owned()));
        assert_eq!(width(&spread("left", "right")), COLUMNS);
    }

    #[test]
    fn a_text_that_fits_on_a_line_is_filled_as_any_other() {
        for (text, first, indent, prefix, narrower) in
            [("SEND 5 TR FROM 12 TO 33", 0, 7, "", 0), ("> a", 4, 2, "| ", 10), (" + b ", 0, 0, "", 0), ("a b", 2, 7, "> ", 0)]
        {
            let how = Fill { first, indent, prefix, keep_lines: false, narrower };
            // A blank of another width is a blank, too.
            assert_eq!(one_line(text, how), Some(fill(&text.replace(' ', "\u{2003}"), how)), "{text}");
        }
        let how = Fill { indent: 7, ..Fill::default() };
        let line = |length: usize| one_line(&"x".repeat(length), how).is_some();
        assert!(line(COLUMNS - 7) && !line(COLUMNS - 6) && one_line("a\nb", how).is_none() && one_line(" ", how).is_none());
    }

    #[test]
    fn tidy_text_has_no_loose_blanks() {
        assert_eq!(tidy("\n\na  \n\n \n\nb\n\n"), "a\n\nb\n");
        assert_eq!(tidy(""), "\n");
    }

    #[test]
    fn no_line_is_longer_than_the_page() {
        let text = format!("one two\nthree\n\n{}\n{}", "x".repeat(200), "word ".repeat(40));
        assert_eq!(fill("aaaa bb", Fill { prefix: "| ", narrower: COLUMNS - 8, ..Fill::default() }), "| aaaa\n| bb");
        for how in [Fill { indent: 4, ..Fill::default() }, Fill { prefix: "| ", keep_lines: true, ..Fill::default() }] {
            let filled = fill(&text, how);
            assert!(filled.lines().all(|line| width(line) <= COLUMNS && line.trim_end() == line), "{filled}");
        }
        assert_eq!(fill("a\nb\n\n\nc", Fill { first: 2, ..Fill::default() }), "  a b\n\n  c");
        assert_eq!(fill("a\n\nb", Fill { prefix: "| ", keep_lines: true, ..Fill::default() }), "| a\n|\n| b");
    }
}
