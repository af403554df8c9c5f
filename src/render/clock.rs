//! What players are told about their time in games whose moves alternate.

use serde::Serialize;

use crate::campaign::local::Zone;
use crate::campaign::schedule::Span;
use crate::engine::Seat;

/// Whose move it is, and everybody's time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClockFacts {
    /// The name of the player to move.
    pub to_move: String,
    /// Whether this is the reader.
    pub own_move: bool,
    /// The deadline in the reader's zone.
    pub deadline_local: String,
    /// The reader's zone, such as `Europe/Berlin`.
    pub zone: Zone,
    /// The time until then; null once it has passed, and on pages that stay unchanged.
    pub deadline_in: Option<Span>,
    /// What the move now takes its time from.
    pub running: Running,
    /// The end of the grace, before which the reserve does not run; null if the game has no grace.
    pub grace_local: Option<String>,
    /// The last day on which the reserve or the bank stands still; null if it does not.
    pub still_until: Option<String>,
    /// When time and reserve are used up and the game is lost, in the reader's zone.
    pub closes_local: String,
    /// The time until then; null on pages that stay unchanged.
    pub closes_in: Option<Span>,
    /// Whether the game has a reserve.
    pub has_reserve: bool,
    /// Whether the player to move has reserve left after the grace.
    pub has_reserve_left: bool,
    /// Whether the game would be void if the time ran out now, because not both sides have moved. Otherwise the player to move would lose it.
    pub would_void: bool,
    /// The banks of time; null if each move has its own days.
    pub bank: Option<BankFacts>,
    /// One for each player.
    pub seats: Vec<SeatClock>,
}

/// Banks of time for all moves. The deadline of a move is when its player's bank is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BankFacts {
    /// What each move adds; null for nothing.
    pub increment: Option<Span>,
    /// The most that a bank can hold.
    pub limit: Span,
}

/// What a move takes its time from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Running {
    /// The time for the move. The deadline has not passed.
    Time,
    /// The grace. The deadline has passed, and the reserve does not run yet.
    Grace,
    /// The reserve of the player to move. Deadline and grace have passed.
    Reserve,
    /// Nothing is left: time, grace and reserve are used up, but the turn has not been played yet.
    Over,
    /// The bank of the player to move, which is not empty.
    Bank,
    /// The bank is empty, but the turn has not been played yet.
    Empty,
    /// The reserve or bank would run, but its player is away, or the banks have a holiday.
    Nothing,
}

/// One player's time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatClock {
    /// The player's seat.
    pub number: Seat,
    /// The player's name.
    pub name: String,
    /// Whether it is this player's move.
    pub to_move: bool,
    /// What is left of the reserve now.
    pub reserve_left: Span,
    /// `reserve_left` in seconds.
    pub reserve_seconds: i64,
    /// What is left of the bank now; null without banks.
    pub bank_left: Option<Span>,
    /// `bank_left` in seconds; null without banks.
    pub bank_seconds: Option<i64>,
    /// Present and future days on which the clock stands still, such as `2026-12-20 to 2026-12-24`.
    pub absences: Vec<String>,
}
