//! Splits the text of an email into commands to the office, orders, and lines for other turns.

use std::collections::BTreeSet;

use super::Inside;
use super::aim::Aim;
use super::blocks::{self, Block};
use super::commands::{MailCommand, read, without_repetitions};
use super::press::PressBlock;
use super::tag::{self, in_first_line, subject_without_tags};
use super::words::{unmarked, without_marks_around};
use crate::campaign::Digest;
use crate::campaign::journal::Salt;
use crate::engine::Seat;
use crate::engine::reader::is_quote;

/// The text shown in place of a hidden block.
pub const HIDDEN: &str = "(These words are not shown.)";

/// A letter's text, split into commands and orders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Content {
    /// In the order of the text, with their lines, from 1; a command in the subject has line 0.
    pub commands: Vec<(u32, MailCommand)>,
    /// The text with blank lines in place of commands, blocks for a turn and `ORDERS campaign …` lines, so line numbers stay the same.
    pub orders: String,
    /// The blocks below `TURN 7`, `STANDING` and the like.
    pub ahead: Vec<AheadBlock>,
}

/// Lines that a player wrote for one turn, or for all turns to come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AheadBlock {
    /// The line of its heading, from 1.
    pub line: u32,
    /// The heading as the player wrote it.
    pub heading: String,
    /// The turns that the heading names.
    pub aim: Aim,
    /// The lines after the heading, without the END.
    pub lines: Vec<String>,
}

impl Content {
    /// Splits the order text of a letter; its subject may hold a command, too.
    pub fn of(letter: &Inside) -> Content {
        let mut content = split(&letter.orders.text);
        content.commands.extend(in_subject(&letter.subject, &content).map(|command| (0, command)));
        content.commands.sort_by_key(|(line, _)| *line);
        content
    }

    /// The digest of a sheet that will be revealed after the deadline.
    pub fn sealed_digest(&self) -> Option<Digest> {
        self.commands().find_map(|command| if let MailCommand::Sealed(digest) = command { Some(*digest) } else { None })
    }

    /// Whether a sheet is revealed.
    pub fn reveals(&self) -> bool {
        self.commands().any(|command| matches!(command, MailCommand::Reveal(_)))
    }

    /// The salt of the sheet that is revealed; `None` also if it is misread.
    pub fn revealed_salt(&self) -> Option<Salt> {
        self.commands().find_map(|command| if let MailCommand::Reveal(salt) = command { *salt } else { None })
    }

    /// Whether it has a command that cannot go with a move: one that ends the game by itself, or takes moves back.
    pub fn excludes_a_move(&self) -> bool {
        use MailCommand::{Abort, DrawAnswer, TakebackAnswer, TakebackAsked};
        self.commands().any(|command| matches!(command, DrawAnswer(true) | Abort | TakebackAsked | TakebackAnswer(true)))
    }

    /// Whether no line could be an order.
    pub fn has_no_orders(&self) -> bool {
        self.orders.trim().is_empty()
    }
}

/// A player's text as others may read it: words that nobody may read yet, or that are for other players alone, are hidden. `with_press`
/// says that the reader gets copies of the words to other players.
pub fn veiled(text: &str, with_press: bool) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (mut shown, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let block = blocks::begins(lines[at]);
        let is_hidden = blocks::may_be_of_diary(lines[at]) || !with_press && matches!(block, Some(Block::Press));
        let length = block.filter(|_| is_hidden).map_or(1, |block| blocks::length(block, &lines[at..]));
        shown.push(if is_hidden { HIDDEN } else { lines[at] });
        at += length;
    }
    shown.join("\n")
}

/// Whether a line of the text may have been meant for a diary, so that nobody else may read it.
pub fn may_have_diary(text: &str) -> bool {
    text.lines().any(blocks::may_be_of_diary)
}

/// Splits text into commands and orders.
pub fn split(text: &str) -> Content {
    let mut lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or_default();
    // The first line may hold a tag, which is no order.
    let rest = lines.get(first).filter(|line| !tag::in_subject(line).is_empty()).map(|line| subject_without_tags(line));
    if let Some(rest) = &rest {
        lines[first] = rest;
    }
    let mut content = Content::default();
    let mut at = 0;
    while at < lines.len() {
        let (block, length) = blocks::first(&lines[at..]);
        let of_block = &lines[at..at + length];
        if in_first_line(lines[at]).is_some() {
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
    /// Takes a line, or the lines of a block; `number` is that of the first.
    fn take(&mut self, lines: &[&str], block: Option<Block<'_>>, number: u32) {
        let line = if block.is_some() { unmarked(lines[0]) } else { lines[0] };
        let command = match block {
            // A proclamation may hold any words, even HELP: it belongs to the game up to its END.
            Some(Block::Announcement) => None,
            // Nobody knows which of the words below it are orders, and those are nobody else's business.
            Some(Block::GameMaster { words: "" }) if !blocks::is_closed(lines) => Some(MailCommand::GameMaster(String::new())),
            Some(Block::GameMaster { words }) => Some(MailCommand::GameMaster(words_of(words, blocks::inside(lines)))),
            Some(Block::Line { moves }) => {
                let moves = words_of(moves, blocks::inside(lines));
                // An email with LINE is a try as a whole, so no move in it is played.
                self.commands.push((number, MailCommand::Check));
                Some(MailCommand::Line(moves))
            }
            Some(Block::Diary { words }) => Some(MailCommand::Diary(words_of_diary(words, lines))),
            Some(Block::Press) => Some(MailCommand::Press(PressBlock::read(line, blocks::inside(lines), blocks::ends(lines)))),
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
            // Our letters put a player's words in a fence, and some programs quote a letter without marks.
            None if is_fenced(line) || lines.len() == 1 && blocks::is_greeting(line) => self.blank(1),
            None => lines.iter().for_each(|line| self.keep(line)),
        }
    }

    /// Stores the lines of a block for another turn apart.
    fn put_ahead(&mut self, lines: &[&str], aim: Aim, number: u32) {
        self.ahead.push(AheadBlock { line: number, heading: lines[0].trim().to_owned(), aim, lines: owned(blocks::inside(lines)) });
        self.blank(lines.len());
    }

    /// The text of an email that was sent to other players through the host: none of it is an order.
    pub fn to_players(letter: &Inside, seats: &BTreeSet<Seat>) -> Content {
        let words = letter.orders.text.trim_matches('\n').to_owned();
        let to = seats.iter().map(Seat::to_string).collect::<Vec<_>>().join(", ");
        let press = PressBlock { heading: String::new(), to, is_anonymous: false, words: Some(words) };
        Content { commands: vec![(1, MailCommand::Press(press))], ..Content::default() }
    }

    /// The same, with the lines for the open turn put back where they stood; lines for other turns stay apart.
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

    /// The same where RESIGN is an order of the game, as it is wherever moves alternate.
    #[must_use]
    pub fn with_resigning_as_order(mut self) -> Content {
        let mut restored = Vec::new();
        self.commands.retain(|(line, command)| {
            if let MailCommand::Resign { line: written, .. } = command {
                restored.push((*line as usize, written.clone()));
            }
            !matches!(command, MailCommand::Resign { .. })
        });
        if restored.is_empty() {
            return self;
        }
        let mut orders: Vec<String> = self.orders.lines().map(str::to_owned).collect();
        for (line, text) in restored {
            if let Some(blank) = line.checked_sub(1).and_then(|at| orders.get_mut(at)) {
                *blank = text;
            }
        }
        self.orders = orders.iter().fold(String::new(), |text, line| text + line + "\n");
        self
    }

    /// The same with those lines of the orders taken for commands that `read` reads as some. It knows more than the text: a line may be talk in one
    /// campaign, and a command in another.
    #[must_use]
    pub fn with_commands(mut self, read: impl Fn(&str) -> Option<MailCommand>) -> Content {
        let text = std::mem::take(&mut self.orders);
        let lines: Vec<&str> = text.lines().collect();
        let mut at = 0;
        while at < lines.len() {
            let (_, length) = blocks::first(&lines[at..]);
            match read(lines[at]).filter(|_| length == 1) {
                Some(command) => {
                    self.commands.push((at as u32 + 1, command));
                    self.blank(1);
                }
                None => lines[at..at + length].iter().for_each(|line| self.keep(line)),
            }
            at += length;
        }
        self.commands.sort_by_key(|(line, _)| *line);
        self.commands = without_repetitions(self.commands);
        self
    }

    /// The same if a newer email of the sender already counts: the orders on file are shown, and READY and NOT READY in this one are
    /// dropped.
    #[must_use]
    pub fn outrun(mut self) -> Content {
        self.commands.retain(|(_, command)| !matches!(command, MailCommand::Ready(_) | MailCommand::OrdersQuery));
        self.commands.insert(0, (0, MailCommand::OrdersQuery));
        self
    }

    /// The same without what comes before REVEAL, such as a greeting, which was not sealed; unchanged if nothing follows REVEAL.
    #[must_use]
    pub fn below_reveal(mut self) -> Content {
        let line = self.commands.iter().find(|(_, command)| matches!(command, MailCommand::Reveal(_))).map(|(line, _)| *line as usize);
        let below = |line: usize| self.orders.lines().skip(line);
        if let Some(line) = line.filter(|line| below(*line).any(|text| !text.trim().is_empty())) {
            self.orders = below(line).fold("\n".repeat(line), |text, line| text + line + "\n");
        }
        self
    }

    /// The commands without their line numbers.
    pub fn commands(&self) -> impl Iterator<Item = &MailCommand> {
        self.commands.iter().map(|(_, command)| command)
    }

    /// Whether this command was given.
    pub fn has(&self, command: &MailCommand) -> bool {
        self.commands().any(|given| given == command)
    }
}

impl AheadBlock {
    /// The content of the block, with lines counted from its first.
    pub fn inside(&self) -> Content {
        split(&self.lines.join("\n"))
    }

    /// Whether it only takes back what was left: `STANDING OFF`, an empty block, `NO ORDERS` and `WITHDRAW` do, unless there are orders, too.
    pub fn takes_back(&self) -> bool {
        let inside = self.inside();
        let has_no_others = || inside.commands().all(|command| matches!(command, MailCommand::NoOrders | MailCommand::Withdraw));
        self.aim == Aim::StandingOff || inside.has_no_orders() && inside.ahead.is_empty() && has_no_others()
    }
}

/// Whether a line belongs to the fence of one of our letters.
fn is_fenced(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

/// The words of a diary entry, beginning with those after DIARY, perhaps in quotation marks; `None` if there are none and END is missing.
fn words_of_diary(first: &str, lines: &[&str]) -> Option<String> {
    if first.is_empty() {
        return blocks::is_closed(lines).then(|| blocks::inside(lines).join("\n"));
    }
    let words = words_of(first, blocks::inside(lines));
    let is_quoted = first.starts_with(is_quote);
    Some(if is_quoted { without_marks_around(&words).to_owned() } else { words })
}

/// The words of a block, without its END.
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

/// The subject, if it is one command and nothing else but the tag and `Re:`.
///
/// `CHECK` counts beside orders, too, since it can do no harm. The others count only if the text says nothing, because many emails have a
/// subject like "status" that asks for nothing.
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
mod tests;
