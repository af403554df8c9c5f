//! The parts of what letters say.

use serde::Serialize;

use crate::engine::{Reading, Seat};
use crate::render::report::GameMasterFacts;

/// A command that was not carried out, with its block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftAloneFacts {
    /// As the player wrote it.
    pub line: String,
    /// The lines of its block, as far as they are repeated.
    pub lines: Vec<String>,
    /// How many more there are.
    pub lines_more: usize,
    /// The turn that the block is meant for; null for other commands.
    pub turn: Option<u32>,
    /// ABSENT or PRESENT, which need a clock.
    pub is_absence: bool,
}

/// A campaign that looks for players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenGameFacts {
    pub id: String,
    pub title: String,
    pub game_title: String,
    pub players_wanted: u8,
    /// Its first turn has been played.
    pub has_begun: bool,
    pub gm: GameMasterFacts,
}

#[derive(Debug, Clone, Serialize)]
pub struct SeatFacts {
    pub number: Seat,
    pub name: String,
}

/// What was done to a seat.
#[derive(Debug, Clone, Serialize)]
pub struct SeatActFacts {
    pub seat: Seat,
    /// Who holds it now.
    pub name: String,
    /// Who held it before; the same player if nobody else holds it.
    pub before: String,
    /// The player has asked for it by mail.
    pub by_mail: bool,
    /// How many reports are sent again.
    pub reports_again: usize,
    /// Whether the player before has left orders that count for the open turn.
    pub has_sheet: bool,
}

/// A deadline in the time zone of its reader.
#[derive(Debug, Clone, Serialize)]
pub struct DeadlineFacts {
    pub local: String,
    pub zone: String,
    pub utc: String,
    /// How far off it is, such as `2 days 3 hours`; null once it has passed.
    pub in_words: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct SheetFacts {
    pub digest: String,
    pub received_at_local: String,
    pub replaced: bool,
    pub orders_count: usize,
    pub problems_count: usize,
    pub doubts_count: usize,
}

#[derive(Debug, Clone, Serialize)]
pub struct ReceivedFacts {
    pub sender: String,
    pub subject: String,
    /// When it arrived, in the time zone of the reader.
    pub at: String,
    /// What tells when it arrived: `file-name`, `file-time`, or `received` by `clock_host`.
    pub clock: &'static str,
    pub clock_host: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub struct StatusFacts {
    pub seats: Vec<SeatStatus>,
    pub own_sent: bool,
    pub own_ready: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct SeatStatus {
    pub number: Seat,
    pub name: String,
    pub sent: bool,
    pub ready: bool,
}

/// So many lines of a block are repeated.
const MOST_LINES_REPEATED: usize = 10;

impl LeftAloneFacts {
    /// A command, and the lines of its block.
    pub fn new(line: &str, lines: &[String]) -> LeftAloneFacts {
        let repeated: Vec<String> = lines.iter().take(MOST_LINES_REPEATED).cloned().collect();
        LeftAloneFacts { line: line.to_owned(), lines_more: lines.len() - repeated.len(), lines: repeated, turn: None, is_absence: false }
    }
}

impl SheetFacts {
    /// The facts of a reading, for a receipt.
    pub fn of(reading: &Reading, digest: String, received_at_local: String, replaced: bool) -> SheetFacts {
        SheetFacts {
            digest,
            received_at_local,
            replaced,
            orders_count: reading.entries.len(),
            problems_count: reading.problems.iter().filter(|problem| !problem.talk).count(),
            doubts_count: reading.doubts.len(),
        }
    }
}
