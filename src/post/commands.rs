//! Commands to the office between the orders: `STATUS`, `CHECK`, `WITHDRAW` and their like.

use std::mem::discriminant;

use super::Letter;
use super::tag::{in_first_line, subject_without_tags};
use crate::engine::reader::{behind_note, read_note};

/// More commands of one kind are not carried out, such as REPORT for one turn after the other.
const MOST_OF_A_KIND: usize = 5;

/// A command that stands alone on its line, in any letter case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailCommand {
    Help,
    /// `RULES`: how the game goes, with the numbers of this campaign.
    Rules,
    Status,
    /// Try the sheet, don't store it.
    Check,
    Withdraw,
    /// `ORDERS?`: what is on file for me?
    OrdersQuery,
    /// `REPORT` or `REPORT 7`: send it again.
    Report(Option<u32>),
    /// `READY`, and `NOT READY`.
    Ready(bool),
    /// `ABSENT UNTIL 2026-12-24`, `ABSENT FROM 2026-12-20 UNTIL 2026-12-24`; what is no such line has no days.
    Absent {
        line: String,
        from: Option<String>,
        until: Option<String>,
    },
    /// `PRESENT`: back before the absence is over. As the player wrote it.
    Present(String),
    /// `NEW TOKEN`: the seat's token is dead from here on, and its own address is sent another.
    NewToken,
    /// A command of the house that this version does not carry out, as the player wrote it.
    NotYet(String),
}

/// A letter's text, split into commands and orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    /// In the order of the text, with their lines, from 1; a command in the subject has line 0.
    pub commands: Vec<(u32, MailCommand)>,
    /// The text with blank lines where commands and `ORDERS campaign …` lines stood, so that its lines
    /// are counted as before.
    pub orders: String,
}

impl Content {
    /// Splits the order text of a letter; a subject may command too, see [`in_subject`].
    pub fn of(letter: &Letter) -> Content {
        let mut content = split(&letter.orders.text);
        content.commands.extend(in_subject(&letter.subject, &content).map(|command| (0, command)));
        content.commands.sort_by_key(|(line, _)| *line);
        content
    }

    /// Whether the orders are tried and not stored: `CHECK` anywhere.
    pub fn is_check(&self) -> bool {
        self.commands.iter().any(|(_, command)| *command == MailCommand::Check)
    }

    /// Whether there is no line that could be an order.
    pub fn has_no_orders(&self) -> bool {
        self.orders.trim().is_empty()
    }
}

/// Splits text into commands and orders.
pub fn split(text: &str) -> Content {
    let lines: Vec<&str> = text.lines().collect();
    let mut content = Content::default();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let length = match behind_note(line) {
            // What a note says is no command, in whatever line it stands.
            Some(first) => read_note(first, &lines[at + 1..]).lines(),
            None if begins_block(line) => block_length(&lines[at..]),
            None => 1,
        };
        if in_first_line(line).is_some() {
            content.blank(length);
        } else if let Some(command) = read(line) {
            content.commands.push((at as u32 + 1, command));
            content.blank(length);
        } else {
            // A proclamation may hold any words, HELP among them: it is the game's until its END.
            lines[at..at + length].iter().for_each(|line| content.keep(line));
        }
        at += length;
    }
    content.commands = without_repetitions(content.commands);
    content
}

/// Each kind of command once, and of those that differ in what they ask for a few, so that no mail asks for a flood of letters.
fn without_repetitions(commands: Vec<(u32, MailCommand)>) -> Vec<(u32, MailCommand)> {
    let last_ready = commands.iter().rposition(|(_, command)| matches!(command, MailCommand::Ready(_)));
    let mut kept: Vec<(u32, MailCommand)> = Vec::new();
    for (at, (line, command)) in commands.into_iter().enumerate() {
        let most = match command {
            MailCommand::Report(_) | MailCommand::Absent { .. } | MailCommand::NotYet(_) => MOST_OF_A_KIND,
            _ => 1,
        };
        let of_its_kind = kept.iter().filter(|(_, known)| discriminant(known) == discriminant(&command)).count();
        let is_known = kept.iter().any(|(_, known)| *known == command);
        let is_overruled = matches!(command, MailCommand::Ready(_)) && last_ready != Some(at);
        if of_its_kind < most && !is_known && !is_overruled {
            kept.push((line, command));
        }
    }
    kept
}

impl Content {
    fn keep(&mut self, line: &str) {
        self.orders.push_str(line);
        self.orders.push('\n');
    }

    fn blank(&mut self, lines: usize) {
        (0..lines).for_each(|_| self.orders.push('\n'));
    }
}

/// A subject that is one command and nothing else, but for the tag and `Re:`.
///
/// `CHECK` counts with orders too, since it can do no harm; the others only where the text says nothing,
/// because many mails have a subject like "status" that asks for nothing.
fn in_subject(subject: &str, content: &Content) -> Option<MailCommand> {
    let command = read(&subject_without_tags(subject))?;
    let is_silent = content.has_no_orders() && content.commands.is_empty();
    match command {
        MailCommand::Check => Some(command),
        MailCommand::Help | MailCommand::Status => is_silent.then_some(command),
        _ => None,
    }
}

/// Reads a line that is a command and nothing else.
fn read(line: &str) -> Option<MailCommand> {
    let line = line.trim();
    let asks = line.ends_with('?');
    let plain = line.trim_end_matches(['.', '!', '?', ',', ';', ':']).to_uppercase();
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words[..] {
        ["ORDERS"] if asks => Some(MailCommand::OrdersQuery),
        // The one answer tells of every order and every rule, so that `HELP SEND` and `RULES B4` are answered, too.
        ["HELP"] | ["HELP", _] => Some(MailCommand::Help),
        ["RULES"] | ["RULES", _] => Some(MailCommand::Rules),
        ["STATUS"] => Some(MailCommand::Status),
        ["CHECK"] => Some(MailCommand::Check),
        ["WITHDRAW"] => Some(MailCommand::Withdraw),
        ["REPORT"] => Some(MailCommand::Report(None)),
        ["REPORT", number] | ["REPORT", "TURN", number] => number.parse().ok().map(|number| MailCommand::Report(Some(number))),
        ["READY"] => Some(MailCommand::Ready(true)),
        ["NOT", "READY"] | ["UNREADY"] => Some(MailCommand::Ready(false)),
        ["PRESENT"] => Some(MailCommand::Present(line.to_owned())),
        ["NEW", "TOKEN"] => Some(MailCommand::NewToken),
        ["ABSENT"] => Some(absent(line, None, None)),
        ["ABSENT", "UNTIL" | "TILL", ref until @ ..] => Some(absent(line, None, Some(until))),
        ["ABSENT", "FROM", ref days @ ..] => {
            let end = days.iter().position(|word| matches!(*word, "UNTIL" | "TILL" | "TO"));
            Some(absent(line, Some(&days[..end.unwrap_or(days.len())]), end.map(|end| &days[end + 1..])))
        }
        _ => is_not_yet(&words, asks).then(|| MailCommand::NotYet(line.to_owned())),
    }
}

fn absent(line: &str, from: Option<&[&str]>, until: Option<&[&str]>) -> MailCommand {
    MailCommand::Absent { line: line.to_owned(), from: from.map(|words| words.join(" ")), until: until.map(|words| words.join(" ")) }
}

/// The house's other commands, in the forms that no order of a game has.
fn is_not_yet(words: &[&str], asks: bool) -> bool {
    match *words {
        ["STANDING"] | ["PAUSE"] | ["RESUME"] | ["RUN"] | ["BROADCAST"] => true,
        ["DRAW"] => asks,
        ["PRESS", "TO", ..] | ["EXTEND", ..] => true,
        ["JOIN" | "OBSERVE" | "EJECT", _] | ["JOIN", _, _] => true,
        ["ADDRESS", address] => address.contains('@'),
        ["FORMAT", "TEXT" | "HTML" | "BOTH"] => true,
        ["REPLACE", _, "WITH", _] => true,
        _ => false,
    }
}

/// Whether what begins here may go on to a line END: the game's ANNOUNCE, and commands of the house.
fn begins_block(line: &str) -> bool {
    match first_word(line).as_str() {
        "ANNOUNCE" => true,
        "STANDING" | "PRESS" | "BROADCAST" => read(line).is_some(),
        _ => false,
    }
}

/// How many lines a block has, with its END; 1 if no END comes or another block begins before it.
fn block_length(lines: &[&str]) -> usize {
    // `ANNOUNCE "text"` is complete in its line.
    if lines[0].contains(['"', '\u{201c}', '\u{201d}', '\u{201e}']) {
        return 1;
    }
    match lines.iter().skip(1).position(|line| is_end(line) || begins_block(line)) {
        Some(at) if is_end(lines[at + 1]) => at + 2,
        _ => 1,
    }
}

fn is_end(line: &str) -> bool {
    line.trim().trim_end_matches('.').eq_ignore_ascii_case("end")
}

fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or("").to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, commands: &[(u32, MailCommand)], orders: &str) {
        let content = split(text);
        assert_eq!(content.commands, commands, "{text:?}");
        assert_eq!(content.orders, orders, "{text:?}");
    }

    #[test]
    fn commands_leave_blank_lines_behind() {
        check("status\nBUILD 3 FI ON 1\nCheck!\n", &[(1, MailCommand::Status), (3, MailCommand::Check)], "\nBUILD 3 FI ON 1\n\n");
        check(
            "ORDERS?\nREPORT 7\nnot ready.",
            &[(1, MailCommand::OrdersQuery), (2, MailCommand::Report(Some(7))), (3, MailCommand::Ready(false))],
            "\n\n\n",
        );
        check("ORDERS rim-3\n\nREADY", &[(3, MailCommand::Ready(true))], "\n\n\n");
        check("Please help\nREPORT x\nORDERS", &[], "Please help\nREPORT x\nORDERS\n");
        check("New token.\nNEW TOKEN please\n", &[(1, MailCommand::NewToken)], "\nNEW TOKEN please\n");
        check("help SEND\nRules B4\n", &[(1, MailCommand::Help), (2, MailCommand::Rules)], "\n\n");
    }

    #[test]
    fn days_of_absence_are_handed_on_as_they_were_written() {
        let absent = |line: &str, from: Option<&str>, until: Option<&str>| MailCommand::Absent {
            line: line.to_owned(),
            from: from.map(str::to_owned),
            until: until.map(str::to_owned),
        };
        check("Absent until 24 Dec 2026.\n", &[(1, absent("Absent until 24 Dec 2026.", None, Some("24 DEC 2026")))], "\n");
        check("ABSENT FROM 1.2.2027 UNTIL x\n", &[(1, absent("ABSENT FROM 1.2.2027 UNTIL x", Some("1.2.2027"), Some("X")))], "\n");
        check(
            "ABSENT FROM 1.2.2027\nABSENT\n",
            &[(1, absent("ABSENT FROM 1.2.2027", Some("1.2.2027"), None)), (2, absent("ABSENT", None, None))],
            "\n\n",
        );
        check("present\nAbsent friends\n", &[(1, MailCommand::Present("present".to_owned()))], "\nAbsent friends\n");
    }

    #[test]
    fn a_proclamation_keeps_its_words() {
        let text = "ANNOUNCE\nHELP\nSTATUS\nEND\nHELP\n";
        check(text, &[(5, MailCommand::Help)], "ANNOUNCE\nHELP\nSTATUS\nEND\n\n");
        check("ANNOUNCE \"x\"\nHELP\nEND\n", &[(2, MailCommand::Help)], "ANNOUNCE \"x\"\n\nEND\n");
        check("ANNOUNCE\nHELP\n", &[(2, MailCommand::Help)], "ANNOUNCE\n\n");
    }

    #[test]
    fn a_note_in_quotes_keeps_its_words() {
        check(
            "NOTE \"I shall\nRESIGN\nWITHDRAW\nsoon\"\nSTATUS\n",
            &[(5, MailCommand::Status)],
            "NOTE \"I shall\nRESIGN\nWITHDRAW\nsoon\"\n\n",
        );
        check("Note: \"a\"\nHELP\n", &[(2, MailCommand::Help)], "Note: \"a\"\n\n");
        check("NOTE \"never closed\nHELP\n", &[(2, MailCommand::Help)], "NOTE \"never closed\n\n");
    }

    #[test]
    fn commands_count_once_a_mail() {
        let report = |turn| MailCommand::Report(Some(turn));
        let text = |lines: &[&str]| lines.join("\n");
        let commands = |lines: &[&str]| split(&text(lines)).commands.into_iter().map(|(_, command)| command).collect::<Vec<_>>();
        assert_eq!(commands(&["PRESENT"; 300]), [MailCommand::Present("PRESENT".to_owned())]);
        assert_eq!(
            commands(&["PRESENT", "Present!", "STATUS", "status"]),
            [MailCommand::Present("PRESENT".to_owned()), MailCommand::Status]
        );
        let reports: Vec<String> = (1..1900).map(|turn| format!("REPORT {turn}")).collect();
        let reports: Vec<&str> = reports.iter().map(String::as_str).collect();
        assert_eq!(commands(&reports), [report(1), report(2), report(3), report(4), report(5)]);
        assert_eq!(commands(&["READY", "NOT READY", "READY"]), [MailCommand::Ready(true)], "the last word counts");
    }

    #[test]
    fn later_commands_are_known_by_name_and_their_blocks_are_no_orders() {
        let text = "PRESS TO ALL\nBUILD 3 FI ON 1\nEND\npause\nDRAW\nDraw?\n";
        let not_yet = |text: &str| MailCommand::NotYet(text.to_owned());
        check(text, &[(1, not_yet("PRESS TO ALL")), (4, not_yet("pause")), (6, not_yet("Draw?"))], "\n\n\n\nDRAW\n\n");
    }
}
