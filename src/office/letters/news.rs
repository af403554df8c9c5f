//! What a line of news tells, as facts for its template.

use serde::Serialize;

use crate::campaign::Digest;
use crate::campaign::config::MissingPolicy;
use crate::campaign::journal::{Commitment, WhyMoved, WhyVacated};
use crate::campaign::keys::PublicKey;
use crate::campaign::local::Zone;
use crate::engine::{Seat, Seed};
use crate::office::cabinet::desk::Campaign;
use crate::render::Nothing;

/// What a line tells: an act, or something else that has happened for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(in crate::office) enum News {
    /// `before` is who held the seat, or what its player was called.
    Replaced {
        seat: Seat,
        name: String,
        before: String,
    },
    Renamed {
        seat: Seat,
        name: String,
        before: String,
    },
    /// `left` is why.
    Vacated {
        seat: Seat,
        name: String,
        before: String,
        left: WhyVacated,
    },
    /// Nobody gives orders for the seat, not even the caretaker.
    Vacant {
        seat: Seat,
        name: String,
    },
    /// The caretaker has played a vacant seat.
    VacantKept {
        seat: Seat,
        name: String,
        turn: u32,
    },
    /// The caretaker has played for somebody.
    Caretaken {
        seat: Seat,
        name: String,
        turn: u32,
    },
    /// A sheet was sealed and not revealed.
    NotRevealed {
        seat: Seat,
        name: String,
        turn: u32,
    },
    /// The game master plays, and their orders are fixed before others are taken; `is_own`: they are the reader's.
    GameMasterFirst {
        name: String,
        from_local: String,
        zone: Zone,
        is_own: bool,
    },
    /// From this turn on something else is played for seats without a sheet.
    MissingPolicy {
        turn: u32,
        missing: MissingPolicy,
        /// No standing orders are taken, because the game master plays.
        without_standing: bool,
    },
    /// The reader loses the seat if orders are missing once more.
    LastChance,
    /// The reader's standing orders were carried out.
    Standing {
        turn: u32,
    },
    SeatsDrawn {
        lot: LotFacts,
    },
    /// The game is, or was, for a place on the ladder, for which `name` has challenged `before`; `role` is what the reader is, if either. Once the game
    /// `is_over`, `has_moved` tells whether the challenger takes the place; the other then moves to the place `below`.
    ForPlace {
        place: usize,
        below: usize,
        name: String,
        before: String,
        role: Option<LadderRole>,
        is_over: bool,
        has_moved: bool,
    },
    DeadlineMoved {
        turn: u32,
        from_local: String,
        to_local: String,
        zone: Zone,
        why: WhyMoved,
    },
    PlayedByCommand {
        turn: u32,
        from_local: String,
        to_local: String,
        zone: Zone,
    },
    PlayedAfterWait {
        turn: u32,
        from_local: String,
        to_local: String,
        zone: Zone,
    },
    WaitEnded {
        turn: u32,
        from_local: String,
    },
    /// `reason` is in the words of the game master who decided it; `by` is the player who asked to take a move back. With `from_copy` the newest
    /// database was lost.
    RolledBack {
        turn: u32,
        reason: Option<String>,
        by: Option<String>,
        from_copy: bool,
        next: Commitment,
        from_local: String,
    },
    RolledForward {
        turn: u32,
        next: Option<Commitment>,
        from_local: String,
    },
    /// The report of a turn is not the first that the reader was sent.
    ReplacesReport {
        turn: u32,
        from_local: String,
    },
    /// The turn was reported before.
    PlayedAgain {
        turn: u32,
        from_local: String,
    },
    PositionRead {
        by: String,
        from_local: String,
    },
    MailShown {
        turn: u32,
        by: String,
        from_local: String,
    },
    Edited {
        reason: String,
        from_local: String,
    },
    Paused,
    PausedByVote,
    Resumed,
    SealBroken {
        turn: u32,
        seats: Vec<Seat>,
        by: String,
        from_local: String,
    },
    /// `is_to_player`: the reader plays, and may answer.
    DrawOffered {
        seat: Seat,
        name: String,
        is_to_player: bool,
    },
    /// The same in a game that knows no draws.
    EndOffered {
        seat: Seat,
        name: String,
        is_to_player: bool,
    },
    KeyReplaced {
        next: Option<Commitment>,
        from_local: String,
    },
    HostKeyReplaced {
        key: PublicKey,
        from_local: String,
    },
    HostKeyLost {
        key: PublicKey,
        from_local: String,
    },
}

/// What a player of a game for a place on the ladder is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::office) enum LadderRole {
    Challenger,
    Challenged,
}

/// A lot, as its line tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(in crate::office) struct LotFacts {
    pub drawn: Vec<SeatDrawn>,
    pub secret: Seed,
    pub commitment: Digest,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(in crate::office) struct SeatDrawn {
    pub seat: Seat,
    pub name: String,
}

/// What the template of the lines is given: every name of every kind, so that a game master's own may ask for any.
#[derive(Serialize)]
pub(in crate::office) struct ActFacts<'a> {
    #[serde(flatten)]
    nothing: Nothing,
    /// What players call a turn.
    unit: &'static str,
    #[serde(flatten)]
    news: &'a News,
}

impl ActFacts<'_> {
    pub(in crate::office) fn of<'a>(campaign: &Campaign, news: &'a News) -> ActFacts<'a> {
        let nothing = Nothing {
            values: "seat name before turn from_local to_local zone by next key reason why left lot place below role missing",
            flags: "is_to_player is_own is_over has_moved",
            lists: "seats",
        };
        ActFacts { nothing, unit: campaign.config.game.unit(), news }
    }
}
