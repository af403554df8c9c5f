//! What players are told about their time where moves alternate.

use serde::Serialize;

use crate::campaign::local::Zone;
use crate::campaign::schedule::Span;
use crate::engine::Seat;

/// Whose move it is where moves alternate, and everybody's time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClockFacts {
    /// The name of the player to move.
    pub to_move: String,
    /// Whether that is the reader.
    pub own_move: bool,
    /// In the reader's zone.
    pub deadline_local: String,
    /// The reader's zone, such as `Europe/Berlin`.
    pub zone: Zone,
    /// How far off it is; null once it has passed, and on pages that stand.
    pub deadline_in: Option<Span>,
    /// What the move takes its time from now.
    pub running: Running,
    /// The end of the grace, before which the reserve does not run; null if the game has none.
    pub grace_local: Option<String>,
    /// The last day on which the reserve or the bank stands still; null unless it does.
    pub still_until: Option<String>,
    /// When time and reserve are used up and the game is lost, in the reader's zone.
    pub closes_local: String,
    /// Null on pages that stand.
    pub closes_in: Option<Span>,
    /// Whether the game has a reserve.
    pub has_reserve: bool,
    /// Whether the player to move has any of it left after the grace.
    pub has_reserve_left: bool,
    /// Null where moves have days of their own.
    pub bank: Option<BankFacts>,
    /// One for each player.
    pub seats: Vec<SeatClock>,
}

/// A bank of time for all moves of a player. Its deadline is when it is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BankFacts {
    /// What each move adds; null if nothing.
    pub increment: Option<Span>,
    /// What a bank holds at most.
    pub limit: Span,
}

/// What a move takes its time from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Running {
    /// The time for the move: the deadline has not passed.
    Time,
    /// The grace: the deadline has passed, and the reserve does not run yet.
    Grace,
    /// The reserve of the player to move: deadline and grace have passed.
    Reserve,
    /// The time is up, with the grace and the reserve if there are any, and the turn is not played yet.
    Over,
    /// The bank of the player to move, which is not empty.
    Bank,
    /// The bank is empty, and the turn is not played yet.
    Empty,
    /// The reserve or the bank would run, but its player is away, or it is a holiday of the banks.
    Nothing,
}

/// One player's time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatClock {
    /// The player's seat.
    pub number: Seat,
    /// What the player is called.
    pub name: String,
    /// Whether it is this player's move.
    pub to_move: bool,
    /// What is left of the reserve now.
    pub reserve_left: Span,
    /// The same in seconds.
    pub reserve_seconds: i64,
    /// Null where there are no banks.
    pub bank_left: Option<Span>,
    /// `bank_left` in seconds; null where there are no banks.
    pub bank_seconds: Option<i64>,
    /// Days on which the clock stands still or will, such as `2026-12-20 to 2026-12-24`.
    pub absences: Vec<String>,
}
