//! What single letters are to the reader (blanks, quotes, comments, bullets), and lines cut to length.

/// How much of a player's line a problem repeats, in characters.
const SHOWN_LENGTH: usize = 80;

/// Blanks of any script, and the marks without width that mail programs insert.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || matches!(letter, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Marks that change the direction of writing, with which a text could rearrange the report around it.
pub fn turns_writing(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// A text of several lines without the letters that could spoil a terminal or rearrange the letter around it.
pub fn harmless(text: &str) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control() && !turns_writing(*letter)).collect()
}

pub(super) fn is_comment(letter: char) -> bool {
    matches!(letter, '#' | ';')
}

/// Whether it opens or closes a quotation, in any of the shapes that mail programs use.
pub fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}')
}

/// How many letters stand before the mark that closes `open`: its own partner, or else any mark, because mail programs change one of a pair and not
/// the other.
pub(super) fn closing_quote(open: char, rest: &[char]) -> Option<usize> {
    let is_partner = |letter: &char| match open {
        '"' => *letter == '"',
        '\u{ab}' => *letter == '\u{bb}',
        '\u{bb}' => matches!(*letter, '\u{ab}' | '\u{bb}'),
        _ => matches!(*letter, '\u{201c}' | '\u{201d}'),
    };
    rest.iter().position(is_partner).or_else(|| rest.iter().position(|letter| is_quote(*letter)))
}

/// The marks that may end a line without belonging to it.
pub(super) const END_MARKS: [char; 4] = ['.', ',', '!', ':'];

/// The marks around emphasized words: email programs write bold and slanted text so, and people code.
pub(super) const EMPHASIS: [char; 3] = ['*', '_', '`'];

/// The length of what a list puts before a line: bullets, alone or before a letter, or the number of the line, `1.`, `1)` or `(1)`. The minus
/// of `-3` is no bullet.
pub(super) fn bullet_length(word: &str) -> usize {
    if is_numbering(word) {
        return word.chars().count();
    }
    let rest = word.trim_start_matches(['-', '*', '+', '\u{2022}', '\u{b7}', '\u{2013}', '\u{2014}']);
    let is_bullet = rest.chars().next().is_none_or(char::is_alphabetic);
    if is_bullet { word.chars().count() - rest.chars().count() } else { 0 }
}

/// Whether a word numbers its line: `1.`, `1)` or `(1)`.
fn is_numbering(word: &str) -> bool {
    let inner = word.strip_suffix(['.', ')']).map(|inner| inner.strip_prefix('(').unwrap_or(inner));
    inner.is_some_and(|inner| !inner.is_empty() && inner.len() <= 3 && inner.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A line without what a list puts before it.
pub fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    let letters = line.split_whitespace().next().map_or(0, bullet_length);
    // A line that is nothing else stays, such as the two hyphens above a signature.
    line.char_indices().nth(letters).map_or(line, |(at, _)| line[at..].trim_start())
}

/// A line without the marks of bold text or code, if they stand on both sides of it, and then without the full stop behind them.
pub fn without_emphasis(line: &str) -> &str {
    let mut line = line.trim();
    while let Some(inside) = inside_emphasis(line) {
        line = inside;
    }
    line
}

fn inside_emphasis(line: &str) -> Option<&str> {
    let line = line.trim_end_matches(END_MARKS);
    let mark = EMPHASIS.into_iter().find(|mark| line.starts_with(*mark) && line.ends_with(*mark))?;
    Some(line.trim_matches(mark).trim()).filter(|inside| !inside.is_empty())
}

/// The first `length` characters.
pub(super) fn cut(text: &str, length: usize) -> &str {
    text.char_indices().nth(length).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// The part of a text that is worth repeating, without what could spoil a terminal.
pub(super) fn shown(text: &str) -> String {
    let kept = cut(text, SHOWN_LENGTH);
    let clean: String = kept.chars().map(|letter| if is_blank(letter) || turns_writing(letter) { ' ' } else { letter }).collect();
    if kept.len() < text.len() { clean + "\u{2026}" } else { clean }
}
