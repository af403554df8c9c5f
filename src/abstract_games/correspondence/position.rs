//! A position with the seats that hold its sides; reads and plays turns in it.

use super::order::parts;
use super::{Plan, PlannedTurn, Ply};
use crate::abstract_games::{AbstractGame, AbstractStep, Side, find_step};
use crate::engine::{IllegalStep, Seat};

/// The most steps that a turn can have.
const MOST_STEPS: usize = 500;

/// A position with its players.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatedPosition<G: AbstractGame> {
    /// The board, and whose move it is.
    pub position: G,
    /// The holder of the side that begins, and the holder of the other.
    pub holders: [Seat; 2],
    /// How many turns have been played.
    pub plies: u32,
    /// C6: whether the scenario lets the second player swap.
    pub swap: bool,
    /// The side that makes or made the first move.
    pub began: Side,
}

impl<G: AbstractGame> SeatedPosition<G> {
    /// The player of a side; a swap changes it (C6).
    pub fn holder(&self, side: Side) -> Seat {
        self.holders[side.index()]
    }

    /// The side that a seat holds; `None` for a seat that does not play.
    pub fn side(&self, seat: Seat) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.holder(*side) == seat)
    }

    /// Whose move it is on the board; `None` once the board decides the game. Resignations are not known here.
    pub fn to_move(&self) -> Option<Seat> {
        self.position.to_move().map(|side| self.holder(side))
    }

    /// C6: whether the player to move may take over the first move instead.
    pub fn may_swap(&self) -> bool {
        self.swap && self.plies == 1 && self.position.to_move() == Some(self.began.other())
    }

    /// Reads a whole turn of the side to move; see [`find_step`] for the spellings that are accepted.
    ///
    /// # Errors
    /// When it is not legal, or not a whole turn.
    pub fn read_ply(&self, text: &str) -> Result<Ply<G::Step>, IllegalStep> {
        if text.trim().eq_ignore_ascii_case("swap") {
            let expected = "a move: SWAP is for the second player's first move, in a game that has this rule (C6)";
            return if self.may_swap() { Ok(Ply::Swap) } else { Err(IllegalStep::expecting(text, expected)) };
        }
        let mut position = self.position.clone();
        let mut steps = Vec::new();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            if !steps.is_empty() && !goes_on(&position) || steps.len() == MOST_STEPS {
                return Err(IllegalStep::expecting(part, "nothing more: the move is over there"));
            }
            let step = find_step(&position, part)?;
            position.play(step);
            steps.push(step);
        }
        if steps.is_empty() {
            return Err(IllegalStep::expecting(text, "a move"));
        }
        if goes_on(&position) {
            let next: Vec<G::Step> = position.steps().collect();
            let expected = format!("the rest of the move, on the same line behind a semicolon: one of {}", G::Step::listed(&next));
            return Err(IllegalStep::expecting(text, expected));
        }
        Ok(Ply::Steps(steps))
    }

    /// Plays a turn that [`SeatedPosition::read_ply`] returned; returns the position before each step.
    pub fn play(&mut self, ply: &Ply<G::Step>) -> Vec<G> {
        self.plies += 1;
        let mut passed = Vec::new();
        match ply {
            Ply::Swap => self.holders.reverse(),
            Ply::Steps(steps) => {
                for step in steps {
                    passed.push(self.position.clone());
                    self.position.play(*step);
                }
            }
        }
        passed
    }

    /// C3: reads `IF … THEN … IF …` as moves from here on, those after THEN made by `seat`.
    ///
    /// # Errors
    /// At the first turn that is not legal there, or is not that player's.
    pub fn read_plan(&self, seat: Seat, text: &str) -> Result<Plan, IllegalStep> {
        let mut ahead = self.clone();
        let mut links: Vec<PlannedTurn> = Vec::new();
        for (own, words) in parts(text) {
            let wrong = |expected: String| IllegalStep::expecting(&words, expected);
            let behind = links.last().map_or(String::new(), |link| format!(" after {}", link.ply));
            match ahead.to_move() {
                None => return Err(wrong(format!("nothing more: the game is over{behind}"))),
                Some(mover) if (mover == seat) != own => {
                    let keyword = if own { "IF and a move of your opponent, who is" } else { "THEN and a move of yours, because you are" };
                    return Err(wrong(format!("{keyword} to move{behind}")));
                }
                Some(_) => {}
            }
            let ply = ahead.read_ply(&words).map_err(|error| IllegalStep {
                expected: format!("{}{}", error.expected, if behind.is_empty() { String::new() } else { format!(" ({})", behind.trim()) }),
                ..error
            })?;
            ahead.play(&ply);
            links.push(PlannedTurn { own, ply: ply.to_string() });
        }
        match links.last() {
            Some(PlannedTurn { own: true, .. }) => Ok(Plan { links }),
            _ => Err(IllegalStep::expecting("", "THEN and your answer")),
        }
    }
}

/// Whether the side to move is in the middle of its turn.
pub(super) fn goes_on(position: &impl AbstractGame) -> bool {
    position.to_move().is_some() && position.owes_step()
}
