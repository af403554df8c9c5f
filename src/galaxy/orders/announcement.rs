//! Texts that players publish.

use crate::engine::reader::{MAXIMUM_LINE_LENGTH, turns_writing};

/// An announcement has at most so many lines and characters.
const MOST_LINES: usize = 80;
const MOST_LETTERS: usize = 4_000;

/// What [`announcement`] takes, for players.
pub const ANNOUNCEMENT: &str = "a text of 1 to 80 lines and at most 4000 characters";

/// A text in the form that reads back as itself: no blanks at the ends of lines, no blank lines at its ends,
/// no control characters; a line that would end it (`END`, `ANNOUNCE`) gets a full stop. Lines are joined by `\n`.
///
/// `None` if nothing is left or it is too long.
pub fn announcement(text: &str) -> Option<String> {
    let plain = |line: &str| {
        let letters = line.chars().filter(|letter| *letter == '\t' || !(letter.is_control() || turns_writing(*letter)));
        let line: String = letters.map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
        let word = line.trim();
        let ends = word.eq_ignore_ascii_case("END") || word.eq_ignore_ascii_case("ANNOUNCE");
        if ends { format!("{word}.") } else { line.trim_end().to_owned() }
    };
    let lines: Vec<String> = text.split('\n').map(plain).collect();
    let first = lines.iter().position(|line| !line.is_empty())?;
    let last = lines.iter().rposition(|line| !line.is_empty())?;
    let text = lines.get(first..=last)?.join("\n");
    let lengths = || text.split('\n').map(|line| line.chars().count());
    let fits =
        last - first < MOST_LINES && lengths().sum::<usize>() <= MOST_LETTERS && lengths().all(|length| length <= MAXIMUM_LINE_LENGTH);
    fits.then_some(text)
}

/// The order that publishes a text, on one line where that reads back like three.
pub fn spelled_announcement(text: &str) -> String {
    if text.contains(['\n', '"']) { format!("ANNOUNCE\n{text}\nEND") } else { format!("ANNOUNCE \"{text}\"") }
}
