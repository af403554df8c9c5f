//! Lines and words of a player's text, for every order grammar and for the commands in emails.
//!
//! Reading is bounded and total: any text becomes lines, words and problems. The meaning of words is the grammar's business; this file knows only
//! blanks, quotes and comments.

mod announcement;
mod letters;
mod notes;
mod plain;

pub use announcement::{ANNOUNCEMENT, announcement};
pub use letters::{harmless, is_blank, is_quote, turns_writing, without_bullet, without_emphasis};
pub use notes::{Note, behind_note, read_note};
pub use plain::{plain_text, plain_words};

use super::Problem;
use letters::{EMPHASIS, END_MARKS, bullet_length, closing_quote, cut, is_comment, shown};

/// Lines after this many are not read.
pub const MAXIMUM_LINES: usize = 2_000;
/// A line with more characters is not read.
pub const MAXIMUM_LINE_LENGTH: usize = 1_000;
/// The highest number that an order may name.
pub const MAXIMUM_NUMBER: u32 = 1_000_000;

/// A text as lines, with what could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<'a> {
    /// The lines that are not empty, as words.
    pub lines: Vec<Line<'a>>,
    /// What could not be read as words, such as an unclosed quotation.
    pub problems: Vec<Problem>,
}

/// One line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number in the text, from 1.
    pub number: u32,
    /// As written, cut at [`MAXIMUM_LINE_LENGTH`].
    pub raw: &'a str,
    /// Without comment, bullet and final punctuation; empty for a blank or decorative line.
    pub words: Vec<Word>,
    /// The column of a quotation mark that nothing closes.
    pub unclosed: Option<u32>,
    /// The column after the last word.
    pub end: u32,
    /// The text after a semicolon. A semicolon begins a comment, as `#` does, but elsewhere it separates orders.
    pub behind_semicolon: Option<&'a str>,
}

/// A word, or several words in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Without its quotes.
    pub text: String,
    /// The column of its first character, from 1; 0 for a word that no player wrote.
    pub column: u32,
    /// Whether it stood in quotes, so that it is neither a keyword nor a number.
    pub quoted: bool,
}

/// What a word says as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// From 1 to [`MAXIMUM_NUMBER`].
    Good(u32),
    /// It begins like a number, but is none, or is not one that an order may name.
    Wrong,
    /// Not meant as a number.
    Other,
}

/// Splits a text into lines and words.
pub fn read(text: &str) -> Text<'_> {
    let mut lines = Vec::new();
    let mut problems = Vec::new();
    for (number, raw) in (1..).zip(text.split('\n')) {
        let raw = raw.strip_suffix('\r').unwrap_or(raw);
        if lines.len() == MAXIMUM_LINES {
            if raw.trim().is_empty() {
                continue;
            }
            let line = Line::unread(number, cut(raw, MAXIMUM_LINE_LENGTH));
            problems.push(line.problem(1, "", format!("at most {MAXIMUM_LINES} lines; this line and what follows was not read"), vec![]));
            break;
        }
        let line = Line::read(number, raw);
        if line.raw.len() < raw.len() {
            let expected = format!("at most {MAXIMUM_LINE_LENGTH} characters in a line; this line was not read");
            problems.push(line.problem(MAXIMUM_LINE_LENGTH as u32 + 1, "", expected, vec![]));
        }
        lines.push(line);
    }
    Text { lines, problems }
}

impl<'a> Line<'a> {
    fn read(number: u32, raw: &'a str) -> Line<'a> {
        let kept = cut(raw, MAXIMUM_LINE_LENGTH);
        let mut line = Line::unread(number, kept);
        // A line that was cut has no words, since half a line could be a different order.
        if kept.len() == raw.len() {
            line.find_words();
            line.drop_emphasis();
            line.drop_decoration();
        }
        line.end = line.words.last().map_or(1, Word::end);
        line
    }

    fn unread(number: u32, raw: &'a str) -> Line<'a> {
        Line { number, raw, words: Vec::new(), unclosed: None, end: 1, behind_semicolon: None }
    }

    fn find_words(&mut self) {
        let letters: Vec<char> = self.raw.chars().collect();
        let mut at = 0;
        while let Some(letter) = letters.get(at).copied() {
            let rest = letters.get(at + 1..).unwrap_or_default();
            let column = at as u32 + 1;
            if is_blank(letter) {
                at += 1;
            } else if is_comment(letter) {
                self.behind_semicolon = self.raw.split_once(';').map(|(_, behind)| behind).filter(|_| letter == ';');
                break;
            } else if is_quote(letter) {
                let length = closing_quote(letter, rest);
                let inside = length.and_then(|length| rest.get(..length)).unwrap_or(rest);
                self.words.push(Word { text: inside.iter().collect(), column, quoted: true });
                if length.is_none() {
                    self.unclosed = Some(column);
                }
                at += inside.len() + 2;
            } else {
                let more = rest.iter().take_while(|next| !is_blank(**next) && !is_comment(**next) && !is_quote(**next)).count();
                let text = letters.get(at..=at + more).unwrap_or_default().iter().collect();
                self.words.push(Word { text, column, quoted: false });
                at += more + 1;
            }
        }
    }

    /// The same as [`without_emphasis`], word by word, since the columns of words are told.
    fn drop_emphasis(&mut self) {
        let mark = self.words.first().filter(|first| !first.quoted).and_then(|first| first.text.chars().next());
        let Some(mark) = mark.filter(|mark| EMPHASIS.contains(mark)) else { return };
        let Some(last) = self.words.last_mut().filter(|last| !last.quoted) else { return };
        let Some(inside) = last.text.trim_end_matches(END_MARKS).strip_suffix(mark) else { return };
        last.text.truncate(inside.trim_end_matches(mark).len());
        if let Some(first) = self.words.first_mut() {
            let marks = first.text.chars().take_while(|letter| *letter == mark).count();
            first.text.drain(..marks);
            first.column += marks as u32;
        }
    }

    /// Drops bullets, commas, the final full stop, and lines that are drawn rather than written.
    fn drop_decoration(&mut self) {
        for word in self.words.iter_mut().filter(|word| !word.quoted) {
            word.text.truncate(word.text.trim_end_matches(',').len());
        }
        if self.words.len() > 1
            && let Some(first) = self.words.first_mut().filter(|first| !first.quoted)
        {
            let bullet = bullet_length(&first.text);
            first.text = first.text.chars().skip(bullet).collect();
            first.column += bullet as u32;
        }
        self.words.retain(|word| word.quoted || !word.text.is_empty());
        if let Some(last) = self.words.last_mut().filter(|last| !last.quoted) {
            last.text.truncate(last.text.trim_end_matches(END_MARKS).len());
        }
        self.words.retain(|word| word.quoted || !word.text.is_empty());
        if self.words.iter().all(|word| !word.quoted && !word.text.chars().any(char::is_alphanumeric)) {
            self.words.clear();
        }
    }

    /// A problem at that column of this line.
    pub fn problem(&self, column: u32, found: &str, expected: impl Into<String>, nearest: Vec<String>) -> Problem {
        Problem {
            line: self.number,
            column,
            text: shown(self.raw.trim_matches(is_blank)),
            found: shown(found),
            expected: expected.into(),
            nearest,
            talk: false,
        }
    }
}

impl Word {
    /// A word that no player wrote, for trying out what they may have meant.
    pub fn made_up(text: &str) -> Word {
        Word { text: text.to_owned(), column: 0, quoted: false }
    }

    /// Whether this word is that keyword; a quoted word never is.
    pub fn is(&self, keyword: &str) -> bool {
        !self.quoted && self.text.eq_ignore_ascii_case(keyword)
    }

    /// Whether it is one of these keywords.
    pub fn is_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.is(keyword))
    }

    /// The word as a number.
    pub fn number(&self) -> Number {
        let unsigned = self.text.trim_start_matches(['+', '-', '\u{2212}']);
        if self.quoted || !unsigned.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Number::Other;
        }
        let sound = self.text.bytes().all(|byte| byte.is_ascii_digit());
        let value = self.text.parse().ok().filter(|value| sound && (1..=MAXIMUM_NUMBER).contains(value));
        value.map_or(Number::Wrong, Number::Good)
    }

    /// The column after the word.
    fn end(&self) -> u32 {
        self.column + self.text.chars().count() as u32 + if self.quoted { 2 } else { 0 }
    }
}

/// Whether a program that wraps lines at a column may have broken this one before the first word of the next, which would not have fitted.
pub fn may_be_wrapped(line: &str, next: &str, column: usize) -> bool {
    let word = next.split_whitespace().next().unwrap_or_default();
    line.chars().count() + 1 + word.chars().count() > column
}

/// Words with one blank between them.
pub fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
