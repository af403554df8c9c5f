//! The commands that a game master can send by email.

use std::fmt;

use serde::Serialize;

use crate::campaign::extension::Extension;
use crate::campaign::token::Token;

/// A command of a game master.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GmCommand {
    /// More time, and why.
    Extend {
        /// How much.
        extension: Extension,
        /// The same as it was written, such as `3d` or `2026-12-27 20:00`.
        time: String,
        /// The words after the time, for all players to read; `None` if there are none.
        reason: Option<String>,
    },
    /// Stops play and all clocks until the game is resumed.
    Pause,
    /// Resumes a paused game.
    Resume,
    /// Lets a turn go on that waits for the game master.
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
    /// Takes the seat from its player.
    Eject {
        /// The seat's number or the player's name, as it was written; a name is one word here.
        seat: String,
        /// The words after it, for all players to read; `None` if there are none.
        reason: Option<String>,
    },
    /// Asks for the state of the campaign.
    Status,
    /// Asks which commands there are.
    Help,
    /// Carries out what the code was mailed for.
    Confirm(ShownCode),
    /// Drops what a code was mailed for.
    Cancel,
    /// A command that only the shell has.
    ByShell {
        /// As the game master wrote it.
        line: String,
        /// The command of `ashpost`, such as `rollback`.
        command: &'static str,
    },
    /// A line that is close to a command.
    Unread(StrayLine),
}

/// A line that is not read as a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StrayLine {
    /// As the game master wrote it.
    pub line: String,
    /// The command that it may mean; `None` if no readable one is near.
    pub nearest: Option<String>,
    /// How to write the command whose first word it has; `None` for talk.
    pub form: Option<&'static str>,
}

impl GmCommand {
    /// Whether it is about the game, and not only about this email.
    pub(super) fn is_for_a_game(&self) -> bool {
        use GmCommand::{Cancel, Confirm, Help};
        !matches!(self, Help | Confirm(_) | Cancel)
    }
}

/// What follows CONFIRM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShownCode {
    /// Nothing: the code is where a reply carries it.
    Elsewhere,
    /// Words that are no code.
    Garbled,
    /// A code in its full length, which need not be one that was ever mailed.
    Code(Token),
}

impl fmt::Display for GmCommand {
    /// Writes the command as it could be typed, for quoting it in letters.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = |reason: &Option<String>| reason.as_ref().map(|reason| format!(" {reason}")).unwrap_or_default();
        match self {
            GmCommand::Extend { time, reason, .. } => write!(out, "EXTEND {time}{}", with(reason)),
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
