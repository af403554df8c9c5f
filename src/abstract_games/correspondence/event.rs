//! What happens between two players, typed; templates put it into words.

use serde::{Deserialize, Serialize};

use super::How;
use crate::abstract_games::Deed;
use crate::engine::Seat;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// C1: a turn was played.
    Moved {
        seat: Seat,
        name: String,
        side: String,
        /// In canonical notation.
        text: String,
        /// For each step what it did.
        steps: Vec<Step>,
        /// C3: it was a conditional move.
        planned: bool,
        /// C2: the name of the side that had no move then.
        passed_over: Option<String>,
    },
    /// C6: the second player took over the first move.
    Swapped {
        seat: Seat,
        name: String,
        planned: bool,
    },
    /// C4
    Note {
        seat: Seat,
        name: String,
        text: String,
    },
    /// C3: conditional moves that cannot apply any more, known to who sent them alone.
    PlanDropped {
        seat: Seat,
        plans: Vec<String>,
    },
    Resigned {
        seat: Seat,
        name: String,
    },
    /// C7: no move came in time.
    Overstepped {
        seat: Seat,
        name: String,
    },
    Ended {
        /// Absent for a draw.
        winner: Option<Seat>,
        name: Option<String>,
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
pub struct Step {
    pub text: String,
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
