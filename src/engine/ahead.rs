//! Lines of moves that a player thinks through: "what if they answer …".

use serde::Serialize;

use super::Scene;

/// Where a line of moves leads, as far as its reader may know the position.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LineAhead {
    /// The moves that can be played, in order.
    pub moves: Vec<MoveAhead>,
    /// The first move that cannot be played; nothing after it is looked at.
    pub refused: Option<MoveRefused>,
    /// Who is to move after the last playable move; `None` once the game is over.
    pub to_move: Option<Mover>,
    /// The position there, in the notation of the rules.
    pub position: String,
    /// Who wins if the game ends there: a side, or `draw`.
    pub ends: Option<&'static str>,
    /// The rule under which it ends, such as `A4`.
    pub ends_by: Option<&'static str>,
    /// The board there.
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
    /// Who would have to make it; `None` if the game is over.
    pub mover: Option<Mover>,
    /// As it was written; empty if a move is missing.
    pub text: String,
    /// What could stand there, in words.
    pub expected: String,
    /// The nearest legal moves.
    pub nearest: Vec<String>,
}

/// The choices for the next move after a line of moves, for players who touch the board instead of writing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Choices {
    /// The playable part of the line, perhaps with an unfinished move at its end; the scene shows the steps of that move too.
    #[serde(flatten)]
    pub line: LineAhead,
    /// The steps of the unfinished move, in canonical notation.
    pub begun: Vec<String>,
    /// Whether the viewer is to move then.
    pub mine: bool,
    /// Whether the side to move may take over the first move instead (C6).
    pub swap: bool,
    /// The cells that can be touched next, each once.
    pub lights: Vec<String>,
    /// The steps that the touched cells already complete, in canonical notation; several if a number or a size is still to be chosen.
    pub steps: Vec<String>,
}
