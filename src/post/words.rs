//! Cleans words for reading: header fields decoded, on one line, without invisible characters, and lines without marks around them.

use mail_parser::{HeaderValue, MessageParser};

use crate::engine::reader::{is_quote, without_bullet, without_emphasis};
use crate::engine::{is_invisible, is_plain};

/// Removes control characters and characters that only change how others look.
pub(super) fn clean(text: &str) -> String {
    let visible = text.chars().filter(|letter| !is_invisible(*letter));
    let spaced: String = visible.map(|letter| if letter.is_control() || letter.is_whitespace() { ' ' } else { letter }).collect();
    spaced.trim().to_owned()
}

/// The same, and runs of blanks become one.
pub(super) fn clean_words(text: &str) -> String {
    clean(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The line that begins a signature (RFC 3676, 4.3); nothing is joined to it.
pub(super) const SIGNATURE: &str = "-- ";

/// Marks that may end a sentence.
pub(super) const END_MARKS: [char; 6] = ['.', '!', '?', ',', ';', ':'];

/// Whether the marks at the end of a line include a question mark.
pub fn is_question(line: &str) -> bool {
    let line = line.trim();
    line[line.trim_end_matches(END_MARKS).len()..].contains('?')
}

/// Whether a line begins with one of these, in upper or lower case.
pub(super) fn begins(line: &str, names: &[&str]) -> bool {
    names.iter().any(|name| {
        let mut letters = line.chars().flat_map(char::to_lowercase);
        name.chars().all(|wanted| letters.next() == Some(wanted))
    })
}

/// Whether a word may be one of these, which are in capitals, without putting it into capitals. With letters beyond ASCII it may be: `ſ` is S there.
pub(super) fn may_be_one_of(word: &str, keywords: &[&str]) -> bool {
    !word.is_ascii() || keywords.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// Whether a line is quoted.
pub(super) fn is_marked(line: &str) -> bool {
    line.trim_start().starts_with('>')
}

/// A line without the bullet or the number of a list before it, and without the marks of bold text or code around it.
pub(super) fn unmarked(line: &str) -> &str {
    without_emphasis(without_bullet(without_emphasis(line)))
}

/// Words that begin with a quotation mark, without the marks around them; as they are if they have more marks of that kind, as `"Yes" or "no"` has,
/// because the outer ones may then be no pair. A first mark without a partner comes off too.
pub(super) fn without_marks_around(words: &str) -> &str {
    let words = words.trim();
    let inside = words.strip_prefix(is_quote).unwrap_or(words);
    let inside = inside.strip_suffix(is_quote).unwrap_or(inside);
    let has_more = inside.chars().any(|letter| is_quote(letter) && words.starts_with(is_angled) == is_angled(letter));
    if has_more { words } else { inside.trim() }
}

/// Whether a quotation mark is one of `«»`. Email programs mix all others with each other.
fn is_angled(letter: char) -> bool {
    matches!(letter, '\u{ab}' | '\u{bb}')
}

/// Decodes encoded words into one line without control characters.
pub(super) fn decode_text(value: &str) -> String {
    // Most have no such words, and to read a header takes longer than to read what it says.
    if is_plain(value) && !value.contains("=?") { clean_words(value) } else { decode_words(value) }
}

fn decode_words(value: &str) -> String {
    let raw = format!("Subject: {value}\r\n\r\n");
    let parsed = MessageParser::new().with_mime_headers().header_text(mail_parser::HeaderName::Subject).parse_headers(raw.as_bytes());
    let header = parsed.as_ref().and_then(|parsed| parsed.header(mail_parser::HeaderName::Subject));
    match header {
        Some(HeaderValue::Text(text)) => clean_words(text),
        _ => clean_words(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyword_is_known_by_its_capitals_whatever_it_was_typed_with() {
        for (word, may_be) in [("JOIN", true), ("join", true), ("joın", true), ("joined", false), ("", false)] {
            assert_eq!(may_be_one_of(word, &["JOIN", "LEAVE"]), may_be, "{word}");
        }
        assert_eq!("joın".to_uppercase(), "JOIN");
    }

    #[test]
    fn a_text_without_encoded_words_is_the_same_by_the_short_way_and_the_long_one() {
        for text in [
            "",
            " ",
            "Greta",
            "  Greta   G. ",
            "Re: [rim-3 ABCD]: x",
            "a = ? b",
            "(note) \"quoted\\\" \\x",
            "From: a@b.example",
            ": x",
            "a,;b",
        ] {
            assert_eq!(decode_text(text), decode_words(text), "{text:?}");
        }
        assert_eq!(decode_text("=?utf-8?Q?Gr=C3=A9ta?= G."), "Gréta G.");
        assert_eq!(decode_text("Gréta\u{202e}\tG."), "Gréta G.");
    }
}
