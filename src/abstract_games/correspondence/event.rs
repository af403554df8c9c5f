//! What happens between two players. Templates put it into words.

use serde::{Deserialize, Serialize};

use super::How;
use crate::abstract_games::Deed;
use crate::engine::Seat;

/// Something that happened in a turn. `seat` is the player who did it, `name` that player's name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs, reason = "seats, and what their players and sides are called, are the same everywhere")]
pub enum Event {
    /// C1: a turn was played.
    Moved {
        seat: Seat,
        name: String,
        side: String,
        /// The move in canonical notation.
        text: String,
        /// Each step, with what it did.
        steps: Vec<StepTaken>,
        /// C3: whether it was a conditional move.
        planned: bool,
        /// C2: the name of the side that was then skipped.
        passed_over: Option<String>,
    },
    /// C6: the second player took over the first move.
    Swapped {
        seat: Seat,
        name: String,
        /// C3: whether it was a conditional move.
        planned: bool,
    },
    /// C4: a note to the opponent.
    Note { seat: Seat, name: String, text: String },
    /// C3: conditional moves that can no longer apply; only their sender is told.
    PlanDropped {
        seat: Seat,
        /// What was left of them, as orders spell them.
        plans: Vec<String>,
    },
    /// C5: a player resigned.
    Resigned { seat: Seat, name: String },
    /// C7: no move came in time.
    Overstepped { seat: Seat, name: String },
    /// The game ended.
    Ended {
        /// The winner; `None` for a draw.
        winner: Option<Seat>,
        /// The winner's name.
        name: Option<String>,
        /// The rule that ended it, such as `A4` or `C5`.
        rule: String,
        how: How,
    },
}

impl Event {
    /// The player who did it; `None` for the end of the game.
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

/// One step of a turn, with what it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTaken {
    /// The step in canonical notation.
    pub text: String,
    /// What it did, in order.
    pub deeds: Vec<Deed>,
}

/// Why an order was not carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// The game had already ended.
    GameOver,
    /// It was the other player's turn.
    NotYourMove,
    /// The sheet had an earlier move.
    AlreadyMoved,
    /// The move is not legal in the position.
    NotLegal,
}
