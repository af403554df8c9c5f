//! A line of moves that somebody thinks through: "what if they answer …".

use serde::Serialize;

use super::Scene;

/// What a line of moves leads to, as far as its reader may know the position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LineAhead {
    /// The moves that can be played, in their order.
    pub moves: Vec<MoveAhead>,
    /// The first that cannot be played; what stands behind it is not looked at.
    pub refused: Option<MoveRefused>,
    /// Who is to move behind the last move that can be played; `None` once the game is over there.
    pub to_move: Option<Mover>,
    /// That position in the notation of the rules.
    pub position: String,
    /// For whom it ends the game, if it does: a side, or `draw`.
    pub ends: Option<&'static str>,
    /// The rule under which it ends, such as `A4`.
    pub ends_by: Option<&'static str>,
    /// What the board looks like there.
    #[serde(skip)]
    pub scene: Scene,
}

/// Who makes a move of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Mover {
    /// What the player is called.
    pub name: String,
    /// What the side is called.
    pub side: &'static str,
}

/// A move of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MoveAhead {
    /// Its place in the line, from 1.
    pub number: usize,
    /// Who makes it.
    #[serde(flatten)]
    pub mover: Mover,
    /// In canonical notation.
    pub text: String,
}

/// A move of a line that cannot be played in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MoveRefused {
    /// Its place in the line, from 1.
    pub number: usize,
    /// Who would have to make it; `None` where the game is over.
    pub mover: Option<Mover>,
    /// As it was written; empty where something is missing.
    pub text: String,
    /// What could stand there, in words.
    pub expected: String,
    /// The nearest legal moves.
    pub nearest: Vec<String>,
}

/// The choices for the next move behind a line of moves, for players who touch the board instead of writing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choices {
    /// The line as far as it can be played, a move at its end perhaps not complete; its scene shows the steps of that move, too.
    #[serde(flatten)]
    pub line: LineAhead,
    /// The steps of a move that is not complete, in canonical notation.
    pub begun: Vec<String>,
    /// Whether the viewer is to move there.
    pub mine: bool,
    /// Whether the side to move may take over the first move instead (C6).
    pub swap: bool,
    /// The cells that can be touched next, each once.
    pub lights: Vec<String>,
    /// The steps that the touched cells make as they are, in canonical notation; several where a number or a size is still to be chosen.
    pub steps: Vec<String>,
}
