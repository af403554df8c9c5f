//! What happens between two players, typed; templates put it into words.

use serde::{Deserialize, Serialize};

use super::How;
use crate::abstract_games::Deed;
use crate::engine::Seat;

/// Something that happened in a turn. `seat` is the player whose doing it is, `name` what they are called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs, reason = "seats, and what their players and sides are called, are the same everywhere")]
pub enum Event {
    /// C1: a turn was played.
    Moved {
        seat: Seat,
        name: String,
        side: String,
        /// In canonical notation.
        text: String,
        /// For each step what it did.
        steps: Vec<StepTaken>,
        /// C3: it was a conditional move.
        planned: bool,
        /// C2: the name of the side that had no move then.
        passed_over: Option<String>,
    },
    /// C6: the second player took over the first move.
    Swapped {
        seat: Seat,
        name: String,
        /// C3: it was a conditional move.
        planned: bool,
    },
    /// C4: a remark for the opponent.
    Note { seat: Seat, name: String, text: String },
    /// C3: conditional moves that cannot apply any more; only their sender learns of it.
    PlanDropped {
        seat: Seat,
        /// What was left of them, as orders write them.
        plans: Vec<String>,
    },
    /// C5
    Resigned { seat: Seat, name: String },
    /// C7: no move came in time.
    Overstepped { seat: Seat, name: String },
    /// The game is over.
    Ended {
        /// Absent for a draw.
        winner: Option<Seat>,
        /// What the winner is called.
        name: Option<String>,
        /// The rule that ended it, such as `A4` or `C5`.
        rule: String,
        how: How,
    },
}

impl Event {
    /// Whose doing it is; an end is nobody's.
    pub(super) fn actor(&self) -> Option<Seat> {
        match self {
            Event::Moved { seat, .. }
            | Event::Swapped { seat, .. }
            | Event::Note { seat, .. }
            | Event::PlanDropped { seat, .. }
            | Event::Resigned { seat, .. }
            | Event::Overstepped { seat, .. } => Some(*seat),
            Event::Ended { .. } => None,
        }
    }
}

/// One step of a turn and what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTaken {
    /// In canonical notation.
    pub text: String,
    /// In the order in which they happened.
    pub deeds: Vec<Deed>,
}

/// Why an order was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// The game had ended before it could be.
    GameOver,
    /// It is the other seat's move.
    NotYourMove,
    /// The sheet has another move before it.
    AlreadyMoved,
    /// The position does not allow it.
    NotLegal,
}
