//! Words as other keyboards write them, in their plain form.
//!
//! This is only for what is suggested. Stored lines are read again, so a line that was talk when it was sent must stay talk.

use super::letters::{END_MARKS, is_blank};
use super::{Word, joined};

/// A letter without the full width in which phones with a Japanese or Chinese keyboard write letters, digits and marks.
fn narrow(letter: char) -> char {
    match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '\u{3000}' => ' ',
        _ => letter,
    }
}

/// A line without full-width letters, and without signs such as an arrow or a box before it.
pub fn plain_text(line: &str) -> String {
    let narrow: String = line.chars().map(narrow).collect();
    narrow.trim_start_matches(|letter: char| is_sign(letter) || is_blank(letter)).to_owned()
}

/// The words of a line without full-width letters, without signs such as an arrow or a box before them, and with words between single quotation marks
/// as one quoted word. Marks around the whole line are left out.
pub fn plain_words(words: &[Word]) -> Vec<Word> {
    if words.iter().all(|word| word.quoted || word.text.is_ascii() && !word.text.contains('\'')) {
        return words.to_vec();
    }
    let mut plain: Vec<Word> = words.iter().map(narrowed_word).collect();
    while let Some(first) = plain.first_mut().filter(|first| !first.quoted && first.text.starts_with(is_sign)) {
        first.text = first.text.trim_start_matches(is_sign).to_owned();
        if first.text.is_empty() {
            plain.remove(0);
        }
    }
    if let Some(last) = plain.last_mut().filter(|last| !last.quoted) {
        last.text.truncate(last.text.trim_end_matches(END_MARKS).len());
    }
    let mut plain = marked_as_quoted(&plain);
    plain.retain(|word| word.quoted || !word.text.is_empty());
    plain
}

fn narrowed_word(word: &Word) -> Word {
    if word.quoted {
        return word.clone();
    }
    let text: String = word.text.chars().map(narrow).collect();
    Word { text: text.trim_end_matches(',').to_owned(), ..word.clone() }
}

/// Whether it is drawn before the lines of a list.
fn is_sign(letter: char) -> bool {
    !letter.is_ascii() && !letter.is_alphanumeric() && !is_mark(letter)
}

/// Single quotation marks, and those that full-width ones become. They are no quotes to the reader, because they may be apostrophes.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\'' | '"' | '\u{2018}'..='\u{201b}' | '\u{2039}' | '\u{203a}')
}

/// Words between such marks as one quoted word; without the marks if they stand around the whole line.
fn marked_as_quoted(words: &[Word]) -> Vec<Word> {
    let opens = |word: &Word| !word.quoted && word.text.starts_with(is_mark);
    let closes = |word: &Word| !word.quoted && word.text.ends_with(is_mark) && word.text.chars().any(char::is_alphanumeric);
    let mut found = Vec::new();
    let mut rest = words;
    while let Some(first) = rest.first() {
        let end = if opens(first) { rest.iter().position(closes) } else { None };
        let (inside, behind) = rest.split_at(end.map_or(1, |end| end + 1));
        let bare = |word: &Word| Word { text: word.text.trim_matches(is_mark).to_owned(), ..word.clone() };
        match end {
            None => found.push(first.clone()),
            Some(_) if inside.len() == words.len() => found.extend(inside.iter().map(bare)),
            Some(_) => found.push(Word { text: joined(inside).trim_matches(is_mark).to_owned(), column: first.column, quoted: true }),
        }
        rest = behind;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn plain(line: &str) -> String {
        let text = read(line);
        let spelled = |word: &Word| if word.quoted { format!("[{}]", word.text) } else { word.text.clone() };
        plain_words(&text.lines[0].words).iter().map(spelled).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn full_width_letters_signs_and_single_quotation_marks_become_plain() {
        assert_eq!(
            plain("\u{ff22}\u{ff35}\u{ff29}\u{ff2c}\u{ff24}\u{3000}\u{ff11}\u{ff10}\u{ff0c} \u{ff26}\u{ff29}\u{ff0e}"),
            "BUILD 10 FI"
        );
        assert_eq!((plain("\u{2192} BUILD 3"), plain("\u{2610}\u{2192}BUILD 3")), ("BUILD 3".into(), "BUILD 3".into()));
        assert_eq!((plain("\u{2018}BUILD 3 FI\u{2019}"), plain("'BUILD 3'.")), ("BUILD 3 FI".into(), "BUILD 3".into()));
        assert_eq!(plain("SPY ON \u{2018}New Earth\u{2019} now"), "SPY ON [New Earth] now");
        assert_eq!((plain("SPY ON Scott\u{2019}s"), plain("SPY ON '")), ("SPY ON Scott\u{2019}s".into(), "SPY ON '".into()));
        assert_eq!((plain("BUILD \u{2212}3 FI"), plain("\u{2192}")), ("BUILD \u{2212}3 FI".into(), String::new()));
    }
}
