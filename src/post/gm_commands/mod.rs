//! Reads the commands of a game master by email: `EXTEND 3d`, `BROADCAST … END`, `CONFIRM` and a code.

mod command;

use std::sync::LazyLock;

pub use command::{GmCommand, ShownCode, StrayLine};

use crate::campaign::CampaignId;
use crate::campaign::token::Token;
use crate::engine::nearness::Spelling;
use crate::post::blocks;
use crate::post::commands::is_question;
use crate::post::words::{END_MARKS, unmarked};

/// The most commands that are read in one email.
const MOST: usize = 10;

/// What cannot be done by email, and the shell command that does it.
const BY_SHELL: [(&str, &str); 12] = [
    ("EDIT", "edit"),
    ("ROLLBACK", "rollback"),
    ("ORDERS", "orders"),
    ("BREAK-SEAL", "orders"),
    ("SHOW-MAIL", "show-mail"),
    ("CLONE", "clone"),
    ("REPLACE", "replace"),
    ("ADDRESS", "address"),
    ("TOKEN", "token"),
    ("VACATE", "vacate"),
    ("ABORT", "abort"),
    ("CONCEDE", "concede"),
];

const BROADCAST: &str = "BROADCAST";

/// The most words at the end of a line of talk in which commands are looked for.
const LONGEST_END: usize = 10;

/// The most lines of talk that are kept.
const MOST_TALK: usize = 10;

/// The words that begin a command, with its form, to find misspelt ones.
const WORDS: [(&str, &str); 12] = [
    ("ABSENCE", "ABSENCE SEAT YES, or ABSENCE SEAT NO"),
    (BROADCAST, "BROADCAST, your words on the lines below it, and END on a line of its own"),
    ("CANCEL", "CANCEL"),
    ("CHARGE", "CHARGE"),
    ("CONFIRM", "CONFIRM and the code"),
    ("EJECT", "EJECT SEAT REASON"),
    ("EXTEND", "EXTEND 3d REASON, or with 12h, 2w or 2027-01-11 20:00 in the place of 3d"),
    ("HELP", "HELP"),
    ("PAUSE", "PAUSE"),
    ("RESUME", "RESUME"),
    ("RUN", "RUN"),
    ("STATUS", "STATUS"),
];

/// What an email to the host says if a game master wrote it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GmContent {
    /// The campaign that the first line names: `GM rim-3`.
    pub campaign: Option<CampaignId>,
    /// The commands in the order of the text, ten at most, without the talk between them.
    pub commands: Vec<GmCommand>,
    /// The talk, ten lines at most, each with the command that it ends with.
    pub talk: Vec<StrayLine>,
    /// Whether there is talk before the first command.
    pub begins_with_talk: bool,
    /// How many commands follow the tenth; they are not carried out.
    pub beyond: usize,
    /// Whether the email says nothing at all.
    pub is_silent: bool,
}

impl GmContent {
    /// What follows the first CONFIRM that has anything after it.
    pub fn shown_code(&self) -> Option<&ShownCode> {
        self.commands.iter().find_map(|command| match command {
            GmCommand::Confirm(ShownCode::Elsewhere) => None,
            GmCommand::Confirm(shown) => Some(shown),
            _ => None,
        })
    }
}

/// Whether reading a text may find a code in it. This takes much less time than reading it.
pub fn may_show_code(text: &str) -> bool {
    let mut lines = text.lines().map(|line| unmarked(line).split_whitespace());
    lines.any(|mut words| words.next().is_some_and(|word| word.to_uppercase().starts_with("CONFIRM")) && words.next().is_some())
}

/// Reads the writer's own lines, without quoted ones.
pub fn read(text: &str) -> GmContent {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut content = GmContent { is_silent: text.trim().is_empty(), ..GmContent::default() };
    let mut at = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    if let Some((campaign, rest)) = lines.get(at).and_then(|line| gm_line(line)) {
        content.campaign = Some(campaign);
        lines[at] = rest;
    }
    while at < lines.len() && lines[at].trim_end() != "--" {
        let (command, used) = command(&lines[at..]);
        match command {
            Some(command) if content.commands.len() < MOST => content.commands.push(command),
            Some(_) => content.beyond += 1,
            None => {
                content.begins_with_talk |= content.commands.is_empty() && !lines[at].trim().is_empty();
                content.talk.extend(talk(lines[at]).filter(|_| content.talk.len() < MOST_TALK));
            }
        }
        at += used;
    }
    content
}

/// The campaign of a first line `GM rim-3`, and the command that may follow it: `GM rim-3: EXTEND 3d`.
pub fn gm_line(line: &str) -> Option<(CampaignId, &str)> {
    let (first, named) = first_word(unmarked(line));
    let (campaign, rest) = named.split_once(char::is_whitespace).map_or((named, ""), |(campaign, rest)| (campaign, rest.trim()));
    let campaign = CampaignId::typed(campaign.trim_end_matches([':', ',', '.', ';', '!'])).filter(|_| first == "GM")?;
    (rest.is_empty() || command(&[rest]).0.is_some()).then_some((campaign, rest))
}

/// The command at the head of these lines, `None` for talk, and how many lines it has.
fn command(lines: &[&str]) -> (Option<GmCommand>, usize) {
    let line = unmarked(lines[0]);
    let (first, rest) = first_word(line);
    let command = known(lines).or_else(|| by_shell(&first, line)).or_else(|| unread(&first, rest, line));
    let has_block = match &command {
        Some(GmCommand::Broadcast(_)) => true,
        // The lines below a misspelt BROADCAST are meant for the players and hold no command.
        Some(GmCommand::Unread(StrayLine { nearest, .. })) => nearest.as_deref() == Some(BROADCAST),
        _ => false,
    };
    (command, end_of_block(lines).filter(|_| has_block).map_or(1, |end| end + 1))
}

/// The word that says what a line asks for, and the rest of the line.
fn first_word(line: &str) -> (String, &str) {
    let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(first, rest)| (first, rest.trim()));
    (first.trim_end_matches(['.', '!', ',', ';', ':']).to_uppercase(), rest)
}

/// The command at the head of these lines. With a question mark it is one only if it asks, but words to all may hold questions.
fn known(lines: &[&str]) -> Option<GmCommand> {
    let line = unmarked(lines[0]);
    let asks = is_question(line);
    let may_ask = |command: &GmCommand| matches!(command, GmCommand::Status | GmCommand::Help | GmCommand::Broadcast(_));
    let (first, rest) = first_word(line);
    known_by(&first, rest, lines).filter(|command| !asks || may_ask(command))
}

fn known_by(first: &str, rest: &str, lines: &[&str]) -> Option<GmCommand> {
    let alone = |command| rest.is_empty().then_some(command);
    match first {
        "EXTEND" => extend(rest),
        "PAUSE" => alone(GmCommand::Pause),
        "RESUME" => alone(GmCommand::Resume),
        "CHARGE" => alone(GmCommand::Charge),
        "RUN" => alone(GmCommand::Run),
        "STATUS" | "STATUS?" => alone(GmCommand::Status),
        "HELP" | "HELP?" => alone(GmCommand::Help),
        "EJECT" => {
            let (seat, reason) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            (!seat.is_empty()).then(|| GmCommand::Eject { seat: seat.to_owned(), reason: said(reason) })
        }
        "ABSENCE" => {
            let (seat, answer) = rest.rsplit_once(char::is_whitespace).unwrap_or((rest, ""));
            let grants = match answer.trim_end_matches('.').to_uppercase().as_str() {
                "YES" => Some(true),
                "NO" => Some(false),
                _ => None,
            };
            grants.map(|grants| GmCommand::Absence { seat: seat.trim().to_owned(), grants })
        }
        "CONFIRM" | "YES" if rest.is_empty() => Some(GmCommand::Confirm(ShownCode::Elsewhere)),
        "CONFIRM" => {
            let code = Token::read(rest.trim_matches(['[', ']', '.']));
            Some(GmCommand::Confirm(code.map_or(ShownCode::Garbled, ShownCode::Code)))
        }
        "CANCEL" | "NO" => alone(GmCommand::Cancel),
        BROADCAST => {
            let words = [rest].into_iter().chain(lines[1..end_of_block(lines)?].iter().copied()).collect::<Vec<_>>().join("\n");
            said(&words).map(GmCommand::Broadcast)
        }
        _ => None,
    }
}

/// The index of the line with END.
fn end_of_block(lines: &[&str]) -> Option<usize> {
    (1..lines.len()).find(|at| blocks::is_end(lines[*at]))
}

/// `EXTEND 3d Christmas`, `EXTEND 3 days Christmas`, `EXTEND 2026-12-27 20:00 Christmas`.
fn extend(rest: &str) -> Option<GmCommand> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let read = |count: usize| {
        let time = words.get(..count)?.join(" ");
        let extension = time.parse().ok()?;
        Some(GmCommand::Extend { extension, time, reason: said(&words[count..].join(" ")) })
    };
    read(2).or_else(|| read(1))
}

fn by_shell(first: &str, line: &str) -> Option<GmCommand> {
    let (_, command) = BY_SHELL.iter().find(|(word, _)| *word == first)?;
    Some(GmCommand::ByShell { line: line.to_owned(), command })
}

/// A line that begins like a command but cannot be read as one; any other line is talk.
fn unread(first: &str, rest: &str, line: &str) -> Option<GmCommand> {
    static SPELLINGS: LazyLock<[Spelling; WORDS.len()]> = LazyLock::new(|| WORDS.map(|(word, _)| Spelling::of(word)));
    let written = Spelling::of(first);
    let near = SPELLINGS.iter().zip(WORDS).filter_map(|(spelling, word)| Some((written.slips(spelling)?, word)));
    let (_, (word, form)) = near.min_by_key(|(slips, _)| *slips)?;
    let mut meant = [format!("{word} {}", rest.trim_end_matches(END_MARKS)), format!("{word} {rest}"), word.to_owned()]
        .into_iter()
        .map(|meant| meant.trim().to_owned());
    // The words of BROADCAST are on the lines below it.
    let nearest = meant.find(|meant| known(&[meant]).is_some() || meant == BROADCAST && first != BROADCAST);
    Some(GmCommand::Unread(StrayLine { line: line.to_owned(), nearest, form: Some(form) }))
}

/// A line of talk. Some end with what would be a command on a line of its own: `Please extend 3d.`
fn talk(line: &str) -> Option<StrayLine> {
    let words: Vec<&str> = unmarked(line).trim_end_matches(END_MARKS).split_whitespace().collect();
    let ends = (words.len().saturating_sub(LONGEST_END).max(1)..words.len()).map(|at| words[at..].join(" "));
    let mut as_commands = ends.filter(|end| known(&[end]).is_some_and(|command| command.is_for_a_game()));
    let nearest = as_commands.next().map(|end| {
        let (first, rest) = first_word(&end);
        format!("{first} {rest}").trim_end().to_owned()
    });
    let line = line.trim();
    (!line.is_empty()).then(|| StrayLine { line: line.to_owned(), nearest, form: None })
}

fn said(words: &str) -> Option<String> {
    let words = words.trim();
    (!words.is_empty()).then(|| words.to_owned())
}

#[cfg(test)]
mod tests;
