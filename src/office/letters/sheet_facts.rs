//! What letters say of a sheet that came: how it was read, whether its player is ready, and what the host promises of it.

use serde::Serialize;

use crate::campaign::Digest;
use crate::campaign::journal::Salt;
use crate::campaign::keys::{HostKey, PublicKey};
use crate::campaign::local::Zone;
use crate::campaign::receipt::SignedReceipt;
use crate::campaign::schedule::Span;
use crate::engine::{Problem, Reading};

#[derive(Debug, Clone, Serialize)]
pub(crate) struct SheetFacts {
    pub received_at_local: String,
    pub replaced: bool,
    pub orders_count: usize,
    /// How many orders have a condition that is not met.
    pub unmet_count: usize,
    pub problems_count: usize,
    pub doubts_count: usize,
}

impl SheetFacts {
    /// The facts of a reading, for a receipt.
    pub(crate) fn of(reading: &Reading, received_at_local: String, replaced: bool) -> SheetFacts {
        SheetFacts {
            received_at_local,
            replaced,
            orders_count: reading.entries.len(),
            unmet_count: reading.unmet.len(),
            problems_count: reading.problems.iter().filter(|problem| !problem.talk).count(),
            doubts_count: reading.doubts.len(),
        }
    }
}

/// What the host promises of the sheet that counts.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ReceiptFacts {
    /// The number of the receipt, counted for the seat in the campaign.
    pub number: u32,
    pub digest: Digest,
    pub salt: Salt,
    /// The key that signed it.
    pub host_key: PublicKey,
    /// A line that names the campaign, and three lines to verify.
    pub lines: [String; 4],
}

impl ReceiptFacts {
    pub(crate) fn of(signed: &SignedReceipt, key: &HostKey) -> ReceiptFacts {
        let SignedReceipt { receipt, .. } = signed;
        ReceiptFacts { number: receipt.number, digest: receipt.sheet, salt: receipt.salt, host_key: key.public(), lines: signed.lines() }
    }
}

/// What became of READY or NOT READY.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ReadyFacts {
    pub state: ReadyState,
    /// The lines of the sheet that keep it from being ready, as the player wrote them.
    pub misread: Vec<MisreadLine>,
    /// How long after the last READY the turn is played; null if it is played at once.
    pub pause: Option<Span>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ReadyState {
    Ready,
    NotReady,
    /// There is no sheet that could be ready.
    NoSheet,
    /// Lines of the sheet were not understood.
    Misread,
    /// The email itself has the sheet that is held back.
    HeldBack,
    /// A block of the email was refused, and nobody can say what of it was meant for this turn.
    Refused,
    /// It came after the turn was closed.
    Late,
    /// Turns of this campaign wait for their deadlines.
    NeverEarly,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct MisreadLine {
    pub line: u32,
    pub text: String,
}

impl From<&Problem> for MisreadLine {
    fn from(problem: &Problem) -> MisreadLine {
        MisreadLine { line: problem.line, text: problem.text.clone() }
    }
}

/// A move that came when its player had no time left. The two times are never written alike.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct LateMove {
    /// Whether it is a move, and not a word or a command.
    pub has_move: bool,
    pub arrived_local: String,
    /// When the time was used up.
    pub closed_local: String,
    pub zone: Zone,
    /// Whether the game is lost by it, and not void because somebody has not moved yet.
    pub loses: bool,
}
