//! The parts of what letters say.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::campaign::Address;
use crate::campaign::diary::NoEntry;
use crate::campaign::journal::Commitment;
use crate::campaign::keys::PublicKey;
use crate::campaign::local::{LocalTime, utc_text};
use crate::campaign::schedule::Span;
use crate::engine::Seat;
use crate::post::requests;
use crate::render::Nothing;

/// A command that was not carried out, with its block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct LeftAloneFacts {
    /// The command as the player wrote it.
    pub line: String,
    /// The lines of its block, as far as they are repeated.
    pub lines: Vec<String>,
    /// How many more there are.
    pub lines_more: usize,
    /// The turn that the block is meant for; null for other commands.
    pub turn: Option<u32>,
    /// It is something that people ask the host for, by an email about no game.
    pub is_for_host: bool,
}

/// A seat and its player.
#[derive(Debug, Clone, Serialize)]
pub struct SeatFacts {
    /// From 1.
    pub number: Seat,
    /// The name of its holder, or of its last one.
    pub name: String,
}

/// A player whose emails come back.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct BouncedFacts {
    pub seat: Seat,
    pub name: String,
    /// The address that emails come back from.
    pub address: Address,
    /// The seat's own address, if another one of it failed.
    pub own_address: Option<Address>,
}

/// What was done to a seat.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SeatActFacts {
    pub seat: Seat,
    /// The name of its holder now.
    pub name: String,
    /// Who held it before; the same player if nobody else holds it.
    pub before: String,
    /// The player has asked for it by email.
    pub by_mail: bool,
    /// How many reports are sent again.
    pub reports_again: usize,
    /// Whether the player before has left orders that count for the open turn.
    pub has_sheet: bool,
    /// Whether these are fixed, because the seat was the game master's and has closed before the others.
    pub is_fixed: bool,
    /// Of the last report, which was written for the player before: the time zone of its times, if it is not that of the new player.
    pub report_zone: Option<String>,
    /// Whether it warns that the seat is given away, which does not concern the new player.
    pub report_warns: bool,
}

/// What the journal of a game that is over ends with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ProofFacts {
    /// The number of its last entry; `hash` is that of the entry.
    pub entry: u32,
    pub hash: String,
    pub host_key: PublicKey,
    /// Where the bundle is on the web; null where the host does not say.
    pub bundle: Option<String>,
}

/// A deadline in the time zone of its reader.
#[derive(Debug, Clone, Serialize)]
pub struct DeadlineFacts {
    /// The deadline in the reader's zone.
    #[serde(flatten)]
    pub time: LocalTime,
    /// The same in UTC, such as `2026-12-20 18:00 UTC`.
    pub utc: String,
    /// How far off it is; null once it has passed.
    pub left: Option<Span>,
}

impl DeadlineFacts {
    /// A time as its reader sees it now.
    pub(crate) fn of(time: LocalTime, now: DateTime<Utc>) -> DeadlineFacts {
        DeadlineFacts { utc: utc_text(time.at), left: Span::until(time.at, now), time }
    }
}

impl SeatActFacts {
    /// A seat whose player stays the same.
    pub(crate) fn new(seat: Seat, name: String) -> SeatActFacts {
        SeatActFacts {
            seat,
            before: name.clone(),
            name,
            by_mail: false,
            reports_again: 0,
            has_sheet: false,
            is_fixed: false,
            report_zone: None,
            report_warns: false,
        }
    }
}

/// An email to the host, as a letter names it.
#[derive(Debug, Clone, Serialize)]
pub struct ReceivedFacts {
    /// Its one sender; null if it names none or several, and for a file of orders.
    pub sender: Option<Address>,
    /// Its subject without tags; empty if it has none.
    pub subject: String,
    /// When it arrived, in the time zone of the reader.
    pub at: String,
    /// What tells when it arrived: `file-name`, `file-time`, or `received` by `clock_host`.
    pub clock: &'static str,
    /// The mail server whose clock it was; null where a file tells.
    pub clock_host: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct StatusFacts {
    pub seats: Vec<SeatStatus>,
    pub own_sent: bool,
    /// The reader has sealed a sheet and not revealed it yet.
    pub own_sealed: bool,
    pub own_ready: bool,
    /// The other players who ask that the turn is not played before its deadline.
    pub waiting: Vec<String>,
    pub own_waits: bool,
    /// Until when the players have agreed to pause the game.
    pub paused_until: Option<LocalTime>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct SeatStatus {
    pub number: Seat,
    pub name: String,
    /// Nobody holds it.
    pub vacant: bool,
    pub sent: bool,
    pub ready: bool,
}

/// What became of a choice of a player about their emails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SettingFacts {
    /// `format`, `zone`, `diagrams`, `attachments`, `reminders` or `digest`.
    pub key: &'static str,
    /// The value that holds now.
    pub value: String,
    /// Why nothing was changed; null if it was.
    pub expected: Option<String>,
}

/// What became of words for a player's diary, or of DIARY OFF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct DiaryFacts {
    /// Why nothing was changed.
    pub problem: Option<NoEntry>,
    /// How many entries were dropped; `None` unless that was asked for.
    pub dropped: Option<usize>,
    /// How many there are now.
    pub entries: usize,
    /// How many lines the new entry has; 0 if there is none. Its words are not told, since the letter is not sealed.
    pub lines: usize,
    /// The email only tries: nothing was kept or dropped.
    pub is_try: bool,
}

/// What became of words to the game master.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ForwardedFacts {
    /// The words that went, or would have gone.
    pub text: String,
    /// They were longer than what is forwarded.
    pub is_cut: bool,
    /// The daily limit of messages to the game master, if it was reached; `null` if they went.
    pub too_many: Option<u32>,
}

/// The message of another player that an email answers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct PressReplyFacts {
    /// Its writer's name; `null` if readers are not told.
    pub name: Option<String>,
    /// The name of the player who holds its writer's seat now; `null` if nobody does, and like `name`.
    pub holder: Option<String>,
    /// What has to follow PRESS TO in an answer: the number of its writer's seat, or `ALL`.
    pub to: String,
    /// The words that went to nobody; `null` if they may be somebody's secret.
    pub text: Option<String>,
}

/// A game that went back, or forward again.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RolledFacts {
    #[serde(flatten)]
    nothing: Nothing,
    #[serde(flatten)]
    pub what: Rolling,
    /// The last turn that counted before, and the one that is last now.
    pub from: u32,
    pub to: u32,
    /// It goes on from an older copy of its database, so what was sent since that copy was made is lost.
    pub from_copy: bool,
    /// What the reader had sent for the open turn counts again.
    pub sheet_counts: bool,
    /// It has yet to be revealed.
    pub is_sealed: bool,
    /// Nothing that was sent counts, because it would be played at once.
    pub drops_moves: bool,
    /// The line about a rule that is another one from the open turn on; null if none is.
    pub rule: Option<String>,
    /// What is committed for the open turn; null if none is open.
    pub next: Option<Commitment>,
}

/// Which way it went, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum Rolling {
    /// By the game master, with the reason in their words.
    Back {
        reason: String,
    },
    /// Because this player has asked to take a move back.
    #[serde(rename = "back")]
    Takeback {
        takeback: String,
    },
    Forward,
}

impl RolledFacts {
    pub(crate) fn new(what: Rolling, from: u32, to: u32) -> RolledFacts {
        let nothing = Nothing { values: "reason takeback", flags: "", lists: "" };
        let (from_copy, sheet_counts, is_sealed, drops_moves) = (false, false, false, false);
        RolledFacts { nothing, what, from, to, from_copy, sheet_counts, is_sealed, drops_moves, rule: None, next: None }
    }
}

/// How many lines of a block are repeated at most.
const MOST_LINES_REPEATED: usize = 10;

impl LeftAloneFacts {
    /// A command, and the lines of its block.
    pub(crate) fn new(line: &str, lines: &[String]) -> LeftAloneFacts {
        let repeated: Vec<String> = lines.iter().take(MOST_LINES_REPEATED).cloned().collect();
        LeftAloneFacts {
            line: line.to_owned(),
            lines_more: lines.len() - repeated.len(),
            lines: repeated,
            turn: None,
            is_for_host: requests::read(line).is_some(),
        }
    }
}
