//! A position with the seats that hold its sides, and turns read and played in it.

use super::order::parts;
use super::{Link, Plan, Ply};
use crate::board::{BoardGame, Side, find_step, written};
use crate::engine::{IllegalStep, Seat};

/// More steps than this no turn has.
const MOST_STEPS: usize = 500;

/// A position with its players.
#[derive(Debug, Clone, PartialEq)]
pub struct Match<G: BoardGame> {
    pub position: G::Position,
    /// The holder of the side that begins, and of the other.
    pub holders: [Seat; 2],
    /// Turns played.
    pub plies: u32,
    /// C6: whether the scenario lets the second player swap.
    pub swap: bool,
    /// The side that made the first move, or will.
    pub began: Side,
}

/// Where a line of conditional moves stops reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanError {
    /// What was read there.
    pub found: String,
    pub expected: String,
    pub nearest: Vec<String>,
}

impl PlanError {
    pub(super) fn expecting(found: &str, expected: String) -> PlanError {
        PlanError { found: found.to_owned(), expected, nearest: Vec::new() }
    }
}

impl<G: BoardGame> Match<G> {
    pub fn holder(&self, side: Side) -> Seat {
        self.holders[side.index()]
    }

    pub fn side(&self, seat: Seat) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.holder(*side) == seat)
    }

    pub fn to_move(&self) -> Option<Seat> {
        G::to_move(&self.position).map(|side| self.holder(side))
    }

    /// C6: whether the one to move may take over the first move instead.
    pub fn may_swap(&self) -> bool {
        self.swap && self.plies == 1 && G::to_move(&self.position) == Some(self.began.other())
    }

    /// Reads a whole turn of the side to move; see [`find_step`] for what is forgiven.
    ///
    /// # Errors
    /// When it is not legal, or not the whole turn.
    pub fn read_ply(&self, text: &str) -> Result<Ply<G::Step>, IllegalStep> {
        if text.trim().eq_ignore_ascii_case("swap") {
            let expected = "a move: SWAP is for the second player's first turn, where the game has that rule (C6)";
            return if self.may_swap() { Ok(Ply::Swap) } else { Err(illegal(text, expected.to_owned())) };
        }
        let mut position = self.position.clone();
        let mut steps = Vec::new();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            if !steps.is_empty() && !goes_on::<G>(&position) || steps.len() == MOST_STEPS {
                return Err(illegal(part, "nothing more: the turn is over there".to_owned()));
            }
            let step = find_step::<G>(&position, part)?;
            G::play(&mut position, step);
            steps.push(step);
        }
        if steps.is_empty() {
            return Err(illegal(text, "a move".to_owned()));
        }
        if goes_on::<G>(&position) {
            let mut next = Vec::new();
            G::steps(&position, &mut next);
            let next = written::<G>(&next).join(" ");
            return Err(illegal(text, format!("the rest of the turn after it: `;` and one of {next}")));
        }
        Ok(Ply::Steps(steps))
    }

    /// Plays a turn that [`Match::read_ply`] returned; returns the positions before each step and after the last.
    pub fn play(&mut self, ply: &Ply<G::Step>) -> Vec<G::Position> {
        self.plies += 1;
        let mut passed = vec![self.position.clone()];
        match ply {
            Ply::Swap => self.holders.reverse(),
            Ply::Steps(steps) => {
                for step in steps {
                    G::play(&mut self.position, *step);
                    passed.push(self.position.clone());
                }
            }
        }
        passed
    }

    /// C3: reads `IF … THEN … IF …` as moves of `seat` and the other from here on.
    ///
    /// # Errors
    /// At the first turn that is not legal there or not whose it is said to be.
    pub fn read_plan(&self, seat: Seat, text: &str) -> Result<Plan, PlanError> {
        let mut ahead = self.clone();
        let mut links: Vec<Link> = Vec::new();
        for (own, words) in parts(text) {
            let wrong = |expected: String| PlanError::expecting(&words, expected);
            let behind = links.last().map_or(String::new(), |link| format!(" after {}", link.ply));
            match ahead.to_move() {
                None => return Err(wrong(format!("nothing more: the game is over{behind}"))),
                Some(mover) if (mover == seat) != own => {
                    let keyword = if own { "IF and a move of your opponent" } else { "THEN and a move of yours" };
                    return Err(wrong(format!("{keyword}: that is whose turn it is{behind}")));
                }
                Some(_) => {}
            }
            let ply = ahead.read_ply(&words).map_err(|error| PlanError {
                found: error.step,
                expected: format!("{}{}", error.expected, if behind.is_empty() { String::new() } else { format!(" ({})", behind.trim()) }),
                nearest: error.nearest,
            })?;
            ahead.play(&ply);
            links.push(Link { own, ply: ply.to_string() });
        }
        match links.last() {
            Some(Link { own: true, .. }) => Ok(Plan { links }),
            _ => Err(PlanError::expecting("", "THEN and your answer".to_owned())),
        }
    }
}

/// Whether the same side is in the middle of its turn.
fn goes_on<G: BoardGame>(position: &G::Position) -> bool {
    G::to_move(position).is_some() && G::owes_step(position)
}

fn illegal(text: &str, expected: String) -> IllegalStep {
    IllegalStep { step: text.trim().to_owned(), expected, nearest: Vec::new() }
}
