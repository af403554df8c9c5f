//! Announcements: the one order of several lines, in a form that reads back as the same.

use super::{MAXIMUM_LINE_LENGTH, turns_writing};

/// What [`announcement`] accepts, in words for players.
pub const ANNOUNCEMENT: &str = "a text of 1 to 80 lines and at most 4000 characters";

const MOST_LINES: usize = 80;
const MOST_CHARACTERS: usize = 4_000;

/// The text without control characters, blanks at the ends of lines, and blank lines at its start and end. A line that would end it (`END`,
/// `ANNOUNCE`) gets a full stop.
///
/// `None` if nothing is left or too much is.
pub fn announcement(text: &str) -> Option<String> {
    let lines: Vec<String> = text.split('\n').map(plain).collect();
    let first = lines.iter().position(|line| !line.is_empty())?;
    let last = lines.iter().rposition(|line| !line.is_empty())?;
    let text = lines.get(first..=last)?.join("\n");
    let lengths = || text.split('\n').map(|line| line.chars().count());
    let fits =
        last - first < MOST_LINES && lengths().sum::<usize>() <= MOST_CHARACTERS && lengths().all(|length| length <= MAXIMUM_LINE_LENGTH);
    fits.then_some(text)
}

fn plain(line: &str) -> String {
    let letters = line.chars().filter(|letter| *letter == '\t' || !(letter.is_control() || turns_writing(*letter)));
    let line: String = letters.map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    let word = line.trim();
    let ends = word.eq_ignore_ascii_case("END") || word.eq_ignore_ascii_case("ANNOUNCE");
    if ends { format!("{word}.") } else { line.trim_end().to_owned() }
}
