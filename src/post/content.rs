//! What stands in an email: commands to the office, orders, and lines for other turns.

use std::collections::BTreeSet;

use super::Letter;
use super::aim::Aim;
use super::blocks::{self, Block};
use super::commands::{MailCommand, read, without_repetitions};
use super::press::PressBlock;
use super::tag::{in_first_line, subject_without_tags};
use crate::campaign::Digest;
use crate::campaign::journal::Salt;
use crate::engine::Seat;
use crate::engine::reader::{behind_note, read_note};

/// A letter's text, split into commands and orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    /// In the order of the text, with their lines, from 1; a command in the subject has line 0.
    pub commands: Vec<(u32, MailCommand)>,
    /// The text with blank lines where commands, blocks for a turn and `ORDERS campaign …` lines stood, so that its lines
    /// are counted as before.
    pub orders: String,
    /// What stands under `TURN 7`, `STANDING` and the like.
    pub ahead: Vec<AheadBlock>,
}

/// Lines that a player wrote for one turn, or for all turns to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AheadBlock {
    /// The line of its heading, from 1.
    pub line: u32,
    /// The heading as the player wrote it.
    pub heading: String,
    pub aim: Aim,
    /// The lines behind the heading, an END not among them.
    pub lines: Vec<String>,
}

impl Content {
    /// Splits the order text of a letter; a subject may command too, see [`in_subject`].
    pub fn of(letter: &Letter) -> Content {
        let mut content = split(&letter.orders.text);
        content.commands.extend(in_subject(&letter.subject, &content).map(|command| (0, command)));
        content.commands.sort_by_key(|(line, _)| *line);
        content
    }

    /// The digest of a sheet that is revealed later.
    pub fn sealed_digest(&self) -> Option<Digest> {
        self.commands().find_map(|command| if let MailCommand::Sealed(digest) = command { Some(*digest) } else { None })
    }

    /// The salt of the sheet that is revealed.
    pub fn revealed_salt(&self) -> Option<Salt> {
        self.commands().find_map(|command| if let MailCommand::Reveal(salt) = command { Some(*salt) } else { None })
    }

    /// Whether it has a line that ends the game by itself: DRAW YES or ABORT.
    pub fn ends_the_game(&self) -> bool {
        self.commands().any(|command| matches!(command, MailCommand::DrawAnswer(true) | MailCommand::Abort))
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
        let block = if behind_note(line).is_some() { None } else { blocks::begins(line) };
        let length = match (behind_note(line), block) {
            // What a note says is no command, in whatever line it stands.
            (Some(first), _) => read_note(first, &lines[at + 1..]).lines(),
            (None, Some(block)) => blocks::length(block, &lines[at..]),
            (None, None) => 1,
        };
        let of_block = &lines[at..at + length];
        if in_first_line(line).is_some() {
            content.blank(length);
        } else {
            content.take(of_block, block, at as u32 + 1);
        }
        at += length;
    }
    content.commands = without_repetitions(content.commands);
    content
}

impl Content {
    /// Takes a line, or the lines of a block; `number` is the first one's.
    fn take(&mut self, lines: &[&str], block: Option<Block<'_>>, number: u32) {
        let line = lines[0];
        let command = match block {
            // A proclamation may hold any words, HELP among them: it is the game's until its END.
            Some(Block::Announcement) => None,
            Some(Block::GameMaster { words }) => Some(MailCommand::GameMaster(words_of(words, blocks::inside(lines)))),
            Some(Block::Line { moves }) => {
                let moves = words_of(moves, blocks::inside(lines));
                // What somebody thinks through stands beside moves that were meant to be thought through as well.
                self.commands.push((number, MailCommand::Check));
                Some(MailCommand::Line(moves))
            }
            Some(Block::Press) => {
                let inside = blocks::is_closed(lines).then(|| blocks::inside(lines).join("\n"));
                Some(MailCommand::Press(PressBlock::read(line, inside)))
            }
            Some(Block::Refused) => Some(MailCommand::NotYet { line: line.trim().to_owned(), lines: owned(blocks::inside(lines)) }),
            Some(Block::Turn(turn)) => return self.put_ahead(lines, Aim::Turn(turn), number),
            Some(Block::Standing { always }) => return self.put_ahead(lines, Aim::Standing { always }, number),
            Some(Block::StandingOff) => return self.put_ahead(lines, Aim::StandingOff, number),
            None => read(line),
        };
        match command {
            Some(command) => {
                self.commands.push((number, command));
                self.blank(lines.len());
            }
            // Our letters fence what a player wrote, and some programs quote them without any mark of their own.
            None if is_fenced(line) => self.blank(1),
            None => lines.iter().for_each(|line| self.keep(line)),
        }
    }

    /// Keeps the lines of a block that is meant for another turn apart.
    fn put_ahead(&mut self, lines: &[&str], aim: Aim, number: u32) {
        self.ahead.push(AheadBlock { line: number, heading: lines[0].trim().to_owned(), aim, lines: owned(blocks::inside(lines)) });
        self.blank(lines.len());
    }

    /// The text of an email that was sent to other players by way of the host: none of it is an order.
    pub fn to_players(letter: &Letter, seats: &BTreeSet<Seat>) -> Content {
        let words = letter.orders.text.trim_matches('\n').to_owned();
        let to = seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(", ");
        let press = PressBlock { heading: String::new(), to, is_anonymous: false, words: Some(words) };
        Content { commands: vec![(1, MailCommand::Press(press))], ..Content::default() }
    }

    /// The same with the lines that are meant for the open turn where they stood; lines for other turns stay apart.
    #[must_use]
    pub fn for_open_turn(&self, open: Option<u32>) -> Content {
        let mut content = Content { ahead: Vec::new(), ..self.clone() };
        let mut orders: Vec<String> = content.orders.lines().map(str::to_owned).collect();
        for block in &self.ahead {
            if open.map(Aim::Turn) != Some(block.aim) {
                content.ahead.push(block.clone());
                continue;
            }
            let inside = block.inside();
            content.ahead.extend(inside.ahead.into_iter().map(|nested| AheadBlock { line: nested.line + block.line, ..nested }));
            content.commands.extend(inside.commands.into_iter().map(|(line, command)| (line + block.line, command)));
            for (at, line) in (block.line as usize..).zip(inside.orders.lines()) {
                if let Some(blank) = orders.get_mut(at) {
                    line.clone_into(blank);
                }
            }
        }
        content.commands.sort_by_key(|(line, _)| *line);
        content.commands = without_repetitions(content.commands);
        content.orders = orders.iter().fold(String::new(), |text, line| text + line + "\n");
        content
    }

    /// The same where RESIGN is an order of the game, as wherever moves alternate.
    #[must_use]
    pub fn with_resigning_as_order(mut self) -> Content {
        let mut restored = Vec::new();
        self.commands.retain(|(line, command)| {
            if let MailCommand::Resign { is_confirmed } = command {
                restored.push((*line as usize, if *is_confirmed { "CONFIRM RESIGN" } else { "RESIGN" }));
            }
            !matches!(command, MailCommand::Resign { .. })
        });
        if restored.is_empty() {
            return self;
        }
        let mut orders: Vec<String> = self.orders.lines().map(str::to_owned).collect();
        for (line, text) in restored {
            if let Some(blank) = line.checked_sub(1).and_then(|at| orders.get_mut(at)) {
                text.clone_into(blank);
            }
        }
        self.orders = orders.iter().fold(String::new(), |text, line| text + line + "\n");
        self
    }

    /// The commands without their lines.
    pub fn commands(&self) -> impl Iterator<Item = &MailCommand> {
        self.commands.iter().map(|(_, command)| command)
    }

    /// Whether this command was given.
    pub fn has(&self, command: &MailCommand) -> bool {
        self.commands().any(|given| given == command)
    }
}

impl AheadBlock {
    /// What stands in it, with lines counted from its first.
    pub fn inside(&self) -> Content {
        split(&self.lines.join("\n"))
    }
}

/// Whether a line stands in the fence of one of our letters.
fn is_fenced(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// What a block says, its END not with it.
fn words_of(first: &str, rest: &[&str]) -> String {
    let lines = std::iter::once(first).chain(rest.iter().copied());
    lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
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
/// because many emails have a subject like "status" that asks for nothing.
fn in_subject(subject: &str, content: &Content) -> Option<MailCommand> {
    let command = read(&subject_without_tags(subject))?;
    let is_silent = content.has_no_orders() && content.commands.is_empty();
    match command {
        MailCommand::Check => Some(command),
        MailCommand::Help | MailCommand::Status => is_silent.then_some(command),
        _ => None,
    }
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
        let text = "BROADCAST\nBUILD 3 FI ON 1\nEND\npause\nDRAW\nDraw?\n";
        let not_yet = |text: &str, lines: &[&str]| MailCommand::NotYet { line: text.to_owned(), lines: owned(lines) };
        check(
            text,
            &[(1, not_yet("BROADCAST", &["BUILD 3 FI ON 1"])), (4, not_yet("pause", &[])), (6, not_yet("Draw?", &[]))],
            "\n\n\n\nDRAW\n\n",
        );
        let standing = split("BUILD 1 FI ON 1\nSTANDING\nBUILD 3 FI ON 1\nREADY\n");
        assert_eq!((standing.commands.len(), standing.orders.as_str()), (0, "BUILD 1 FI ON 1\n\n\n\n"));
        assert_eq!(standing.ahead[0].aim, Aim::Standing { always: false });
        assert_eq!(standing.ahead[0].lines, ["BUILD 3 FI ON 1", "READY"]);
    }

    #[test]
    fn words_to_other_players_are_no_orders_and_neither_are_lines_in_a_fence() {
        let press = |to: &str, words: Option<&str>| {
            MailCommand::Press(PressBlock {
                heading: format!("PRESS TO {to}"),
                to: to.to_owned(),
                is_anonymous: false,
                words: words.map(str::to_owned),
            })
        };
        check(
            "PRESS TO 2\nBUILD 9 FI ON 1\nREADY\nEND\nBUILD 3 FI ON 1\n",
            &[(1, press("2", Some("BUILD 9 FI ON 1\nREADY")))],
            "\n\n\n\nBUILD 3 FI ON 1\n",
        );
        check("PRESS TO 2\nBUILD 9 FI ON 1\nREADY\n", &[(1, press("2", None))], "\n\n\n");
        check("BUILD 3 FI ON 1\n  | BUILD 9 FI ON 1\n| READY\n  | END\n|\n", &[], "BUILD 3 FI ON 1\n\n\n\n\n");
    }

    #[test]
    fn words_about_the_sheet_are_commands() {
        check("ORDERS rim-3\n\nAppend.\nBUILD 1 FI ON 1\n", &[(3, MailCommand::Append)], "\n\n\nBUILD 1 FI ON 1\n");
        check("BUILD 1 FI ON 1\nAPPEND\n", &[(2, MailCommand::Append)], "BUILD 1 FI ON 1\n\n");
        check("No orders\nCONFIRM\n", &[(1, MailCommand::NoOrders), (2, MailCommand::Confirm)], "\n\n");
    }

    #[test]
    fn lines_for_the_open_turn_are_read_where_they_stand_and_those_for_others_are_not() {
        let content = split("Turn 3:\nBUILD 1 FI ON 1\nREADY\nTURN 4\nBUILD 2 FI ON 1\n");
        assert_eq!((content.commands.len(), content.orders.trim()), (0, ""));
        let open = content.for_open_turn(Some(3));
        assert_eq!(open.commands, [(3, MailCommand::Ready(true))]);
        assert_eq!(open.orders, "\nBUILD 1 FI ON 1\n\n\n\n");
        assert_eq!(open.ahead.iter().map(|block| (block.line, block.aim)).collect::<Vec<_>>(), [(4, Aim::Turn(4))]);
        assert_eq!(content.for_open_turn(None), content);
        let words = |text: &str| MailCommand::GameMaster(text.to_owned());
        check("GM: hi\nthere\nEND\nHELP\n", &[(1, words("hi\nthere")), (4, MailCommand::Help)], "\n\n\n\n");
    }
}
