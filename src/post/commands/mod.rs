//! Commands to the office: `STATUS`, `CHECK`, `WITHDRAW` and their like.

mod near;
mod setting;

use std::mem::discriminant;

pub use near::near_command;
pub use setting::MailSetting;

use super::press::PressBlock;
use super::requests::{is_plain_name, read as read_asked};
pub use super::words::is_question;
use super::words::{END_MARKS, unmarked};
use crate::campaign::Digest;
use crate::campaign::journal::Salt;

/// The most commands of one kind that are carried out in one email, such as REPORT for many turns.
const MOST_OF_A_KIND: usize = 5;

/// `PROPOSE` followed by more words than this is talk.
const PROPOSAL_WORDS: usize = 12;

/// The word before a salt.
const REVEAL: &str = "REVEAL";

/// `ADDRESS` followed by more words than this is talk: an address may stand behind a name.
const ADDRESS_WORDS: usize = 5;

/// `EXPLAIN` followed by more words than this is talk.
const QUESTION_WORDS: usize = 9;

/// A command that is alone on its line, in upper or lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailCommand {
    /// `HELP`: how to write orders, with examples from the player's own position.
    Help,
    /// `RULES`: how the game is played, with the numbers of this campaign.
    Rules,
    /// `STATUS`: who has sent orders, or how the game and its clocks stand.
    Status,
    /// `CHECK`: try the sheet without storing it.
    Check,
    /// `WITHDRAW`: what the seat has sent for the turn is void.
    Withdraw,
    /// `ORDERS?`, `STANDING?`: which orders are on file.
    OrdersQuery,
    /// `REPORT` or `REPORT 7`: send that report again.
    Report(Option<u32>),
    /// `RECORD`: the moves so far, in a form that can be passed on and replayed.
    Record,
    /// `DRAW?`: offers the opponent a draw.
    DrawOffer,
    /// `DRAW YES`, and `DRAW NO`.
    DrawAnswer(bool),
    /// `TAKEBACK?`: asks whether the player's last move may be taken back.
    TakebackAsked,
    /// `TAKEBACK YES`, and `TAKEBACK NO`.
    TakebackAnswer(bool),
    /// `ABORT`, before both have moved.
    Abort,
    /// `EXPLAIN BATTLE 20`, `EXPLAIN BATTLE 20 TURN 5`: how it was computed. Holds the words after the first.
    Explain(String),
    /// `WHATIF 12 FI AGAINST 8 FI`: a battle with forces given by hand. Holds the words after the first.
    WhatIf(String),
    /// `LINE a1-b2 b3-b4`: moves of both sides to think through, as written. The whole email is then a try.
    Line(String),
    /// `READY`, and `NOT READY`.
    Ready(bool),
    /// `PROPOSE PAUSE 3d`: all players are to decide on it. Holds the words after the first.
    Propose(String),
    /// `AGREE` and `DISAGREE`, with the number of the proposal or without.
    Vote {
        /// Whether the line was AGREE.
        agrees: bool,
        /// The number that the proposal was given; `None` for the one open proposal on which the player has a vote.
        number: Option<u32>,
    },
    /// `WAIT`, and `NOT WAIT`: whether the open turn waits for its deadline even if all are ready.
    Wait(bool),
    /// `NO ORDERS`: an empty sheet.
    NoOrders,
    /// `APPEND`: the earlier sheet counts, and this adds to it.
    Append,
    /// `CONFIRM`: accepts a sheet that would otherwise be held back.
    Confirm,
    /// `SEALED` and the digest of a sheet that is revealed after the deadline.
    Sealed(Digest),
    /// `REVEAL` and a salt: the sheet below it is the sealed one. `None` for a line that only begins like that, which nothing but a sealed sheet makes a
    /// command: orders that were sealed must not count as orders in clear because of a slip.
    Reveal(Option<Salt>),
    /// `GM … END`: words to the game master.
    GameMaster(String),
    /// `PRESS TO 2, Bob … END`: words to other players.
    Press(PressBlock),
    /// `DIARY … END`: words that nobody reads before the game is over; `None` if the END is missing.
    Diary(Option<String>),
    /// `DIARY OFF`: the entries are never published.
    DiaryOff,
    /// `ABSENT UNTIL 2026-12-24`, `ABSENT FROM 2026-12-20 UNTIL 2026-12-24`, with AWAY for ABSENT if players like; a line in any other form has no days.
    Absent {
        /// The whole line, as the player wrote it.
        line: String,
        /// The words after FROM, in capitals; `None` if there is no FROM.
        from: Option<String>,
        /// The words after UNTIL, in capitals; `None` if there is no UNTIL.
        until: Option<String>,
    },
    /// `PRESENT`: back before the absence is over; the line as the player wrote it.
    Present(String),
    /// `FORMAT TEXT`, `ZONE Europe/Berlin`, `REMINDERS OFF`: a setting for the player's emails.
    Setting {
        /// Which one.
        key: MailSetting,
        /// The word after it, which need not be a valid value.
        value: String,
    },
    /// `NEW TOKEN`: the seat's token is invalid from now on, and its address is sent a new one.
    NewToken,
    /// `ADDRESS new@home.example`: emails for the seat go there once somebody there confirms it. Holds what stands behind the word, which need
    /// not be an address.
    Address(String),
    /// `RESIGN` asks whether the player means it; `CONFIRM RESIGN` gives the seat up. Where moves alternate it is an order of the game.
    Resign {
        /// Whether it was `CONFIRM RESIGN`.
        is_confirmed: bool,
        /// As the player wrote it: where it is an order, capitals tell it from the end of a sentence.
        line: String,
    },
    /// A command that this version does not carry out, as the player wrote it, with the lines of its block.
    NotYet {
        /// The command's own line, or the first line of its block.
        line: String,
        /// The lines between that line and the END; empty for a command without a block.
        lines: Vec<String>,
    },
}

impl MailCommand {
    /// Whether it only asks the office or another player for something.
    fn only_asks(&self) -> bool {
        use MailCommand::{Check, DrawOffer, Explain, Help, NotYet, OrdersQuery, Record, Report, Rules, Status, TakebackAsked, WhatIf};
        match self {
            Help | Rules | Status | Check | OrdersQuery | Report(_) | Record | DrawOffer | TakebackAsked | Explain(_) | WhatIf(_) => true,
            // It is not carried out, and the answer says so.
            NotYet { .. } => true,
            _ => false,
        }
    }
}

/// Keeps one command of each kind, and a few of those that ask for different things, so that no email asks for a flood of letters.
pub(super) fn without_repetitions(commands: Vec<(u32, MailCommand)>) -> Vec<(u32, MailCommand)> {
    let last = |kind: fn(&MailCommand) -> bool| commands.iter().rposition(|(_, command)| kind(command));
    let last_word = [last(|command| matches!(command, MailCommand::Ready(_))), last(|command| matches!(command, MailCommand::Wait(_)))];
    let mut kept: Vec<(u32, MailCommand)> = Vec::new();
    for (at, (line, command)) in commands.into_iter().enumerate() {
        let most = match command {
            MailCommand::Report(_)
            | MailCommand::Explain(_)
            | MailCommand::WhatIf(_)
            | MailCommand::Line(_)
            | MailCommand::Absent { .. }
            | MailCommand::Propose(_)
            | MailCommand::Vote { .. }
            | MailCommand::Setting { .. }
            | MailCommand::NotYet { .. } => MOST_OF_A_KIND,
            // Each of these words is answered, so none is cut off here: the campaign limits how many are sent or kept.
            MailCommand::Press(_) | MailCommand::Diary(_) | MailCommand::GameMaster(_) => usize::MAX,
            _ => 1,
        };
        let of_its_kind = kept.iter().filter(|(_, known)| discriminant(known) == discriminant(&command)).count();
        let is_known = kept.iter().any(|(_, known)| *known == command);
        let is_overruled = matches!(command, MailCommand::Ready(_) | MailCommand::Wait(_)) && !last_word.contains(&Some(at));
        if of_its_kind < most && !is_known && !is_overruled {
            kept.push((line, command));
        }
    }
    kept
}

/// Reads a line that is a command and nothing else. With a question mark it is one only if it asks: `RESIGN?` does not resign.
pub(super) fn read(line: &str) -> Option<MailCommand> {
    let line = unmarked(line);
    let asks = is_question(line);
    read_plain(line, asks).filter(|command| !asks || command.only_asks())
}

fn read_plain(line: &str, asks: bool) -> Option<MailCommand> {
    let plain = line.trim_end_matches(END_MARKS).to_uppercase();
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words[..] {
        ["ORDERS"] | ["STANDING"] | ["STANDING", "ORDERS"] if asks => Some(MailCommand::OrdersQuery),
        // The one answer tells of every order and every rule, so it also answers `HELP SEND` and `RULES B4`.
        ["HELP"] | ["HELP", _] => Some(MailCommand::Help),
        ["RULES"] | ["RULES", _] => Some(MailCommand::Rules),
        ["STATUS"] => Some(MailCommand::Status),
        ["CHECK"] => Some(MailCommand::Check),
        ["WITHDRAW"] => Some(MailCommand::Withdraw),
        ["REPORT"] => Some(MailCommand::Report(None)),
        ["REPORT", number] | ["REPORT", "TURN" | "ROUND" | "MOVE", number] => {
            number.parse().ok().map(|number| MailCommand::Report(Some(number)))
        }
        ["RECORD"] => Some(MailCommand::Record),
        ["DRAW"] if asks => Some(MailCommand::DrawOffer),
        ["DRAW", "YES" | "ACCEPT" | "ACCEPTED"] => Some(MailCommand::DrawAnswer(true)),
        ["DRAW", "NO" | "DECLINE" | "DECLINED"] => Some(MailCommand::DrawAnswer(false)),
        ["TAKEBACK"] => Some(MailCommand::TakebackAsked),
        ["TAKEBACK", "YES" | "ACCEPT" | "ACCEPTED"] => Some(MailCommand::TakebackAnswer(true)),
        ["TAKEBACK", "NO" | "DECLINE" | "DECLINED"] => Some(MailCommand::TakebackAnswer(false)),
        ["ABORT"] => Some(MailCommand::Abort),
        ["EXPLAIN", ..] if words.len() <= QUESTION_WORDS => Some(MailCommand::Explain(behind(line, 1))),
        ["WHATIF", ..] => Some(MailCommand::WhatIf(behind(line, 1))),
        // "What if I attacked you?" is talk.
        ["WHAT", "IF", first, ..] if first.starts_with(|letter: char| letter.is_ascii_digit()) => {
            Some(MailCommand::WhatIf(behind(line, 2)))
        }
        ["READY"] => Some(MailCommand::Ready(true)),
        ["NOT", "READY"] | ["UNREADY"] => Some(MailCommand::Ready(false)),
        // "Propose that we meet at New Earth" is talk.
        ["PROPOSE", "PAUSE" | "RESUME" | "EXTEND" | "EXTENSION" | "DRAW" | "CONCEDE" | "CANCEL", ..] if words.len() <= PROPOSAL_WORDS => {
            Some(MailCommand::Propose(behind(line, 1)))
        }
        ["AGREE"] => Some(MailCommand::Vote { agrees: true, number: None }),
        ["DISAGREE"] => Some(MailCommand::Vote { agrees: false, number: None }),
        ["AGREE" | "DISAGREE", number] | ["AGREE" | "DISAGREE", "TO", number] => {
            number.parse().ok().map(|number| MailCommand::Vote { agrees: words[0] == "AGREE", number: Some(number) })
        }
        ["WAIT"] | ["SET", "WAIT"] => Some(MailCommand::Wait(true)),
        ["NOT" | "NO", "WAIT"] | ["NOWAIT"] | ["SET", "NOWAIT"] | ["WAIT", "OFF"] => Some(MailCommand::Wait(false)),
        ["NO", "ORDERS"] | ["NO", "ORDERS", "THIS", "TURN" | "ROUND"] => Some(MailCommand::NoOrders),
        ["APPEND"] => Some(MailCommand::Append),
        ["CONFIRM"] => Some(MailCommand::Confirm),
        ["SEALED", digest] => digest.to_lowercase().parse().ok().map(MailCommand::Sealed),
        [first, ..] if first.starts_with(REVEAL) => {
            salt_in(&plain.trim_start()[REVEAL.len()..]).map(|salt| MailCommand::Reveal(Some(salt)))
        }
        ["PRESENT"] => Some(MailCommand::Present(line.to_owned())),
        [word, _] if MailSetting::read(word).is_some() => {
            MailSetting::read(word).map(|key| MailCommand::Setting { key, value: behind(line, 1) })
        }
        ["DIARY", "OFF"] => Some(MailCommand::DiaryOff),
        ["NEW", "TOKEN"] => Some(MailCommand::NewToken),
        ["ADDRESS" | "ADDRESS:", ..] => address(&behind(line, 1)).map(MailCommand::Address),
        ["RESIGN"] => Some(MailCommand::Resign { is_confirmed: false, line: line.to_owned() }),
        ["CONFIRM", "RESIGN"] => Some(MailCommand::Resign { is_confirmed: true, line: line.to_owned() }),
        ["ABSENT"] => Some(absent(line, None, None)),
        ["ABSENT" | "AWAY", "UNTIL" | "TILL", ref until @ ..] => Some(absent(line, None, Some(until))),
        ["ABSENT" | "AWAY", "FROM", ref days @ ..] => {
            let end = days.iter().position(|word| matches!(*word, "UNTIL" | "TILL" | "TO"));
            // "Away from home" is no days.
            let has_days = words[0] == "ABSENT" || end.is_some();
            has_days.then(|| absent(line, Some(&days[..end.unwrap_or(days.len())]), end.map(|end| &days[end + 1..])))
        }
        _ if is_not_yet(&words) => Some(MailCommand::NotYet { line: line.to_owned(), lines: Vec::new() }),
        _ => read_request(line, |_| false),
    }
}

fn is_please(word: &str) -> bool {
    word.trim_end_matches(END_MARKS).eq_ignore_ascii_case("please")
}

/// Whether a line asks for a pause and nothing else, in everyday words: `Please pause`. No player can have one without the others.
pub fn asks_to_pause(line: &str) -> bool {
    let words = line.split_whitespace().filter(|word| !is_please(word));
    words.map(|word| word.trim_end_matches(END_MARKS).to_uppercase()).eq(["PAUSE"])
}

/// The text after this many words, without marks at the end of the sentence.
fn behind(line: &str, words: usize) -> String {
    let rest: Vec<&str> = line.split_whitespace().skip(words).collect();
    rest.join(" ").trim_end_matches(END_MARKS).to_owned()
}

fn absent(line: &str, from: Option<&[&str]>, until: Option<&[&str]>) -> MailCommand {
    MailCommand::Absent { line: line.to_owned(), from: from.map(|words| words.join(" ")), until: until.map(|words| words.join(" ")) }
}

/// The address behind ADDRESS, perhaps after a name as mail programs copy it. It need not be one; `None` for talk like "Address the fleet first".
fn address(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_at = |word: &str| ["AT", "(AT)", "[AT]"].contains(&word.to_uppercase().as_str());
    let address = match words[..] {
        [.., last] if last.contains('@') && words.len() <= ADDRESS_WORDS => last,
        [_, at, host] if is_at(at) && host.contains('.') => text,
        [word] if !word.contains('.') => return None,
        [] | [_] => text,
        _ => return None,
    };
    Some(address.trim_matches(['<', '>']).to_owned())
}

/// The salt in what stands behind REVEAL, whatever marks it has around and between its digits.
fn salt_in(text: &str) -> Option<Salt> {
    let digits: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    digits.to_lowercase().parse().ok()
}

/// Whether a line begins with REVEAL, whatever follows.
pub fn begins_as_reveal(line: &str) -> bool {
    unmarked(line).trim_start().get(..REVEAL.len()).is_some_and(|word| word.eq_ignore_ascii_case(REVEAL))
}

/// Reads a line that asks the host for something, which is not done in an email about a game. A line like "Leave him" may be talk: `is_here` says
/// whether the host has what such a line names.
pub fn read_request(line: &str, is_here: impl Fn(&str) -> bool) -> Option<MailCommand> {
    let request = read_asked(line).filter(|request| !request.is_answer())?;
    let is_one = !request.may_be_talk() || request.named().is_some_and(is_here);
    is_one.then(|| MailCommand::NotYet { line: unmarked(line).to_owned(), lines: Vec::new() })
}

/// Whether a line is one of the house's other commands, in a form that no order of a game has.
fn is_not_yet(words: &[&str]) -> bool {
    match *words {
        ["JOIN", name, _] => is_plain_name(name),
        _ => matches!(*words, ["PAUSE" | "RESUME" | "RUN"] | ["EXTEND", ..] | ["EJECT", _] | ["REPLACE", _, "WITH", _]),
    }
}

#[cfg(test)]
mod tests;
