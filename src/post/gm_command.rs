//! What a game master can ask for by email.

use std::fmt;

use serde::Serialize;

use crate::campaign::token::Token;

/// What a game master asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GmCommand {
    /// More time, in the words that an [`crate::campaign::extension::Extension`] reads, and why.
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
    Unread(StrayLine),
}

/// A line that is no command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StrayLine {
    /// As the game master wrote it.
    pub line: String,
    /// The command that it may be meant as; `None` if none is near that would be read.
    pub nearest: Option<String>,
    /// How the command is written that it begins like; `None` for talk.
    pub form: Option<&'static str>,
}

impl GmCommand {
    /// Whether it asks for something in the game, and not only about this email.
    pub(super) fn is_for_a_game(&self) -> bool {
        use GmCommand::{Cancel, Confirm, Help};
        !matches!(self, Help | Confirm(_) | Cancel)
    }
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
            GmCommand::ByShell { line, .. } | GmCommand::Unread(StrayLine { line, .. }) => out.write_str(line),
        }
    }
}
