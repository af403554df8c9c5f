//! The command that a line without a command may have been meant as.

use super::{is_please, is_question, read};
use crate::engine::nearness::slips;
use crate::engine::reader::plain_text;
use crate::post::words::{END_MARKS, unmarked};

/// The commands that a misspelt line may mean.
const COMMANDS: [&str; 29] = [
    "HELP",
    "RULES",
    "STATUS",
    "CHECK",
    "WITHDRAW",
    "REPORT",
    "NOT READY",
    "READY",
    "NO ORDERS",
    "APPEND",
    "CONFIRM",
    "ABSENT",
    "PRESENT",
    "FORMAT",
    "DIAGRAMS",
    "ATTACHMENTS",
    "REMINDERS",
    "EXPLAIN",
    "WHATIF",
    "RECORD",
    "WAIT",
    "NOT WAIT",
    "PROPOSE",
    "AGREE",
    "DISAGREE",
    "ZONE",
    "DIGEST",
    "NEW TOKEN",
    "ADDRESS",
];

/// Longer lines are not taken for misspelt commands, unless correcting the first word makes them one.
const COMMAND_WORDS: usize = 3;

/// P3.2: the command that a line may have been meant as, spelled correctly: `STATUS` for `STAUTS`, `CHECK` for `CHECK please`. `None` if no
/// command is near.
pub fn near_command(line: &str) -> Option<String> {
    let plain = plain_text(line);
    if read(line).is_none() && read(&plain).is_some() {
        return Some(unmarked(&plain).to_owned());
    }
    let line = &plain;
    if is_question(line) {
        let plain = line.trim().trim_end_matches(END_MARKS).trim_end();
        if read(plain).is_some() {
            return Some(plain.to_uppercase());
        }
    }
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > 1 && is_please(words[0]) {
        words.remove(0);
    }
    let near = |command: &'static str| {
        let length = command.split(' ').count();
        let (begin, rest) = words.split_at_checked(length)?;
        let begin = begin.join(" ");
        let cost = slips(begin.trim_end_matches(END_MARKS), command)?;
        let whole = [&[command], rest].concat().join(" ");
        match read(&whole) {
            Some(_) => Some((cost, whole)),
            None => (words.len() <= COMMAND_WORDS && read(command).is_some()).then(|| (cost, command.to_owned())),
        }
    };
    COMMANDS.into_iter().filter_map(near).min_by_key(|(cost, _)| *cost).map(|(_, command)| command)
}
