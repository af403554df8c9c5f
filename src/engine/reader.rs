//! Lines and words of a player's text, for every order grammar and the commands of mails.
//!
//! Reading is bounded and total: whatever the text, it ends in lines, words and problems. What a
//! word means is the business of the grammar; this file knows blanks, quotes and comments.

use super::Problem;

/// More lines than this are not read.
pub const MAXIMUM_LINES: usize = 2_000;
/// A line of more characters than this is not read.
pub const MAXIMUM_LINE_LENGTH: usize = 1_000;
/// The highest number that an order may name.
pub const MAXIMUM_NUMBER: u32 = 1_000_000;

/// As much of a player's line as a problem repeats.
const SHOWN_LENGTH: usize = 80;
/// Longer words are like no keyword.
const LONGEST_COMPARED: usize = 40;

/// A text as lines, and what was too long to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text<'a> {
    pub lines: Vec<Line<'a>>,
    pub problems: Vec<Problem>,
}

/// One line of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// From 1.
    pub number: u32,
    /// As written, cut at [`MAXIMUM_LINE_LENGTH`].
    pub raw: &'a str,
    /// Without comment, bullet and punctuation at the end; none for a blank or decorative line.
    pub words: Vec<Word>,
    /// The column of a quotation mark that nothing closes.
    pub unclosed: Option<u32>,
    /// The column after the last word.
    pub end: u32,
}

/// A word, or several in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// The character in the line, from 1; 0 for a word that no player wrote.
    pub column: u32,
    pub quoted: bool,
}

/// What a word says as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// From 1 to [`MAXIMUM_NUMBER`].
    Good(u32),
    /// It begins like a number and is none, or none that an order may name.
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
            let line = Line { number, raw: cut(raw, MAXIMUM_LINE_LENGTH), words: Vec::new(), unclosed: None, end: 1 };
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
        let mut line = Line { number, raw: kept, words: Vec::new(), unclosed: None, end: 1 };
        // Half a line could be another order than the whole one, so a line that was cut has no words.
        if kept.len() == raw.len() {
            line.find_words();
            line.drop_decoration();
        }
        line.end = line.words.last().map_or(1, Word::end);
        line
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

    /// Bullets, commas, the full stop at the end, and lines that are drawn rather than written.
    fn drop_decoration(&mut self) {
        for word in self.words.iter_mut().filter(|word| !word.quoted) {
            word.text.truncate(word.text.trim_end_matches(',').len());
        }
        if self.words.len() > 1
            && let Some(first) = self.words.first_mut().filter(|first| !first.quoted)
        {
            let bullet = if is_numbering(&first.text) { first.text.chars().count() } else { bullet_length(&first.text) };
            first.text = first.text.chars().skip(bullet).collect();
            first.column += bullet as u32;
        }
        self.words.retain(|word| word.quoted || !word.text.is_empty());
        if let Some(last) = self.words.last_mut().filter(|last| !last.quoted) {
            last.text.truncate(last.text.trim_end_matches(['.', ',', '!', ':']).len());
        }
        self.words.retain(|word| word.quoted || !word.text.is_empty());
        if self.words.iter().all(|word| !word.quoted && !word.text.chars().any(char::is_alphanumeric)) {
            self.words.clear();
        }
    }

    /// A problem with this line.
    pub fn problem(&self, column: u32, found: &str, expected: impl Into<String>, nearest: Vec<String>) -> Problem {
        Problem {
            line: self.number,
            column,
            text: shown(self.raw.trim_matches(is_blank)),
            found: shown(found),
            expected: expected.into(),
            nearest,
        }
    }
}

impl Word {
    /// A word that no player wrote, for trying out what he may have meant.
    pub fn made_up(text: &str) -> Word {
        Word { text: text.to_owned(), column: 0, quoted: false }
    }

    /// Whether this is that keyword; a quoted word never is one.
    pub fn is(&self, keyword: &str) -> bool {
        !self.quoted && self.text.eq_ignore_ascii_case(keyword)
    }

    pub fn is_any(&self, keywords: &[&str]) -> bool {
        keywords.iter().any(|keyword| self.is(keyword))
    }

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

/// The words of a line or of a part of it, with one blank between them.
pub fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The keywords that `word` may have been meant for, best first, at most three.
pub fn nearest<'k>(word: &str, keywords: impl IntoIterator<Item = &'k str>) -> Vec<String> {
    let word = word.to_uppercase();
    let length = word.chars().count();
    if length > LONGEST_COMPARED {
        return Vec::new();
    }
    let mut near: Vec<(usize, &str)> = Vec::new();
    for keyword in keywords {
        let distance = strsim::osa_distance(&word, keyword);
        let begins = length >= 2 && keyword.starts_with(&word);
        if (begins || distance <= length / 3 + usize::from(length == 2)) && !near.iter().any(|(_, known)| *known == keyword) {
            near.push((distance, keyword));
        }
    }
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().take(3).map(|(_, keyword)| keyword.to_owned()).collect()
}

/// Blanks of any alphabet, and the marks without width that mail programs strew in.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || matches!(letter, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

fn is_comment(letter: char) -> bool {
    matches!(letter, '#' | ';')
}

pub fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}')
}

/// How many letters stand before the mark that closes `open`: its own partner if there is one,
/// else any mark, because mail programs turn one of a pair and not the other.
fn closing_quote(open: char, rest: &[char]) -> Option<usize> {
    let is_partner = |letter: &char| match open {
        '"' => *letter == '"',
        '\u{ab}' => *letter == '\u{bb}',
        '\u{bb}' => matches!(*letter, '\u{ab}' | '\u{bb}'),
        _ => matches!(*letter, '\u{201c}' | '\u{201d}'),
    };
    rest.iter().position(is_partner).or_else(|| rest.iter().position(|letter| is_quote(*letter)))
}

/// `1.`, `1)` and `(1)` at the start of a line.
fn is_numbering(word: &str) -> bool {
    let inner = word.strip_suffix(['.', ')']).map(|inner| inner.strip_prefix('(').unwrap_or(inner));
    inner.is_some_and(|inner| !inner.is_empty() && inner.len() <= 3 && inner.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Bullets, alone or before a letter; the minus of `-3` is none.
fn bullet_length(word: &str) -> usize {
    let rest = word.trim_start_matches(['-', '*', '+', '\u{2022}', '\u{b7}', '\u{2013}', '\u{2014}']);
    let is_bullet = rest.chars().next().is_none_or(char::is_alphabetic);
    if is_bullet { word.chars().count() - rest.chars().count() } else { 0 }
}

/// The first `length` characters.
fn cut(text: &str, length: usize) -> &str {
    text.char_indices().nth(length).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// As much of a text as is worth repeating, without what could spoil a terminal.
fn shown(text: &str) -> String {
    let kept = cut(text, SHOWN_LENGTH);
    let clean: String = kept.chars().map(|letter| if is_blank(letter) { ' ' } else { letter }).collect();
    if kept.len() < text.len() { clean + "\u{2026}" } else { clean }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The words of one line, quoted ones in brackets, each with its column.
    fn words(line: &str) -> String {
        let text = read(line);
        let spelled =
            |word: &Word| format!("{}{}", word.column, if word.quoted { format!("[{}]", word.text) } else { format!(":{}", word.text) });
        text.lines[0].words.iter().map(spelled).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn blanks_commas_bullets_and_the_full_stop_do_not_matter() {
        assert_eq!(words("BUILD 3 FI"), "1:BUILD 7:3 9:FI");
        assert_eq!(words("\u{feff}\tBUILD\u{a0}3,  FI ."), "3:BUILD 9:3 13:FI");
        assert_eq!(words("- BUILD 3"), "3:BUILD 9:3");
        assert_eq!(words("\u{2022}BUILD 3!"), "2:BUILD 8:3");
        assert_eq!(words("12) BUILD 3."), "5:BUILD 11:3");
        assert_eq!(words("-3 FI"), "1:-3 4:FI");
        assert_eq!(words("----- * -----"), "");
    }

    #[test]
    fn comments_end_a_line_except_in_quotes_and_quotes_may_be_curled() {
        assert_eq!(words("BUILD # 3"), "1:BUILD");
        assert_eq!(words("# all of it"), "");
        assert_eq!(words("NAME \"a # b;\" ON 3;x"), "1:NAME 6[a # b;] 15:ON 18:3");
        assert_eq!(words("NAME \u{201e}a b\u{201c} ON"), "1:NAME 6[a b] 12:ON");
        assert_eq!(words("NAME \u{bb}a\u{ab}."), "1:NAME 6[a]");
        assert_eq!(words("NAME \"a\u{201d} ON"), "1:NAME 6[a] 10:ON");
        assert_eq!(words("NAME \"a\u{201d}b\""), "1:NAME 6[a\u{201d}b]");
        assert_eq!(read("NAME \"a b").lines[0].unclosed, Some(6));
    }

    #[test]
    fn what_is_too_long_is_refused_with_its_place() {
        let text = format!("{}\nBUILD", "x".repeat(1_001));
        let read_text = read(&text);
        assert_eq!((read_text.problems[0].line, read_text.problems[0].column), (1, 1_001));
        assert_eq!(read_text.problems[0].text.chars().count(), 81);
        assert!(read_text.lines[0].words.is_empty());
        let text = "VOTE 20\n".repeat(2_003);
        let read_text = read(&text);
        assert_eq!((read_text.lines.len(), read_text.problems.len(), read_text.problems[0].line), (2_000, 1, 2_001));
        assert!(read(&"\n".repeat(5_000)).problems.is_empty(), "nobody misses a blank line");
    }

    #[test]
    fn numbers_run_from_one_to_a_million() {
        let number = |text: &str| Word::made_up(text).number();
        assert_eq!((number("1"), number("0012"), number("1000000")), (Number::Good(1), Number::Good(12), Number::Good(1_000_000)));
        for wrong in ["0", "1000001", "99999999999999999999", "-3", "3.5", "3FI", "1,000"] {
            assert_eq!(number(wrong), Number::Wrong, "{wrong}");
        }
        assert_eq!((number("three"), number("\u{ff13}"), number("")), (Number::Other, Number::Other, Number::Other));
    }

    #[test]
    fn a_misspelt_keyword_has_its_nearest() {
        let verbs = ["BUILD", "SEND", "SPY", "DECLARE"];
        assert_eq!(nearest("buld", verbs), ["BUILD"]);
        assert_eq!(nearest("decl", verbs), ["DECLARE"]);
        assert_eq!(nearest("greetings", verbs), [""; 0]);
    }

    proptest! {
        #[test]
        fn any_text_is_read_within_bounds(text in "(?s)([ -~\u{a0}\u{201c}\u{201d}\"#;\n\r\t]|.){0,400}") {
            let read_text = read(&text);
            prop_assert!(read_text.lines.len() <= MAXIMUM_LINES);
            for line in &read_text.lines {
                let length = line.raw.chars().count() as u32;
                prop_assert!(line.words.iter().all(|word| (1..=length).contains(&word.column)));
            }
        }
    }
}
