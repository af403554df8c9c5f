//! Commands of a game master by email: `EXTEND 3d`, `BROADCAST … END`, `CONFIRM` and a code.

use std::fmt;
use std::sync::LazyLock;

use super::tag::in_gm_line;
use crate::campaign::CampaignId;
use crate::campaign::extension::Extension;
use crate::campaign::token::Token;
use crate::engine::nearness::Spelling;

/// So many commands are read in one email.
const MOST: usize = 10;

/// What cannot be done by email, with the command of the shell that does it.
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

/// Those that are read, for slips of the keyboard.
const WORDS: [&str; 10] = ["ABSENCE", "CHARGE", "EXTEND", "PAUSE", "RESUME", "BROADCAST", "RUN", "EJECT", "STATUS", "CONFIRM"];

/// What a game master asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GmCommand {
    /// More time, in the words that an [`Extension`] reads, and why.
    Extend {
        /// Such as `3d` or `2026-12-27 20:00`.
        time: String,
        /// What stands behind the time, for all players to read; `None` if nothing does.
        reason: Option<String>,
    },
    /// Stops play and all clocks until the game is resumed.
    Pause,
    /// A paused game goes on.
    Resume,
    /// A turn that waits goes on.
    Charge,
    /// Words to all players.
    Broadcast(String),
    /// Plays the open turn now, without waiting for its deadline.
    Run,
    /// Grants or denies the days of absence that a player asks for.
    Absence {
        /// The seat's number or the name of its player, as it was written.
        seat: String,
        /// Whether the answer was YES.
        grants: bool,
    },
    /// The seat or the name of its player, and why.
    Eject {
        /// As it was written; a name is one word here.
        seat: String,
        /// What stands behind it, for all players to read; `None` if nothing does.
        reason: Option<String>,
    },
    /// Asks how the campaign stands.
    Status,
    /// Asks what a game master can write.
    Help,
    /// Carries out what a code was mailed for.
    Confirm(ShownCode),
    /// What a code was mailed for is not to be done.
    Cancel,
    /// What only a shell does: the line, and the name of the shell's command.
    ByShell {
        /// As the game master wrote it.
        line: String,
        /// Of `ashpost`, such as `rollback`.
        command: &'static str,
    },
    /// A line that is near a command and is none.
    Unread(String),
}

/// What stands behind CONFIRM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShownCode {
    /// Nothing: the code is where an answer carries it.
    Elsewhere,
    /// Words that are no code.
    Garbled,
    /// A code in its full length, which need not be one that was ever mailed.
    Code(Token),
}

/// What an email to the host says to it as a game master's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GmContent {
    /// The campaign that the first line names: `GM rim-3`.
    pub campaign: Option<CampaignId>,
    /// In the order of the text, ten at most; talk between them is left out.
    pub commands: Vec<GmCommand>,
    /// It says nothing at all.
    pub is_silent: bool,
}

impl GmContent {
    /// What stands behind the first CONFIRM that has anything behind it.
    pub fn shown_code(&self) -> Option<&ShownCode> {
        self.commands.iter().find_map(|command| match command {
            GmCommand::Confirm(ShownCode::Elsewhere) => None,
            GmCommand::Confirm(shown) => Some(shown),
            _ => None,
        })
    }
}

/// Whether reading a text may find a code in it. This takes much less time than to read it.
pub fn may_show_code(text: &str) -> bool {
    let mut lines = text.lines().map(str::split_whitespace);
    lines.any(|mut words| words.next().is_some_and(|word| word.to_uppercase().starts_with("CONFIRM")) && words.next().is_some())
}

/// Reads the writer's own lines, those quoted not among them.
pub fn read(text: &str) -> GmContent {
    let lines: Vec<&str> = text.lines().collect();
    let mut content = GmContent { is_silent: text.trim().is_empty(), ..GmContent::default() };
    let mut at = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
    content.campaign = lines.get(at).and_then(|line| in_gm_line(line));
    at += usize::from(content.campaign.is_some());
    while at < lines.len() && content.commands.len() < MOST && lines[at].trim_end() != "--" {
        let (command, used) = command(&lines[at..]);
        content.commands.extend(command);
        at += used;
    }
    content
}

/// The command at the head of these lines, and how many of them it has.
fn command(lines: &[&str]) -> (Option<GmCommand>, usize) {
    let line = lines[0].trim();
    let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(first, rest)| (first, rest.trim()));
    let first = first.trim_end_matches(['.', '!', ',', ';', ':']).to_uppercase();
    let alone = |command| rest.is_empty().then_some(command);
    let command = match first.as_str() {
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
        "BROADCAST" => {
            let end = (1..lines.len()).find(|at| lines[*at].trim().trim_end_matches('.').eq_ignore_ascii_case("end"));
            let words = [rest].into_iter().chain(lines[1..end.unwrap_or(1)].iter().copied()).collect::<Vec<_>>().join("\n");
            let command = match (end, words.trim()) {
                (_, "") | (None, _) => GmCommand::Unread(line.to_owned()),
                (Some(_), words) => GmCommand::Broadcast(words.to_owned()),
            };
            return (Some(command), end.map_or(1, |end| end + 1));
        }
        _ => None,
    };
    (command.or_else(|| by_shell(&first, line)).or_else(|| unread(&first, line)), 1)
}

/// `EXTEND 3d Christmas`, `EXTEND 3 days Christmas`, `EXTEND 2026-12-27 20:00 Christmas`.
fn extend(rest: &str) -> Option<GmCommand> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let unit = |word: &str| ["hour", "day", "week"].into_iter().find(|unit| word.to_lowercase().trim_end_matches('s') == *unit);
    if let [count, second, reason @ ..] = &words[..]
        && let (Ok(count), Some(unit)) = (count.parse::<u16>(), unit(second))
    {
        return Some(GmCommand::Extend { time: format!("{count}{}", &unit[..1]), reason: said(&reason.join(" ")) });
    }
    let read = |count: usize| words.get(..count).map(|words| words.join(" ")).filter(|text| text.parse::<Extension>().is_ok());
    let (time, count) = read(2).map(|time| (time, 2)).or_else(|| read(1).map(|time| (time, 1)))?;
    Some(GmCommand::Extend { time, reason: said(&words[count..].join(" ")) })
}

fn by_shell(first: &str, line: &str) -> Option<GmCommand> {
    let (_, command) = BY_SHELL.iter().find(|(word, _)| *word == first)?;
    Some(GmCommand::ByShell { line: line.to_owned(), command })
}

/// A line that begins like a command and cannot be read as one; others are talk.
fn unread(first: &str, line: &str) -> Option<GmCommand> {
    static SPELLINGS: LazyLock<[Spelling; WORDS.len()]> = LazyLock::new(|| WORDS.map(Spelling::of));
    let written = Spelling::of(first);
    SPELLINGS.iter().any(|word| written.slips(word).is_some()).then(|| GmCommand::Unread(line.to_owned()))
}

fn said(words: &str) -> Option<String> {
    let words = words.trim();
    (!words.is_empty()).then(|| words.to_owned())
}

impl fmt::Display for GmCommand {
    /// As it could be written, which is how letters quote it.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |reason: &Option<String>| reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
        match self {
            GmCommand::Extend { time, reason } => write!(out, "EXTEND {time}{}", with(reason)),
            GmCommand::Pause => out.write_str("PAUSE"),
            GmCommand::Resume => out.write_str("RESUME"),
            GmCommand::Charge => out.write_str("CHARGE"),
            GmCommand::Broadcast(words) => write!(out, "BROADCAST\n{words}\nEND"),
            GmCommand::Absence { seat, grants } => write!(out, "ABSENCE {seat} {}", if *grants { "YES" } else { "NO" }),
            GmCommand::Run => out.write_str("RUN"),
            GmCommand::Eject { seat, reason } => write!(out, "EJECT {seat}{}", with(reason)),
            GmCommand::Status => out.write_str("STATUS"),
            GmCommand::Help => out.write_str("HELP"),
            GmCommand::Confirm(_) => out.write_str("CONFIRM"),
            GmCommand::Cancel => out.write_str("CANCEL"),
            GmCommand::ByShell { line, .. } | GmCommand::Unread(line) => out.write_str(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> Vec<GmCommand> {
        read(text).commands
    }

    #[test]
    fn a_game_master_names_the_campaign_and_says_what_to_do() {
        let content = read("\nGM rim-3\nExtend 3d Christmas is near\npause\n\nThank you!\n-- \nRUN\n");
        assert_eq!(content.campaign.as_deref(), Some("rim-3"));
        let reason = Some("Christmas is near".to_owned());
        assert_eq!(content.commands, [GmCommand::Extend { time: "3d".to_owned(), reason }, GmCommand::Pause]);
        assert_eq!(commands("EXTEND 3 days"), [GmCommand::Extend { time: "3d".to_owned(), reason: None }]);
        assert_eq!(commands("EXTEND 2026-12-27 20:00"), [GmCommand::Extend { time: "2026-12-27 20:00".to_owned(), reason: None }]);
        let code = Token::read("4F7K2QXM5D3A6ZBT").unwrap();
        assert_eq!(commands("CONFIRM 4F7K2QXM5D3A6ZBT"), [GmCommand::Confirm(ShownCode::Code(code))]);
        assert_eq!(commands("CONFIRM it\nCONFIRM"), [ShownCode::Garbled, ShownCode::Elsewhere].map(GmCommand::Confirm));
        assert_eq!(commands("EDIT planet 3"), [GmCommand::ByShell { line: "EDIT planet 3".to_owned(), command: "edit" }]);
        assert_eq!(commands("EXTEND soon\nSTAUTS"), ["EXTEND soon", "STAUTS"].map(|line| GmCommand::Unread(line.to_owned())));
        assert_eq!((read("GM please").campaign, in_gm_line("GM rim-3 now")), (CampaignId::typed("please"), None));
    }

    #[test]
    fn a_text_that_shows_a_code_is_not_passed_over() {
        for text in ["CONFIRM 4F7K2QXM5D3A6ZBT", "Dear host,\n\tconfirm: [4F7K2QXM5D3A6ZBT].", "CONFIRM it", "con\u{fb01}rm\u{a0}it"] {
            assert!(may_show_code(text) && read(text).shown_code().is_some(), "{text}");
        }
        for text in ["CONFIRM", "Confirm.\n\nYES", "I CONFIRM it", "SEND 3 FI FROM 1 TO 2"] {
            assert!(!may_show_code(text) && read(text).shown_code().is_none(), "{text}");
        }
    }

    #[test]
    fn words_to_all_end_with_end_and_every_command_is_quoted_as_it_could_be_written() {
        let all = "BROADCAST\nWe play on.\n\nRUN\nEND\nRUN\nEJECT 2 No word for weeks.\nRESUME";
        let read = commands(all);
        assert_eq!(read[0], GmCommand::Broadcast("We play on.\n\nRUN".to_owned()));
        assert_eq!((read.len(), commands("BROADCAST\nWe play on.")[0].clone()), (4, GmCommand::Unread("BROADCAST".to_owned())));
        let written: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(commands(&written.join("\n")), read);
    }
}
