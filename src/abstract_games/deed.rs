//! What a step did. Templates put it into words.

use serde::{Deserialize, Serialize};

/// One thing that a step did. Cells are spelled as in the notation, and sides have their names (`White`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
#[allow(missing_docs, reason = "cells and sides as above; `pieces` counts those that moved, or stand there now")]
pub enum Deed {
    /// New pieces entered: the 0-stack of `from` grew on its way to `to`.
    Entered { from: String, to: String, pieces: u32 },
    /// A piece was placed.
    Placed { piece: PieceName, cell: String },
    /// A whole stack or single piece moved.
    Moved { from: String, to: String, pieces: u32 },
    /// Part of a stack moved, and `left` pieces stayed.
    Split { from: String, to: String, pieces: u32, left: u32 },
    /// A stack grew by `by` to `pieces`.
    Grew { cell: String, by: u32, pieces: u32 },
    /// A stack shrank by `by` to `pieces`.
    Shrank { cell: String, by: u32, pieces: u32 },
    /// The reproduction tax took `by` of the arriving pieces and left `pieces`.
    Taxed { cell: String, by: u32, pieces: u32 },
    /// A stack lost its last piece.
    Dissolved { cell: String },
    /// A stack left the game, an enemy's or one's own.
    Captured { cell: String, side: String, pieces: u32, own: bool },
    /// Two own stacks became one of `pieces`.
    Stacked { cell: String, pieces: u32 },
    /// Enemy stacks became hostages, one of which must be moved on.
    TookHostages { cells: Vec<String> },
    /// A piece became one of the next colour.
    Became { cell: String, piece: PieceName, was: PieceName },
    /// A piece landed on another.
    Capped { cell: String, piece: PieceName },
    /// Lines or stacks of one colour left the board and scored.
    Bagged { colour: String, pieces: u32, cells: Vec<String>, points: u32 },
}

/// A pyramid, in words and in notation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceName {
    /// `green queen`
    pub name: String,
    /// `gQ`
    pub notation: String,
}
